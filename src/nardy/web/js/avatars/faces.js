// The faces of the levels of bots, the weakest first: sparrow, puppy, hare, gazelle, badger, fox, owl, snow leopard.

import { s } from "../dom.js";

/** @typedef {[kind: string, ...at: (string | number)[]]} Part A path with its class, or a circle's class, center and radius. */

/** A part and its mirror image. @param {string} kind @param {(string | number)[]} at @returns {Part[]} */
const both = (kind, ...at) => [
  [kind, ...at],
  [kind, "|", ...at],
];
const eyes = (/** @type {number} */ x, /** @type {number} */ y, r = 1.4) => both("g", x, y, r);

/** @type {Part[][]} */
const PARTS = [
  [["m", 0, 1, 9.2], ["n", "M-9.2 1A9.2 9.2 0 0 1 9.2 1Q0-5-9.2 1Z"], ...eyes(3.7, 1), ["g", "M-2.6 3.4H2.6L0 8Z"]],
  [["m", "M-7-6Q0-9 7-6Q9 2 5 7Q0 10.5-5 7Q-9 2-7-6Z"], ...both("n", "M6.4-7.4Q13-6 11 4Q8 5 6-2Z"), ...eyes(3.2, -1), ["g", 0, 4, 2.1]],
  [
    ...both("m", "M1-3Q1-12 4-13.4Q8-13 5-3Z"),
    ["m", 0, 3, 7.6],
    ...both("n", "M2.6-4.6Q2.8-9.6 4.2-11Q5.4-9.6 4-4.2Z"),
    ...eyes(2.9, 2),
    ["g", "M-1.5 5H1.5L0 6.9Z"],
  ],
  [
    ...both("line n-line", "M3-4Q6.4-8.6 3.8-13"),
    ...both("m", "M5.4-4.4L11.4-6L6 .4Z"),
    ["m", "M-6.2-4.4H6.2L3.5 8Q0 11.4-3.5 8Z"],
    ...eyes(3, -0.6),
    ["g", 0, 7.6, 1.7],
  ],
  [
    ["m", "M-9.4-4Q-8.6-9.6-4-8Q0-9 4-8Q8.6-9.6 9.4-4Q8 4 3 9Q0 11.4-3 9Q-8 4-9.4-4Z"],
    ...both("g", "M2-7.6H5.8L2.2 6.4Z"),
    ...both("n", 3.3, -1.4, 1.2),
    ["g", 0, 8.2, 1.8],
  ],
  [
    ["n", "M-11-10.6L-4-5.6H4L11-10.6L9.4 1L0 10.6L-9.4 1Z"],
    ...both("m", "M9.4 1L3.2 1.4L0 10.6Z"),
    ...eyes(3.7, -1.4),
    ["g", 0, 8.8, 1.8],
  ],
  [
    ["m", "M-9.4-10.6L-4-7H4L9.4-10.6V4Q7 10.4 0 10.4Q-7 10.4-9.4 4Z"],
    ...both("n", 4, -1, 3.9),
    ...eyes(4, -1, 1.8),
    ["g", "M-1.7 2.4H1.7L0 6.4Z"],
  ],
  [
    ...both("m", 7, -6.6, 3.2),
    ["m", 0, 1, 9.6],
    ["n", "M-3.8 4.4Q0 2.2 3.8 4.4Q3.2 9 0 9Q-3.2 9-3.8 4.4Z"],
    ...both("g", 4.6, -4.4, 1),
    ...both("g", 7.2, 2.6, 0.9),
    ["g", 0, -5.8, 1.1],
    ...eyes(3.5, 0.2, 1.7),
    ["g", "M-1.5 4.6H1.5L0 6.5Z"],
  ],
];

/** The face of a level. @param {number} number From 1. */
export const face = (number) =>
  PARTS[number - 1].map(([cls, ...at]) => {
    const mirrored = at[0] === "|" ? { transform: "scale(-1 1)" } : {};
    const [first, ...rest] = at[0] === "|" ? at.slice(1) : at;
    return rest.length
      ? s("circle", { cx: first, cy: rest[0], r: rest[1], class: cls, ...mirrored })
      : s("path", { d: first, class: cls, ...mirrored });
  });
