// The checkers: each is one SVG node for the whole game, so that its moves can be animated.

import { s } from "../dom.js";
import { paced, sound, still } from "../settings.js";
import { BAR, OFF, capacity, spotOff, spotOn, spotOnBar } from "./geometry.js";
import { checker } from "./shapes.js";

/** @import { Geometry, Spot } from "./geometry.js" */
/** Counts by the owner's numbering, 0 (off) to 25 (bar); pinned points by the owner's numbering too. */
/** @typedef {{mine: number[], theirs: number[], minePinned: number[], theirsPinned: number[]}} CheckerCounts */
/** @typedef {{g: Geometry, mirror: boolean, facing: (n: number) => number, light: "mine" | "theirs"}} Frame */

/** @type {("mine" | "theirs")[]} */
const SIDES = ["mine", "theirs"];
const EASE = "cubic-bezier(.2,.8,.3,1)";

/** Milliseconds that a checker travels. @param {Spot} a @param {Spot} b */
export const travel = (a, b) => paced(Math.min(320, 180 + 0.12 * Math.hypot(a.x - b.x, a.y - b.y)));

export class Checkers {
  /** @param {Frame} frame @param {boolean} [mini] */
  constructor(frame, mini = false) {
    this.frame = frame;
    this.mini = mini;
    /** Whether its moves are not heard. */
    this.quiet = false;
    this.layer = s("g", { class: "checkers" });
    this.counts = s("g", { class: "counts", "aria-hidden": "true" });
    /** @type {{mine: SVGGElement[][], theirs: SVGGElement[][]}} */
    this.stacks = { mine: [], theirs: [] };
    /** @type {WeakMap<SVGGElement, Spot>} */
    this.spots = new WeakMap();
    /** @type {CheckerCounts | null} */
    this.checkers = null;
  }

  /**
   * Show these checkers, with animation. Returns its duration in milliseconds.
   * @param {CheckerCounts} checkers @param {{animate?: boolean}} [how]
   */
  show(checkers, { animate = true } = {}) {
    const moved = this.checkers ? [...this.shift("mine", checkers), ...this.shift("theirs", checkers)] : (this.begin(checkers), []);
    this.checkers = checkers;
    // Moving checkers are drawn above the others.
    for (const element of moved) this.layer.append(element);
    let longest = 0;
    for (const side of SIDES)
      this.stacks[side].forEach((stack, place) => {
        stack.forEach((element, i) => {
          longest = Math.max(longest, this.put(element, this.spot(side, place, i, stack.length), animate && moved.length > 0));
          const pins = i === 0 && this.captive(side, place);
          element.classList.toggle("pins", pins);
          element.classList.toggle("off", place === OFF);
        });
      });
    this.recount();
    if (longest && !this.quiet)
      sound(
        moved.some((element) => this.stacks.mine[BAR].includes(element) || this.stacks.theirs[BAR].includes(element)) ? "hit" : "land",
        longest,
      );
    return longest;
  }

  /** The outermost checker of a place. @param {"mine" | "theirs"} side @param {number} place */
  outermost(side, place) {
    return this.stacks[side][place]?.at(-1) ?? null;
  }

  /** The center of checker i of n on a place. @param {"mine" | "theirs"} side @param {number} place @param {number} i @param {number} n */
  spot(side, place, i, n) {
    const { g, mirror, facing } = this.frame;
    if (place === BAR) return spotOnBar(g, side === "mine", i, n);
    if (place === OFF) return spotOff(g, side === "mine", i, mirror);
    const point = side === "mine" ? place : facing(place);
    return spotOn(g, point, { i, n, captive: this.captive(side, place), mirror });
  }

  /** The center of the next checker to land on a place. @param {"mine" | "theirs"} side @param {number} place @param {boolean} [hits] */
  landing(side, place, hits = false) {
    const n = this.stacks[side][place]?.length ?? 0;
    const { g, mirror, facing } = this.frame;
    if (hits && place !== OFF) return spotOn(g, side === "mine" ? place : facing(place), { i: 0, n: 1, mirror });
    if (place === OFF || place === BAR) return this.spot(side, place, n, n + 1);
    return this.spot(side, place, Math.min(n, capacity(g) - 1), Math.min(n + 1, capacity(g)));
  }

  /** Whether the side pins an opposing checker on this place. @param {"mine" | "theirs"} side @param {number} place */
  captive(side, place) {
    if (!this.checkers || place === BAR || place === OFF) return false;
    const under = side === "mine" ? this.checkers.theirsPinned : this.checkers.minePinned;
    return under.includes(this.frame.facing(place));
  }

  /** @param {CheckerCounts} checkers */
  begin(checkers) {
    this.checkers = checkers;
    for (const side of SIDES) {
      const color = (side === "mine") === (this.frame.light === "mine") ? "w" : "b";
      // Pinned checkers lie under those that pin them, so they are drawn first.
      this.stacks[side] = checkers[side].map((count) => [...Array(count).keys()].map(() => checker(color)));
    }
    const caught = [
      ...checkers.minePinned.map((p) => this.stacks.mine[p][0]),
      ...checkers.theirsPinned.map((p) => this.stacks.theirs[p][0]),
    ];
    this.layer.replaceChildren(
      ...caught,
      ...this.stacks.mine.flat().filter((e) => !caught.includes(e)),
      ...this.stacks.theirs.flat().filter((e) => !caught.includes(e)),
    );
  }

  /**
   * Move nodes from places with too many checkers to places with too few.
   * @param {"mine" | "theirs"} side @param {CheckerCounts} checkers
   */
  shift(side, checkers) {
    const stacks = this.stacks[side];
    /** @type {SVGGElement[]} */
    const moved = [];
    for (let place = BAR; place >= 0; place--)
      // A count below 0 would never be reached.
      while ((stacks[place]?.length ?? 0) > Math.max(0, checkers[side][place]))
        moved.push(/** @type {SVGGElement} */ (stacks[place].pop()));
    const order = [...moved];
    for (let place = BAR; place >= 0; place--)
      while (order.length && stacks[place].length < checkers[side][place]) stacks[place].push(/** @type {SVGGElement} */ (order.shift()));
    return moved;
  }

  /** @param {SVGGElement} element @param {Spot} spot @param {boolean} animate */
  put(element, spot, animate) {
    const before = this.spots.get(element);
    if (before && before.x === spot.x && before.y === spot.y) return 0;
    this.spots.set(element, spot);
    element.setAttribute("transform", `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`);
    if (!before || !animate) return 0;
    if (still()) {
      element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 80 });
      return 80;
    }
    const from = element.dataset.held ? this.held(element) : before;
    const duration = travel(from, spot);
    element.animate([{ transform: `translate(${from.x}px,${from.y}px)` }, { transform: `translate(${spot.x}px,${spot.y}px)` }], {
      duration,
      easing: EASE,
    });
    return duration;
  }

  /** Where the pointer released a checker. @param {SVGGElement} element */
  held(element) {
    const [x, y] = (element.dataset.held ?? "0 0").split(" ").map(Number);
    delete element.dataset.held;
    return { x, y };
  }

  /** Show the number of checkers on stacks too high to show them all. */
  recount() {
    const { g } = this.frame;
    /** @type {SVGGElement[]} */
    const badges = [];
    for (const side of SIDES)
      this.stacks[side].forEach((stack, place) => {
        const n = stack.length;
        const most = place === BAR ? 2 : capacity(g);
        if (this.mini || !n || (place !== OFF && n <= most)) return;
        if (place === OFF && !g.tray) return;
        const at = this.spot(side, place, n - 1, n);
        if (place === OFF)
          badges.push(s("g", { class: "offn" }, s("text", { x: at.x, y: at.y + (side === "mine" ? -14 : 26) }, String(n))));
        else
          badges.push(
            s("g", { class: "count" }, s("circle", { cx: at.x, cy: at.y, r: 14.5 }), s("text", { x: at.x, y: at.y + 6.4 }, String(n))),
          );
      });
    this.counts.replaceChildren(...badges);
  }
}
