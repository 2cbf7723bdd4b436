// Avatars: a carved ornament in two tones on a ground. Without a choice the name decides.

import { s } from "../dom.js";

/** The server has the same lists; a test holds them equal. */
export const ORNAMENTS = ["rosette", "pomegranate", "knot", "sun", "lances", "grapes", "star", "horns"];
export const TONES = ["walnut", "brass", "turquoise", "garnet", "ivory", "night"];
/** Bots, the weakest first; a stronger one shows more pips. */
const BOTS = ["random", "baseline", "nardy:0", "nardy:1"];
const PIPS = [
  [[0, 0]],
  [
    [-4, 4],
    [4, -4],
  ],
  [
    [-5, 5],
    [0, 0],
    [5, -5],
  ],
  [
    [-4.5, -4.5],
    [4.5, -4.5],
    [-4.5, 4.5],
    [4.5, 4.5],
  ],
];

/** @typedef {SVGElement} Shape */

const path = (/** @type {string} */ d, cls = "m", /** @type {Record<string, unknown>} */ more = {}) =>
  s("path", { d, class: cls, ...more });
const dot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r, cls = "m") =>
  s("circle", { cx: x, cy: y, r, class: cls });
const around = (/** @type {number} */ count, /** @type {string} */ d, cls = "m", first = 0) =>
  Array.from({ length: count }, (_, i) => path(d, cls, { transform: `rotate(${first + (360 / count) * i})` }));

/** @type {Record<string, () => Shape[]>} */
const DRAWN = {
  rosette: () => [
    ...around(8, "M0-1.5C3.6-4 3.4-8 0-11.6C-3.4-8-3.6-4 0-1.5Z"),
    dot(0, 0, 3, "n"),
    ...around(8, "M0-11.6v.01", "n dots", 22.5),
  ],
  pomegranate: () => [
    path("M0-7.4C7-8.6 10.4-3.6 9.4 1.8C8.5 6.9 4.4 10.6 0 10.6S-8.5 6.9-9.4 1.8C-10.4-3.6-7-8.6 0-7.4Z"),
    path("M-3.6-6.6L-4.6-12L-1.5-9.6L0-12.6L1.5-9.6L4.6-12L3.6-6.6Z"),
    path("M0-4C3.6-3.4 4.8-.4 4.4 2.2C4 5.2 2 7.4 0 7.8C-2 7.4-4 5.2-4.4 2.2C-4.8-.4-3.6-3.4 0-4Z", "g"),
    ...[
      [0, -1],
      [-1.9, 1.7],
      [1.9, 1.7],
      [0, 4.4],
    ].map(([x, y]) => dot(x, y, 1.25, "n")),
  ],
  knot: () => [
    path("M-7.4 0C-7.4-8 7.4-8 7.4 0S-7.4 8-7.4 0Z", "line", { transform: "rotate(45) scale(1.3 .72)" }),
    path("M-7.4 0C-7.4-8 7.4-8 7.4 0S-7.4 8-7.4 0Z", "line", { transform: "rotate(-45) scale(1.3 .72)" }),
    s("circle", { r: 4.6, class: "line n-line" }),
    dot(0, 0, 1.6, "n"),
  ],
  sun: () => [...around(8, "M0 0C4.8-1.4 6.8-6.4 3.6-11C3.4-6.8 2.2-3.4 0 0Z"), dot(0, 0, 2, "n")],
  lances: () => [
    path("M-10.2 8.8C-10.2 1-7.6-3-6-9.4C-4.4-3-1.8 1-1.8 8.8Z"),
    path("M1.8 8.8C1.8 1 4.4-3 6-9.4C7.6-3 10.2 1 10.2 8.8Z"),
    path("M-4.2 8.8C-4.2 2.6-1.6.2 0-5C1.6.2 4.2 2.6 4.2 8.8Z", "n"),
    dot(0, -8.6, 1.9, "n"),
  ],
  grapes: () => [
    ...[
      [-4.6, -1.6],
      [0, -1.6],
      [4.6, -1.6],
      [-2.3, 2.4],
      [2.3, 2.4],
      [0, 6.4],
    ].map(([x, y]) => dot(x, y, 2.5)),
    path("M0-4.6C-1.4-9.6-6.4-10.8-10-8.2C-7.6-5.6-3.6-3.8 0-4.6Z", "n"),
    path("M0-4.6C.6-8.4 3.4-10.6 6.4-10.4", "line n-line"),
  ],
  star: () => [
    path("M-7.6-7.6H7.6V7.6H-7.6Z", "line"),
    path("M-7.6-7.6H7.6V7.6H-7.6Z", "line", { transform: "rotate(45)" }),
    ...around(4, "M0-1.2L2.4-4L0-6.8L-2.4-4Z", "n"),
    dot(0, 0, 1.3),
  ],
  horns: () => [
    path("M0 9V-1C0-7 8-8.6 9.4-3.6C10.4.2 5.6 2.2 4.4-.8", "line"),
    path("M0 9V-1C0-7-8-8.6-9.4-3.6C-10.4.2-5.6 2.2-4.4-.8", "line"),
    path("M0-11.6L2.6-8.6L0-5.6L-2.6-8.6Z", "n"),
    path("M-5 9H5", "line n-line"),
  ],
};

/** FNV-1a hash of a name. @param {string} name */
function hashed(name) {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** The avatar of somebody who has chosen none. @param {string} name */
export function byName(name) {
  const hash = hashed(name);
  return `${ORNAMENTS[hash % ORNAMENTS.length]}-${TONES[(hash >>> 8) % TONES.length]}`;
}

/** An avatar, hidden from screen readers: the name stands beside it. @param {{name: string, avatar?: string, is_bot?: boolean}} person @param {number} [size] In pixels. */
export function avatar({ name, avatar: chosen, is_bot: isBot }, size = 32) {
  const [ornament, tone] = (chosen || byName(name)).split("-");
  const drawn = isBot ? botFace(name) : (DRAWN[ornament] ?? DRAWN.rosette)();
  const cls = isBot ? "avatar bot" : `avatar ${tone}`;
  return s(
    "svg",
    { viewBox: "-16 -16 32 32", width: size, height: size, class: cls, "aria-hidden": "true" },
    dot(0, 0, 15.5, "g edge"),
    size < 26 ? null : s("circle", { r: 13.6, class: "rim" }),
    ...drawn,
  );
}

/** The face of a level, which is loaded late, or a die. @param {string} name */
function botFace(name) {
  const drawn = s("g", {}, ...die(name));
  const number = name.split("level-")[1];
  if (number) import("./faces.js").then(({ face }) => drawn.replaceChildren(...face(Number(number))));
  return [drawn];
}

/** @param {string} name */
const die = (name) => [
  s("rect", { x: -8.5, y: -8.5, width: 17, height: 17, rx: 3.8, class: "m" }),
  ...(PIPS[BOTS.indexOf(name)] ?? PIPS[2]).map(([x, y]) => dot(x, y, 1.9, "g")),
];
