// A search on the terms chosen last: one button.

import { ask } from "../api.js";
import { isRated, rateFor } from "../new_game/rated_choice.js";
import { clockOf, lengthOf, textOf } from "../new_game/terms.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { searchSheet } from "./search.js";

/** @import { ListedGame, Me } from "../protocol.js" */

/** A clock for those who have chosen none yet: strangers need one. */
const USUAL = "300+5";

/** Opens the sheet of a new game; whoever calls has it, since that sheet leads here. @typedef {(prefilled: {game?: string, against: "bot" | "anyone"}) => unknown} Order */

/** Search for an opponent in a game. @param {(path: string) => void} go @param {ListedGame} game @param {Me} me @param {Order} order */
export async function quickSearch(go, game, me, order) {
  rateFor(me);
  await open("matchmaking");
  await named(me.name);
  const length = lengthOf(game);
  const kept = settings.clock || USUAL;
  const clock = clockOf(kept, length);
  const wish = { game: textOf(game), name: game.name[spoken()], length: Number(length), clock, rated: isRated(kept) };
  change({ game: game.id });
  return searchSheet(go, wish, ways(game.id, wish, order));
}

/** A search for an opponent needs a guest at least. @param {string} name */
export const named = async (name) => {
  if (!name) await ask("/api/me", { name: t("search.guest", { n: 1000 + Math.floor(9000 * Math.random()) }) });
};

/**
 * What else can be done than to wait.
 * @param {string} id @param {Omit<import("./search.js").Wish, "name">} wish @param {Order} order @param {"white" | "black" | null} seat
 */
export const ways = (id, { game, length, clock, rated }, order, seat = null) => ({
  board: async () => (await ask("/api/rooms", { against: "anyone", game, length, clock, rated, seat })).room,
  bot: () => order({ game: id, against: "bot" }),
  terms: () => order({ game: id, against: "anyone" }),
});
