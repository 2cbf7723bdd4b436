// A search on the terms of the sheet of a new game.

import { ask } from "../api.js";
import { isRated } from "../new_game/rated_choice.js";
import { clockOf, lengthOf, textOf } from "../new_game/terms.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { spoken } from "../words.js";
import { named, ways } from "./quick_search.js";
import { searchSheet } from "./search.js";

/**
 * Search for an opponent.
 * @param {{game: import("../protocol.js").ListedGame, name: () => string}} order @param {string} before The user's name so far.
 * @param {(path: string) => void} go @param {import("./quick_search.js").Order} again Opens the sheet of a new game.
 */
export async function searchOrder({ game, name }, before, go, again) {
  await open("matchmaking");
  const wanted = name().trim();
  if (wanted && wanted !== before) await ask("/api/me", { name: wanted });
  else await named(before);
  const length = lengthOf(game);
  const [clock, rated] = [clockOf(settings.clock, length), isRated(settings.clock)];
  const wish = { game: textOf(game), name: game.name[spoken()], length: Number(length), clock, rated };
  change({ game: game.id });
  const seat = /** @type {"white" | "black" | ""} */ (settings.seat) || null;
  await searchSheet(go, wish, ways(game.id, wish, again, seat));
}
