// The button that begins a game from a position.

import { isStatic } from "../address.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/** Nothing without a club. @param {() => string} position As position text. @param {(path: string) => void} go */
export const playOnButton = (position, go) =>
  isStatic
    ? ""
    : h("button", { class: "btn", onclick: async () => (await import("./play_on.js")).playOnSheet(position(), go) }, t("playon"));
