// The board by keyboard and screen reader: 26 named places with a roving tabindex.

import { s } from "../dom.js";
import { BAR, OFF, PITCH, column, middle, opposite } from "./geometry.js";

export class KeyboardInput {
  /** @param {import("./board.js").Board} board @param {import("./board.js").Wants} wants */
  constructor(board, wants) {
    this.board = board;
    this.wants = wants;
    this.here = 24;
    this.typed = "";
    /** @type {Map<number, SVGRectElement>} */
    this.places = new Map();
    for (const place of this.order()) this.places.set(place, this.place(place));
    const group = s("g", { class: "places" }, ...this.places.values());
    board.svg.insertBefore(group, board.marks.above);
    board.svg.addEventListener("keydown", (event) => this.press(event));
    this.rename();
  }

  /** The reading order: upper row, lower row, bar, off. */
  order() {
    const upper = [...Array(12).keys()].map((i) => i + 13);
    const lower = [...Array(12).keys()].map((i) => 12 - i);
    const rows = this.board.mirror ? [upper.reverse(), lower.reverse()] : [upper, lower];
    return [...rows[0], ...rows[1], BAR, OFF];
  }

  /** @param {number} place */
  place(place) {
    const { g, mirror } = this.board;
    const at = middle(g);
    const box = { class: "place", role: "button", tabindex: place === this.here ? 0 : -1 };
    if (place === BAR) return s("rect", { ...box, x: at.bar - 28, y: g.H / 2 - 240, width: 56, height: 480, rx: 8 });
    if (place === OFF && g.tray) return s("rect", { ...box, x: at.tray, y: at.y + 12, width: g.tray, height: at.y - g.rim - 12, rx: 8 });
    if (place === OFF)
      return s("rect", { ...box, x: column(g, 6, mirror).x - 28, y: g.H - g.rim + 4, width: 356, height: g.rim - 6, rx: 6 });
    const { x, top } = column(g, place, mirror);
    return s("rect", { ...box, x: x - PITCH / 2 + 1, y: top ? g.rim : g.H / 2 + 4, width: PITCH - 2, height: g.H / 2 - g.rim - 4, rx: 12 });
  }

  /** Update the accessible names of all places, and which one is chosen. */
  rename() {
    // Digits typed at an earlier position belong to it.
    this.typed = "";
    for (const [place, node] of this.places) {
      node.setAttribute("aria-label", this.wants.name(place));
      // Other places are no toggles: "not pressed" would be read out at each of them.
      if (place === this.board.marks.chosen) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
  }

  /** @param {number} place */
  go(place) {
    this.places.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = place;
    const node = this.places.get(place);
    node?.setAttribute("tabindex", "0");
    node?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.move(event.key) || this.type(event.key) || this.wants.key(letter(event).toLowerCase())) event.preventDefault();
  }

  /** The place with a number on this board. @param {string} digits */
  numbered(digits) {
    return this.order().find((one) => this.board.number(one) === String(Number(digits)));
  }

  /** @param {string} key */
  move(key) {
    const targets = this.board.pointer?.targets ?? [];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step && targets.length)
      return this.jump(
        step,
        targets.map((target) => target.place),
      );
    const order = this.order();
    const next = {
      ArrowLeft: order[(order.indexOf(this.here) + 25) % 26],
      ArrowRight: order[(order.indexOf(this.here) + 1) % 26],
      ArrowUp: this.here % 25 ? opposite(this.here) : 24,
      ArrowDown: this.here % 25 ? opposite(this.here) : 1,
      Home: 24,
      End: 1,
    }[key];
    if (next === undefined) return false;
    this.typed = "";
    this.go(next);
    return true;
  }

  /** While a checker is chosen, arrows move among its targets only. @param {number} step @param {number[]} targets */
  jump(step, targets) {
    const order = this.order().filter((place) => targets.includes(place));
    const at = order.indexOf(this.here);
    this.typed = "";
    this.go(order[(at + step + order.length) % order.length] ?? order[0]);
    return true;
  }

  /** Enter chooses or plays a checker; digits go to a place: `8 Enter 5 Enter`, or `8/5`. @param {string} key */
  type(key) {
    if (/^[0-9]$/.test(key)) {
      // No point has more than two digits; where two name none, the last one begins anew.
      const both = (this.typed + key).slice(-2);
      this.typed = this.numbered(both) === undefined ? key : both;
      const place = this.numbered(this.typed);
      if (place !== undefined) this.go(place);
      return true;
    }
    if (key === "/" || key === "Enter" || key === " ") {
      this.typed = "";
      this.wants.tap(this.here);
      return true;
    }
    if (key === "Escape") {
      this.typed = "";
      this.wants.tap(null);
      return true;
    }
    return false;
  }
}

/** The letter of a key; on a keyboard without Latin letters, by the position of the key. @param {KeyboardEvent} event */
const letter = ({ key, code }) => (/[a-z]/i.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? key));
