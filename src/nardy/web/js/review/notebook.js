// The reader's own part of a review as a list: turns that they tried, what goes on from each, and a note.

import { h, icon } from "../dom.js";
import { turnWord } from "../game/narration/notation.js";
import { t } from "../words.js";
import { rollWord, signed } from "./number_words.js";
import { LONGEST } from "./saved.js";

/** @typedef {import("./saved.js").Tried} Tried */
/** @typedef {[number, number]} Roll */
/** @typedef {{look: (one: Tried) => void, goOn: ((one: Tried, roll: Roll) => void) | null, changed: () => void}} Wants */

const DICE = [1, 2, 3, 4, 5, 6];
const ROLLS = DICE.flatMap((high) => DICE.filter((low) => low <= high).map((low) => /** @type {Roll} */ ([high, low])));

export class Notebook {
  /** @param {import("./saved.js").SavedReview} saved @param {Wants} wants */
  constructor(saved, wants) {
    this.saved = saved;
    this.wants = wants;
    this.number = -1;
    /** The turn that is looked at. @type {Tried | null} */
    this.looked = null;
    /** The turn whose next roll is being chosen. @type {Tried | null} */
    this.open = null;
    this.rows = h("ul", { class: "tried" });
    this.text = h("textarea", { class: "field", id: "review-note", rows: 2, maxlength: LONGEST, oninput: () => this.write() });
    this.where = h("p", { class: "muted xs" });
    const label = h("label", { for: "review-note", class: "sm" }, t("review.note"));
    this.element = h("div", { class: "notebook" }, this.rows, label, this.text, this.where);
  }

  /** @param {number} number The decision's. @param {Tried | null} looked */
  show(number, looked) {
    // What comes from the club while somebody writes must not move their cursor.
    if (number !== this.number || document.activeElement !== this.text) this.text.value = this.saved.note(number);
    if (number !== this.number) this.open = null;
    this.number = number;
    this.looked = looked;
    this.where.textContent = t(this.saved.isAtClub ? "review.kept.club" : "review.kept");
    this.layRows();
  }

  layRows() {
    this.rows.replaceChildren(...this.saved.tried(this.number).map((one) => this.row(one)));
  }

  /** @param {Tried} one @returns {HTMLElement} */
  row(one) {
    const turn = turnWord(one.turn);
    const dice = diceOf(one.position ?? "");
    const isHere = one === this.looked;
    return h(
      "li",
      {},
      h(
        "div",
        { class: "tried-turn" },
        dice.length ? h("span", { class: "muted num" }, rollWord(dice)) : null,
        h("button", { class: "turn", "aria-current": String(isHere), onclick: () => this.wants.look(one) }, turn),
        dice.length ? null : h("span", { class: "tag" }, t("review.tag.tried")),
        h("span", { class: "num" }, one.loss === null ? "" : one.loss < 0.0005 ? "0" : signed(-one.loss)),
        this.wants.goOn ? this.opener(one, turn) : null,
        h(
          "button",
          { class: "btn quiet", "aria-label": t("review.tried.remove", { turn }), onclick: () => this.remove(one) },
          icon("cross"),
        ),
      ),
      one === this.open ? this.rolls(one, turn) : null,
      one.replies?.length ? h("ul", { class: "tried" }, ...one.replies.map((next) => this.row(next))) : null,
    );
  }

  /** @param {Tried} one @param {string} turn */
  opener(one, turn) {
    const isOpen = one === this.open;
    const onclick = () => {
      this.open = isOpen ? null : one;
      this.layRows();
      /** @type {HTMLElement | null} */ (this.rows.querySelector(isOpen ? ".turn" : ".next-rolls button"))?.focus();
    };
    return h(
      "button",
      { class: "btn quiet", "aria-expanded": String(isOpen), "aria-label": t("review.go_on.of", { turn }), onclick },
      t("review.go_on"),
    );
  }

  /** The rolls after a turn. @param {Tried} one @param {string} turn */
  rolls(one, turn) {
    const chip = (/** @type {Roll} */ roll) =>
      h("button", { class: "chip", onclick: () => ((this.open = null), this.wants.goOn?.(one, roll)) }, roll.join("-"));
    return h("div", { class: "chips next-rolls", role: "group", "aria-label": t("review.go_on.of", { turn }) }, ...ROLLS.map(chip));
  }

  /** @param {Tried} one */
  remove(one) {
    this.saved.remove(this.number, one);
    this.wants.changed();
  }

  write() {
    this.saved.write(this.number, this.text.value);
  }
}

/** The dice of a position's text: a roll, or what is left over of a cascade. @param {string} position */
export const diceOf = (position) => [...(/\b(?:dice|left)=(\d+)/.exec(position)?.[1] ?? "")].map(Number);
