// The choice of a match's length: the usual ones as buttons, all others in a list.

import { h } from "../dom.js";
import { t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { change } from "../settings.js";
import { lengthOf, lengthWord, lengthsOf } from "./terms.js";

/** Lengths of clubs and tournaments that are less usual. */
const OTHERS = ["1", "9", "13", "15", "17", "21", "25"];

/** @param {import("../protocol.js").ListedGame} game @param {() => void} changed */
export function lengthPicker(game, changed = () => {}) {
  const now = lengthOf(game);
  const set = (/** @type {string} */ length) => (change({ length }), changed());
  const row = pick(
    t("friend.length"),
    lengthsOf(game).map((length) => [length, lengthWord(length)]),
    now,
    (length) => ((others.value = ""), set(length)),
  );
  const others = h(
    "select",
    {
      class: "field other-length",
      "aria-label": t("length.other"),
      onchange: () => {
        if (!others.value) return;
        for (const chip of row.querySelectorAll(".chip")) chip.setAttribute("aria-pressed", "false");
        set(others.value);
      },
    },
    h("option", { value: "" }, t("length.other")),
    ...OTHERS.map((length) => h("option", { value: length, selected: length === now }, lengthWord(length))),
  );
  row.querySelector(".chips")?.append(others);
  return row;
}
