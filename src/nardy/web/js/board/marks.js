// Marks on the board: possible moves in turquoise, the last turn in amber, refusals in red.

import { s } from "../dom.js";
import { BAR, RADIUS, OFF, column, middle } from "./geometry.js";
import { outline } from "./background.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{place: number, hits: boolean, several: boolean}} Target */

export class Marks {
  /** @param {import("./checkers.js").Checkers} checkers */
  constructor(checkers) {
    this.checkers = checkers;
    this.below = s("g", { class: "marks below", "aria-hidden": "true" });
    this.above = s("g", { class: "marks above", "aria-hidden": "true" });
    this.arrows = s("g", { class: "marks arrows", "aria-hidden": "true" });
    /** The place of the chosen checker. @type {number | null} */
    this.chosen = null;
  }

  /** Mark the points of the last turn, in the numbering of the player below. @param {number[]} points */
  last(points) {
    const { g, mirror } = this.checkers.frame;
    this.below.replaceChildren(
      ...[...new Set(points)].flatMap((point) => {
        const d = outline(g, point, mirror);
        return [s("path", { class: "casing", d }), s("path", { class: "last", d })];
      }),
    );
  }

  /** Mark the chosen checker and its targets. Mark the bar where a checker must enter: it has no number to highlight. @param {number | null} chosen @param {Target[]} targets @param {boolean} enters */
  choose(chosen, targets, enters = false) {
    this.chosen = chosen;
    /** @type {SVGElement[]} */
    const marks = [];
    const waiting = this.checkers.stacks.mine[BAR]?.length ?? 0;
    if (enters && waiting && chosen === null)
      marks.push(...ring(this.checkers.spot("mine", BAR, waiting - 1, waiting), RADIUS + 1.5, "enters"));
    if (chosen !== null) {
      const n = this.checkers.stacks.mine[chosen]?.length ?? 0;
      if (n) marks.push(...ring(this.checkers.spot("mine", chosen, n - 1, n), RADIUS + 1.5, "chosen"));
    }
    this.above.replaceChildren(...marks, ...targets.flatMap((target) => this.target(target)));
  }

  /** @param {Target} target @returns {SVGElement[]} */
  target({ place, hits, several }) {
    const { g, mirror } = this.checkers.frame;
    if (place === OFF) return [this.off(g, mirror)];
    const at = this.checkers.landing("mine", place, hits);
    if (hits) return ring(at, RADIUS + 1, "to-hit");
    if (several) return ring(at, 13, "to-several");
    return [s("circle", { class: "to", cx: at.x, cy: at.y, r: 16 })];
  }

  /** The mark for bearing off. @param {Geometry} g @param {boolean} mirror */
  off(g, mirror) {
    if (g.tray)
      return s("rect", { class: "to-off", x: middle(g).tray, y: g.H / 2 + 12, width: g.tray, height: g.H / 2 - g.rim - 12, rx: 8 });
    const xs = [column(g, 1, mirror).x, column(g, 6, mirror).x];
    return s("rect", { class: "to-off", x: Math.min(...xs) - 28, y: g.H - g.rim + 6, width: 356, height: g.rim - 10, rx: 6 });
  }

  /** Mark a place where a checker cannot go. @param {number} place */
  refuse(place) {
    const { g, mirror } = this.checkers.frame;
    if (place < 1 || place > 24) return;
    const { x, top } = column(g, place, mirror);
    const y = top ? g.rim + g.point * 0.5 : g.H - g.rim - g.point * 0.5;
    const d = outline(g, place, mirror);
    this.arrows.append(
      s("path", { class: "casing", d }),
      s("path", { class: "refused", d }),
      s("g", { class: "cross", transform: `translate(${x} ${y})` }, s("circle", { r: 15 }), s("path", { d: "M-6,-6L6,6M6,-6L-6,6" })),
    );
  }

  /** An arrow along a move, in its player's numbering. @param {number} from @param {number} to @param {"best" | "was"} kind @param {"mine" | "theirs"} [side] */
  arrow(from, to, kind, side = "mine") {
    const stack = this.checkers.stacks[side][from]?.length ?? 0;
    const p = this.checkers.spot(side, from, Math.max(0, stack - 1), Math.max(1, stack));
    const q = this.checkers.landing(side, to);
    const bend = 0.18;
    const c = [(p.x + q.x) / 2 + (q.y - p.y) * bend, (p.y + q.y) / 2 - (q.x - p.x) * bend];
    const [dx, dy] = [q.x - c[0], q.y - c[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const e = [q.x - ux * 30, q.y - uy * 30];
    const f = (/** @type {number[]} */ v) => `${v[0].toFixed(1)},${v[1].toFixed(1)}`;
    const shaft = `M${p.x},${p.y}Q${f(c)} ${f(e)}`;
    const head = `M${f([e[0] - uy * 13, e[1] + ux * 13])}L${f([q.x - ux * 10, q.y - uy * 10])}L${f([e[0] + uy * 13, e[1] - ux * 13])}Z`;
    this.arrows.append(
      s(
        "g",
        { class: `arrow ${kind}` },
        s("path", { class: "under", d: shaft }),
        s("path", { class: "under head", d: head }),
        s("path", { d: shaft }),
        s("path", { class: "head", d: head }),
      ),
    );
  }

  /** Remove arrows and refusals. */
  clear() {
    this.arrows.replaceChildren();
  }
}

/** @param {import("./geometry.js").Spot} at @param {number} r @param {string} kind */
function ring(at, r, kind) {
  const circle = { cx: at.x.toFixed(1), cy: at.y.toFixed(1), r };
  return [s("circle", { ...circle, class: "casing" }), s("circle", { ...circle, class: kind })];
}
