// A choice among several values, as a row of buttons.

import { h } from "./dom.js";

/** @param {string} label @param {[string, string][]} values @param {string} now @param {(value: string) => void} set */
export function pick(label, values, now, set) {
  const buttons = values.map(([value, word]) =>
    h(
      "button",
      {
        class: "chip",
        type: "button",
        "aria-pressed": String(value === now),
        onclick: () => {
          set(value);
          buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(values[i][0] === value)));
        },
      },
      word,
    ),
  );
  return h(
    "section",
    { class: "setting" },
    h("p", { class: "label", "aria-hidden": "true" }, label),
    h("div", { class: "chips", role: "group", "aria-label": label }, ...buttons),
  );
}
