// Shapes of the board: points, inlays, checkers, dice, the cube and the bomb.

import { s } from "../dom.js";
import { RADIUS } from "./geometry.js";

const f = (/** @type {number} */ n) => +n.toFixed(1);

/**
 * A lance: an ogee, full at the socket and slender at the tip.
 * @param {number} x @param {number} base @param {number} h @param {boolean} up
 */
export function lance(x, base, h, up, w = 27) {
  const sign = up ? -1 : 1;
  const y = (/** @type {number} */ part) => f(base + sign * h * part);
  const side = (/** @type {number} */ d) => f(x + d);
  return (
    `M${side(-w)},${y(0.03)}C${side(-w)},${y(0.42)} ${side(-9)},${y(0.62)} ${x},${y(1)}` +
    `C${side(9)},${y(0.62)} ${side(w)},${y(0.42)} ${side(w)},${y(0.03)}` +
    `A${w},${f(w * 0.46)} 0 0 ${up ? 1 : 0} ${side(-w)},${y(0.03)}Z`
  );
}

/** One half of the field with its sockets along both rims. @param {number} x @param {number} top @param {number} bottom */
export function half(x, top, bottom) {
  return `M${x},${top}${"a30,17 0 0 1 60,0".repeat(6)}V${bottom}${"a30,17 0 0 1 -60,0".repeat(6)}Z`;
}

/** The inlay: two squares and a rosette. @param {number} cx @param {number} cy @param {number} r */
export function star(cx, cy, r) {
  const square = (/** @type {number} */ turn) =>
    `M${[0, 1, 2, 3].map((i) => `${f(cx + r * Math.cos(turn + (i * Math.PI) / 2))},${f(cy + r * Math.sin(turn + (i * Math.PI) / 2))}`).join("L")}Z`;
  const petals = [...Array(8).keys()].map((i) => {
    const [x, y] = [f(cx + r * 0.3 * Math.cos((i * Math.PI) / 4)), f(cy + r * 0.3 * Math.sin((i * Math.PI) / 4))];
    return s("ellipse", { cx: x, cy: y, rx: f(r * 0.27), ry: f(r * 0.1), transform: `rotate(${i * 45} ${x} ${y})` });
  });
  return s("g", { class: "star" }, s("path", { d: square(Math.PI / 4) + square(0) }), s("circle", { cx, cy, r: f(r * 0.66) }), ...petals);
}

/** The wood grain, from a fixed seed so that it is the same each time. @param {number} x @param {number} y @param {number} w @param {number} h @param {number} n */
export function grain(x, y, w, h, n) {
  let seed = 11 + x;
  // Park and Miller's minimal standard generator: `Math.random` takes no seed.
  const next = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  let d = "";
  for (let i = 0; i < n; i++) {
    const [at, a] = [y + (h * (i + next())) / n, 2 + next() * 5];
    d += `M${x},${f(at)}c${f(w * 0.25)},${f(-a)} ${f(w * 0.4)},${f(a)} ${f(w * 0.55)},${f(a * 0.3)}s${f(w * 0.3)},${f(-a)} ${f(w * 0.45)},${f(-a * 0.2)}`;
  }
  return s("path", { class: "grain", d });
}

/**
 * A checker centered at the origin: light ones have rings, dark ones a rosette, so the sides differ without color.
 * @param {"w" | "b"} side
 */
export function checker(side, r = RADIUS) {
  const turned =
    side === "w"
      ? [s("circle", { class: "ring", r: f(r * 0.66) }), s("circle", { class: "ring soft", r: f(r * 0.54) })]
      : [
          s("circle", { class: "ring", r: f(r * 0.7) }),
          ...[0, 45, 90, 135].map((turn) =>
            s("ellipse", { class: "petal", rx: f(r * 0.36), ry: f(r * 0.09), transform: `rotate(${turn})` }),
          ),
        ];
  return s(
    "g",
    { class: `ck ${side}` },
    s(
      "g",
      { class: "disc-face" },
      s("circle", { class: "shade", cy: f(r * 0.09), r }),
      s("circle", { class: "body", r: f(r - 1.2) }),
      ...turned,
    ),
    s("circle", { class: "pinring", r: f(r - 1.4) }),
    s("circle", { class: "pinhead", r: 6 }),
    s("rect", { class: "edgewise", x: -26, y: -8.6, width: 52, height: 17.2, rx: 5 }),
  );
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** The pips of a die's face, centered at the origin. @param {number} value @param {number} size */
export function pips(value, size) {
  return PIPS[value].map(([a, b]) => s("circle", { class: "pip", cx: f(a * size * 0.26), cy: f(b * size * 0.26), r: f(size * 0.093) }));
}

/** A die centered at the origin. @param {number} value @param {"w" | "b"} side @param {number} size @param {boolean} used */
export function die(value, side, size, used) {
  const h2 = size / 2;
  const plate = { x: -h2, width: size, height: size, rx: f(size * 0.22) };
  return s(
    "g",
    { class: `die ${side}${used ? " used" : ""}` },
    s("rect", { ...plate, y: -h2 + 3, class: "shade" }),
    s("rect", { ...plate, y: -h2, class: "face" }),
    s("g", { class: "pips" }, ...pips(value, size)),
    used &&
      s("path", {
        class: "tick",
        d: `M${f(-size * 0.17)},${f(size * 0.02)}l${f(size * 0.13)},${f(size * 0.13)} ${f(size * 0.22)},${f(-size * 0.26)}`,
      }),
  );
}

/** The doubling cube centered at the origin. @param {number} value */
export function cube(value, size = 46) {
  const h2 = size / 2;
  return s(
    "g",
    { class: "cube" },
    s("rect", { class: "shade", x: -h2, y: -h2 + 3, width: size, height: size, rx: 8 }),
    s("rect", { class: "face", x: -h2, y: -h2, width: size, height: size, rx: 8 }),
    s("text", { y: 8.5, "font-size": value > 99 ? 18 : value > 9 ? 23 : 26 }, String(value)),
  );
}

/** The bomb centered at the origin. */
export function bomb() {
  return s(
    "g",
    { class: "bomb" },
    s("path", { class: "fuse", d: "M9,-14c5,-9 12,-6 11,-13" }),
    s("path", { class: "spark", d: "M20,-36l2.4,5.6 5.6,2.4 -5.6,2.4 -2.4,5.6 -2.4,-5.6 -5.6,-2.4 5.6,-2.4z" }),
    s("circle", { cy: 2, r: 19 }),
    s("rect", { x: 3, y: -20, width: 11, height: 8, rx: 2, transform: "rotate(32 8 -16)" }),
    s("path", { class: "glint", d: "M-11,-3a13,13 0 0 1 8,-8" }),
  );
}
