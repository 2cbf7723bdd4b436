// The choice of the game.

import { h } from "../dom.js";
import { spoken, t } from "../words.js";

/** @import { ListedGame } from "../protocol.js" */

/** @param {ListedGame[]} games @param {ListedGame} now @param {(id: string) => void} set */
export function gameChoice(games, now, set) {
  const select = h(
    "select",
    { class: "field", id: "own-game", onchange: () => set(select.value) },
    ...games.map((one) => h("option", { value: one.id, selected: one === now }, one.name[spoken()])),
  );
  return h("section", { class: "setting" }, h("label", { class: "label", for: "own-game" }, t("friend.game")), select);
}
