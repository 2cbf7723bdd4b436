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
  await open("meeting");
  const order = async (/** @type {import("../new_game/sheet.js").Against} */ against) =>
    (await import("../new_game/sheet.js")).newGameSheet(go, { against });
  const search = async (/** @type {import("./search.js").Wish} */ wish) => {
    await named((await ask("/api/me")).name);
    await searchSheet(go, wish, { bot: () => order("bot"), terms: () => order("anyone") });
  };
  const rows = pools.map((pool) => {
    const row = poolRow(pool, { search, sit: go, failed: () => {} });
    // Pools of games with one name may differ in options.
    row.dataset.game = pool.laws.text;
    return row;
  });
  renew(box, rows);
}
