// People who search, as rows of the lobby; a press searches on their terms.

import { ask } from "../api.js";
import { renew } from "../dom.js";
import { open } from "../parts.js";
import { named } from "./quick_search.js";
import { searchSheet } from "./search.js";
import { poolRow } from "./who_waits.js";

/** @import { PoolFacts } from "../protocol.js" */

/** @param {Element} box @param {PoolFacts[]} pools @param {(path: string) => void} go */
export async function poolRows(box, pools, go) {
  await open("matchmaking");
  const order = async (/** @type {import("../new_game/sheet.js").Against} */ against) =>
    (await import("../new_game/sheet.js")).newGameSheet(go, { against });
  const search = async (/** @type {import("./search.js").Wish} */ wish) => {
    await named((await ask("/api/me")).name);
    await searchSheet(go, wish, { bot: () => order("bot"), terms: () => order("anyone") });
  };
  renew(
    box,
    pools.map((pool) => poolRow(pool, { search, sit: go, failed: () => {} })),
  );
}
