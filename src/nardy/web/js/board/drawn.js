// Arrows and rings that a player draws for themselves; they mean nothing to the game.

import { s } from "../dom.js";
import { BAR, OFF, RADIUS, column, middle } from "./geometry.js";

/** A ring where both places are the same. @typedef {[from: number, to: number]} Drawing */

/** The middle of a place. @param {import("./board.js").Board} board @param {number} place */
function center({ g, mirror }, place) {
  const at = middle(g);
  if (place === BAR) return { x: at.bar, y: at.y };
  if (place === OFF) return g.tray ? { x: at.tray + g.tray / 2, y: g.H * 0.75 } : { x: column(g, 3, mirror).x + RADIUS, y: g.H - g.rim };
  const { x, top } = column(g, place, mirror);
  return { x, y: top ? g.rim + g.point * 0.42 : g.H - g.rim - g.point * 0.42 };
}

/** The nodes of what was drawn. @param {import("./board.js").Board} board @param {Drawing[]} drawings */
export const drawn = (board, drawings) => drawings.map(([from, to]) => (from === to ? ring(board, from) : arrow(board, from, to)));

/** @param {import("./board.js").Board} board @param {number} place */
function ring(board, place) {
  const { x, y } = center(board, place);
  const circle = { cx: x, cy: y, r: RADIUS + 6 };
  return s("g", {}, s("circle", { ...circle, class: "under" }), s("circle", circle));
}

/** @param {import("./board.js").Board} board @param {number} from @param {number} to */
function arrow(board, from, to) {
  const [p, q] = [center(board, from), center(board, to)];
  const far = Math.hypot(q.x - p.x, q.y - p.y) || 1;
  const [ux, uy] = [(q.x - p.x) / far, (q.y - p.y) / far];
  const at = (/** @type {number} */ back, /** @type {number} */ aside) =>
    `${(q.x - ux * back - uy * aside).toFixed(1)},${(q.y - uy * back + ux * aside).toFixed(1)}`;
  const d = `M${p.x},${p.y}L${at(24, 0)}M${at(30, 15)}L${at(4, 0)}L${at(30, -15)}`;
  return s("g", {}, s("path", { class: "under", d }), s("path", { d }));
}
