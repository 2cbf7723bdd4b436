// The second kind of click, and drawing: the right button or a long press. A tap clears what was drawn.

import { drawn } from "../../board/drawn.js";
import { s } from "../../dom.js";
import { announce } from "../../live_region.js";
import { settings } from "../../settings.js";
import { t } from "../../words.js";
import { placeWord } from "../narration/notation.js";

/** Milliseconds of a long press. */
const LONG = 450;
/** Pixels that a resting finger moves at most. */
const SLOP = 8;

export class Drawings {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("../../board/drawn.js").Drawing[]} */
    this.made = [];
    this.layer = s("g", { class: "drawn", "aria-hidden": "true" });
    /** The place where an arrow begins, and the pointer that draws it. @type {{from: number, id: number} | null} */
    this.drawing = null;
    /** The place from which the keyboard draws an arrow. @type {number | null} */
    this.from = null;
    this.timer = 0;
    this.version = 0;
    this.ears = new AbortController();
    const on = (
      /** @type {"pointerdown" | "pointermove" | "pointerup" | "pointercancel"} */ kind,
      /** @type {(event: PointerEvent) => void} */ does,
    ) =>
      // Captured, since a long press takes the pointer from the board.
      page.box.addEventListener(kind, does, { signal: this.ears.signal, capture: true });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", () => this.stop());
    page.input.draws = (kind, place) => this.byKey(kind, place);
  }

  close() {
    this.stop();
    this.ears.abort();
    this.page.input.draws = null;
  }

  /** Draw anew on a new board; another position has nothing drawn. */
  show() {
    const { board, play } = this.page;
    if (play.version !== this.version) this.clear();
    this.version = play.version;
    if (board && this.layer.parentNode !== board.svg) {
      board.svg.append(this.layer);
      this.lay();
    }
  }

  lay() {
    if (this.page.board) this.layer.replaceChildren(...drawn(this.page.board, this.made));
  }

  clear() {
    this.from = null;
    if (!this.made.length) return;
    this.made = [];
    this.lay();
  }

  /** @param {PointerEvent} event */
  placeOf(event) {
    return this.page.board.pointer?.place(event) ?? null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.stop();
    if (!this.page.board?.svg.contains(/** @type {Node} */ (event.target))) return;
    const place = this.placeOf(event);
    if (event.button === 2 && place !== null) this.drawing = { from: place, id: event.pointerId };
    if (event.button !== 0) return;
    this.start = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse" && place !== null) this.timer = setTimeout(() => this.press(event, place), LONG);
    // A finger that rests may be about to draw more.
    if (event.pointerType === "mouse") this.clear();
  }

  /** A finger has rested: from now on it draws. @param {PointerEvent} event @param {number} place */
  press(event, place) {
    this.page.board.pointer?.letGo();
    this.page.input.choose(null);
    navigator.vibrate?.(15);
    this.drawing = { from: place, id: event.pointerId };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { start } = this;
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) clearTimeout(this.timer);
  }

  /** @param {PointerEvent} event */
  up(event) {
    clearTimeout(this.timer);
    const { drawing } = this;
    if (!drawing || drawing.id !== event.pointerId) {
      if (event.button === 0) this.clear();
      return;
    }
    this.drawing = null;
    const to = this.placeOf(event);
    if (to === null) return;
    if (event.button === 0) event.stopPropagation();
    const { play, input } = this.page;
    if (to === drawing.from && settings.taps === "one" && play.moving && play.origins.has(to)) input.once(to, true);
    else this.toggle([drawing.from, to]);
  }

  /** Draw it, or take it away if it is there. @param {import("../../board/drawn.js").Drawing} one */
  toggle([from, to]) {
    const others = this.made.filter((other) => other[0] !== from || other[1] !== to);
    this.made = others.length < this.made.length ? others : [...this.made, [from, to]];
    this.lay();
    return others.length < this.made.length;
  }

  /** Draw at the place in focus: a ring, or the begin and then the end of an arrow. @param {"ring" | "arrow"} kind @param {number} place */
  byKey(kind, place) {
    const word = (/** @type {number} */ one) => placeWord(one, (n) => this.page.number(n));
    if (kind === "ring") {
      announce(t(this.toggle([place, place]) ? "draw.ring" : "draw.gone", { place: word(place) }));
    } else if (this.from === null || this.from === place) {
      this.from = place;
      announce(t("draw.from", { place: word(place) }));
    } else {
      const isThere = this.toggle([this.from, place]);
      announce(isThere ? t("draw.arrow", { from: word(this.from), to: word(place) }) : t("draw.gone"));
      this.from = null;
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.drawing = null;
  }
}
