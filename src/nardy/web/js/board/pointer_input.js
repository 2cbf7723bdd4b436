// Input by pointer: listeners on the board's root, places found by geometry.

import { still } from "../settings.js";
import { OFF, PITCH, placeAt } from "./geometry.js";

const SLOP = 6;
/** A touch so far above the mark for bearing off still counts, in the board's units; on a phone the mark is only 15 pixels high. */
const REACH = 14;
/** A dragged checker is drawn so far above the finger that it stays visible, in CSS pixels. */
const ABOVE_FINGER = 44;

export class PointerInput {
  /** @param {import("./board.js").Board} board @param {import("./board.js").Wants} wants */
  constructor(board, wants) {
    this.board = board;
    this.wants = wants;
    /** @type {{from: number | null, id: number, start: DOMPoint, element: SVGGElement | null, touch: boolean} | null} */
    this.holding = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.letGo());
    // A long press would open the menu in the middle of a drag.
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Where a pointer is, in the board's units. @param {PointerEvent} event @param {number} [raise] */
  spot(event, raise = 0) {
    const matrix = this.board.svg.getScreenCTM();
    return new DOMPoint(event.clientX, event.clientY - raise).matrixTransform(matrix?.inverse());
  }

  /** @param {PointerEvent} event */
  place(event, raise = 0) {
    const at = this.spot(event, raise);
    return this.isOff(at) ? OFF : placeAt(this.board.g, at, this.board.mirror);
  }

  /** Whether a spot is on the mark for bearing off, which a tall board shows instead of a tray. @param {DOMPoint} at */
  isOff({ x, y }) {
    const { g, svg } = this.board;
    const box = g.tray ? null : /** @type {SVGGraphicsElement | null} */ (svg.querySelector(".to-off"))?.getBBox();
    return Boolean(box && x >= box.x && x <= box.x + box.width && y >= box.y - REACH);
  }

  /** @param {PointerEvent} event */
  down(event) {
    // A second finger must not take over a drag.
    if (event.button !== 0 || this.holding) return;
    const pressed = /** @type {Element} */ (event.target).closest("[data-press]");
    if (pressed) {
      this.wants.press(/** @type {string} */ (/** @type {SVGElement} */ (pressed).dataset.press));
      return;
    }
    if (/** @type {Element} */ (event.target).closest(".throw.mine")) {
      this.wants.press("dice");
      return;
    }
    const place = this.place(event);
    const from = place !== null && this.wants.lift(place) ? place : null;
    this.holding = { from, id: event.pointerId, start: this.spot(event), element: null, touch: event.pointerType !== "mouse" };
    // So that a drag is followed, and its end heard, outside the board too.
    this.board.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const held = this.holding;
    if (!held || held.from === null || event.pointerId !== held.id) return;
    const at = this.spot(event);
    if (!held.element) {
      const scale = this.board.svg.getScreenCTM()?.a || 1;
      if (Math.hypot(at.x - held.start.x, at.y - held.start.y) * scale < SLOP) return;
      this.take(held);
    }
    const shown = this.spot(event, held.touch ? ABOVE_FINGER : 0);
    held.element?.setAttribute("transform", `translate(${shown.x.toFixed(1)} ${shown.y.toFixed(1)}) scale(1.12)`);
    if (held.element) held.element.dataset.held = `${shown.x.toFixed(1)} ${shown.y.toFixed(1)}`;
  }

  /** Lift the outermost checker. @param {NonNullable<PointerInput["holding"]>} held */
  take(held) {
    const { checkers, svg } = this.board;
    const from = /** @type {number} */ (held.from);
    // A tap could mean the target of a checker chosen before; a drag always takes this checker.
    this.wants.tap(null);
    if (!this.wants.lift(from)) return;
    held.element = checkers.outermost("mine", from);
    if (!held.element) return;
    held.element.classList.add("dragged");
    svg.append(held.element);
    svg.classList.add("dragging");
  }

  /** @param {PointerEvent} event */
  up(event) {
    const held = this.holding;
    if (!held || event.pointerId !== held.id) return;
    if (!held.element) {
      this.holding = null;
      this.wants.tap(this.place(event), true);
      return;
    }
    const to = this.nearest(event, held.touch ? ABOVE_FINGER : 0);
    this.release(held);
    if (to === held.from || !this.wants.drop(/** @type {number} */ (held.from), to)) this.back(held);
  }

  /** The target nearest to the dragged checker, or the place under it. @param {PointerEvent} event @param {number} raise */
  nearest(event, raise) {
    const at = this.spot(event, raise);
    const { checkers, g, mirror } = this.board;
    const near = this.targets
      .map((target) => ({ target, spot: checkers.landing("mine", target.place, target.hits) }))
      .map(({ target, spot }) => ({ target, far: Math.hypot(spot.x - at.x, spot.y - at.y) }))
      .filter(({ far }) => far < PITCH * 0.9)
      .sort((a, b) => a.far - b.far);
    if (near.length) return near[0].target.place;
    const place = placeAt(g, at, mirror);
    // A tall board has no tray: releasing below its rim bears off.
    if (place === null && !g.tray && at.y > g.H - g.rim) return 0;
    return place;
  }

  /** @type {import("./marks.js").Target[]} */
  targets = [];

  /** @param {NonNullable<PointerInput["holding"]>} held */
  release(held) {
    this.holding = null;
    const { checkers, svg } = this.board;
    held.element?.classList.remove("dragged");
    if (held.element) checkers.layer.append(held.element);
    svg.classList.remove("dragging");
  }

  /** Return a dragged checker to its place. @param {NonNullable<PointerInput["holding"]>} held */
  back(held) {
    const { element } = held;
    if (!element) return;
    const { checkers } = this.board;
    const home = checkers.spots.get(element);
    if (!home) return;
    const from = checkers.held(element);
    element.setAttribute("transform", `translate(${home.x.toFixed(1)} ${home.y.toFixed(1)})`);
    const frames = [{ transform: `translate(${from.x}px,${from.y}px) scale(1.12)` }, { transform: `translate(${home.x}px,${home.y}px)` }];
    if (!still()) element.animate(frames, { duration: 160, easing: "ease-out" });
  }

  /** Cancel a drag. */
  letGo() {
    const held = this.holding;
    if (!held) return;
    this.release(held);
    this.back(held);
  }
}
