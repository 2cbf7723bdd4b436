// The board without its checkers: drawn once.

import { s } from "../dom.js";
import { column, edge, middle } from "./geometry.js";
import { grain, half, lance, star } from "./shapes.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{mini?: boolean, mirror?: boolean, parallel?: boolean}} Look */

let lamps = 0;

/** Frame, field, points and furniture, from the ground up. @param {Geometry} g @param {Look} look */
export function background(g, look) {
  return s("g", { class: "table" }, ...ground(g, look), ...points(g, look), ...(g.tray ? trays(g) : []), ...hinge(g, look));
}

/** @param {Geometry} g @param {Look} look */
function ground(g, { mini = false, mirror = false, parallel = false }) {
  const halves = [g.left, g.left + 360 + g.bar];
  const shape = (/** @type {number} */ x) => half(x, g.rim + 17, g.H - g.rim - 17);
  const at = middle(g);
  const own = line(g, 1, mirror, "own");
  const their = line(g, parallel ? 13 : 19, mirror, "their");
  return [
    s("rect", { class: "frame", width: g.W, height: g.H, rx: g.tray ? 20 : 0 }),
    !mini && grain(12, 8, g.W - 24, g.rim - 10, 3),
    !mini && grain(12, g.H - g.rim + 4, g.W - 24, g.rim - 12, 3),
    g.tray ? s("rect", { class: "frameline", x: 5, y: 5, width: g.W - 10, height: g.H - 10, rx: 16 }) : null,
    ...halves.map((x) => s("path", { class: "field", d: shape(x) })),
    ...(mini ? [] : halves.map((x) => grain(x, g.rim + 20, 360, g.H - 2 * g.rim - 40, 26))),
    ...halves.map((x) => s("path", { class: "fieldline", d: shape(x) })),
    s("g", { class: "inlay left" }, star(at.left, at.y, 44)),
    s("g", { class: "inlay right" }, star(at.right, at.y, 44)),
    ...(mini ? [] : [...lamp(g, halves.map(shape)), own, their]),
  ];
}

/** A radial gradient: light on the middle of the board. @param {Geometry} g @param {string[]} shapes */
function lamp(g, shapes) {
  // Ids must be unique in the document, and a page may show several boards.
  const id = `lamp${++lamps}`;
  const stop = (/** @type {number} */ offset, /** @type {string} */ color, /** @type {number} */ opacity) =>
    s("stop", { offset, "stop-color": color, "stop-opacity": opacity });
  const glow = { id, gradientUnits: "userSpaceOnUse", cx: g.W * 0.47, cy: g.H * 0.46, r: g.W * 0.62 };
  return [
    s("radialGradient", glow, stop(0, "#fff", 0.13), stop(0.55, "#fff", 0), stop(1, "#000", 0.24)),
    ...shapes.map((d) => s("path", { class: "lamp", d, fill: `url(#${id})` })),
  ];
}

/** The brass line of a home. @param {Geometry} g @param {number} from @param {boolean} mirror @param {string} whose */
function line(g, from, mirror, whose) {
  const [a, b] = [column(g, from, mirror), column(g, from + 5, mirror)];
  const y = a.top ? g.rim - 4.5 : g.H - g.rim + 4.5;
  return s("path", { class: `homeline ${whose}`, d: `M${Math.min(a.x, b.x) - 26},${y}H${Math.max(a.x, b.x) + 26}` });
}

/** The outline of a point. @param {Geometry} g @param {number} point @param {boolean} mirror */
export function outline(g, point, mirror) {
  const { x, top } = column(g, point, mirror);
  return lance(x, top ? g.rim + 6 : g.H - g.rim - 6, g.point + 4, !top);
}

/** @param {Geometry} g @param {Look} look */
function points(g, { mini = false, mirror = false }) {
  const numbers = [...Array(24).keys()].map((i) => i + 1);
  return numbers.flatMap((n) => {
    const { x, top } = column(g, n, mirror);
    const kind = n % 2 ? "b" : "a";
    const tip = g.rim + g.point + 16;
    return [
      s("path", { class: `pt ${kind}`, d: outline(g, n, mirror) }),
      s("circle", { class: "fin", cx: x, cy: top ? tip : g.H - tip, r: 3.4 }),
      !mini &&
        s(
          "text",
          { class: "no", "data-no": n, x, y: (top ? g.numberY : g.H - g.numberY) + g.number * 0.36, "font-size": g.number },
          String(n),
        ),
    ];
  });
}

/** @param {Geometry} g */
function trays(g) {
  const at = middle(g);
  const box = { class: "tray", x: at.tray, width: g.tray, height: at.y - g.rim - 12, rx: 8 };
  let d = "";
  for (let i = 1; i < 15; i++)
    d += `M${at.tray + 8},${g.rim + 5 + i * edge(g)}h${g.tray - 16}M${at.tray + 8},${g.H - g.rim - 5 - i * edge(g)}h${g.tray - 16}`;
  return [s("rect", { ...box, y: g.rim }), s("rect", { ...box, y: at.y + 12 }), s("path", { class: "sockets", d })];
}

/** @param {Geometry} g @param {Look} look */
function hinge(g, { mini = false }) {
  const x = middle(g).bar;
  const plates = mini
    ? []
    : [0.18, 0.82].flatMap((part) => {
        const y = g.H * part;
        return [
          s("rect", { class: "brass", x: x - 8, y: y - 26, width: 16, height: 52, rx: 3 }),
          s("circle", { class: "screw", cx: x, cy: y - 17, r: 2.4 }),
          s("circle", { class: "screw", cx: x, cy: y + 17, r: 2.4 }),
        ];
      });
  return [s("path", { class: "hinge", d: `M${x},6V${g.H - 6}` }), ...plates];
}
