// The keys of a review. Arrows work wherever the focus is; letters only at the board and the list (WCAG 2.1.4).

import { h } from "../dom.js";
import { t } from "../words.js";

/** What a key does: a step, the first or last turn, the next mistake, or another act of the page. @typedef {"back" | "on" | "first" | "last" | "mistake-before" | "mistake" | "why" | "flip"} Act */

/** @type {Record<string, Act>} */
const EVERYWHERE = { ArrowLeft: "back", ArrowRight: "on", "Shift+ArrowLeft": "mistake-before", "Shift+ArrowRight": "mistake" };
/** @type {Record<string, Act>} */
const AT_THE_BOARD = { Home: "first", End: "last", w: "why", f: "flip" };
const NAMES = ["←", "→", "Shift+←", "Shift+→", "Home", "End", "W", "F"];
const WORDS = ["back", "on", "mistake-before", "mistake", "first", "last", "why", "flip"];

/** What a press means; null if nothing, or if it belongs to a field. @param {KeyboardEvent} event @returns {Act | null} */
export function actOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const at = /** @type {Element} */ (event.target);
  if (at.closest?.("input, select, textarea, dialog")) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const far = EVERYWHERE[event.shiftKey ? `Shift+${key}` : key];
  if (far) return far;
  return at.closest?.(".boardbox, .turn-list, .steps") ? (AT_THE_BOARD[key] ?? null) : null;
}

/** The page's help about them. */
export async function keysSheet() {
  const { sheet } = await import("../sheet.js");
  const rows = NAMES.flatMap((name, n) => [h("dt", {}, h("kbd", {}, name)), h("dd", {}, t(`review.key.${WORDS[n]}`))]);
  sheet(
    t("review.keys"),
    h("p", { class: "muted" }, t("review.keys.where")),
    h("dl", { class: "keys" }, ...rows),
    h("p", { class: "muted" }, t("review.rate")),
  );
}
