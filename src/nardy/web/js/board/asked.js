// What is asked now, said at the dice; and the answers to a cube, beside it.

import { s } from "../dom.js";
import { middle } from "./geometry.js";

/** The prompt beside the dice; `right`: in the right half; `answers`: [act, label]. @typedef {{text: string, right: boolean, answers?: [string, string][]}} Asked */

/** The widest caption that stays within half a board. */
const WIDEST = 316;
/** The mean width of a letter, as a part of its height. */
const LETTER = 0.6;

/** A line below the dice, the button or the cube. @param {import("./geometry.js").Geometry} g @param {Asked} asked */
export function caption(g, { text, right }) {
  const at = middle(g);
  const size = Math.min(g.caption, WIDEST / (text.length * LETTER));
  const width = text.length * size * LETTER + 28;
  const height = g.caption + 8;
  return s(
    "g",
    { class: "asked", "aria-hidden": "true", transform: `translate(${right ? at.right : at.left} ${g.H / 2 + g.captionDown})` },
    s("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    s("text", { y: size * 0.36, "font-size": size }, text),
  );
}

/** Take and pass on both sides of the cube; the target of a finger is larger than what is drawn. @param {import("./geometry.js").Geometry} g @param {Asked} asked */
export function answers(g, { right, answers: told = [] }) {
  const at = middle(g);
  const x = right ? at.right : at.left;
  return told
    .slice(0, 2)
    .map(([act, word], i) =>
      s(
        "g",
        { class: `onboard answer ${act}`, "data-press": act, transform: `translate(${x + (i ? 108 : -108)} ${g.H / 2 - g.captionUp})` },
        s("rect", { class: "reach", x: -70, y: -34, width: 140, height: 68 }),
        s("rect", { x: -64, y: -26, width: 128, height: 52, rx: 26 }),
        s("text", { y: 8, "font-size": Math.min(23, 108 / (word.length * LETTER)) }, word),
      ),
    );
}
