// What screen readers are told.

import { h } from "./dom.js";

/** Live region for screen readers: rolls, turns, refusals. */
export const listener = h("div", { class: "spoken", "aria-live": "polite", role: "status" });

/** @param {string} sentence */
export function announce(sentence) {
  // Screen readers skip an unchanged text, so a space makes it differ.
  listener.textContent = listener.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
