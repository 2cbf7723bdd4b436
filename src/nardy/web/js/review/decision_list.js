// Every decision of a review in a list, which can be filtered by grade.

import { h, renew } from "../dom.js";
import { keepFocus } from "../focus.js";
import { turnWord } from "../game/narration/notation.js";
import { t } from "../words.js";
import { actWord } from "./cube_tables.js";
import { isAct } from "./decision.js";
import { rollWord, signed } from "./number_words.js";

/** @typedef {import("./number_words.js").Decision} Decision */

export const FILTERS = /** @type {const} */ (["all", "blunder", "error", "inaccuracy"]);
/** @typedef {typeof FILTERS[number]} Filter */
/** The signs of grades in the list and the graph. @type {Record<Filter, string>} */
const SIGNS = { all: "", blunder: "▲", error: "●", inaccuracy: "▪" };

export class DecisionList {
  /** @param {(at: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {Filter} */
    this.filter = "all";
    /** The decisions by their places, and those who count for the filter. @type {Decision[]} */
    this.turns = [];
    /** @type {(one: Decision) => boolean} */
    this.counts = () => true;
    this.at = -1;
    this.chips = h("div", { class: "chips", role: "group", "aria-label": t("review.filter") });
    this.rows = h("ol", { class: "decisions" });
    this.note = h("p", { class: "muted sm" });
    this.element = h("section", { class: "panel turn-list", "aria-label": t("review.turns") }, this.chips, this.note, this.rows);
  }

  /** @param {Decision[]} turns @param {number} at @param {{counts: (one: Decision) => boolean, who: (one: Decision) => string, clean: string}} about Whose errors count, and the words for nobody's. */
  show(turns, at, { counts, who, clean }) {
    this.counts = counts;
    const isNew = turns !== this.turns || !this.rows.children.length;
    this.turns = turns;
    if (isNew) this.layChips();
    if (isNew || this.filter !== this.laid) this.layRows(who, clean);
    if (at !== this.at) this.mark(at);
    this.at = at;
  }

  layChips() {
    keepFocus(this.chips, () =>
      renew(
        this.chips,
        FILTERS.map((name) => {
          const n = name === "all" ? this.turns.length : this.turns.filter((one) => this.isShown(one, name)).length;
          return h(
            "button",
            {
              class: "chip",
              "aria-pressed": String(name === this.filter),
              "aria-label": `${t(`review.filter.${name}`)}: ${n}`,
              title: t(`review.filter.${name}`),
              onclick: () => this.choose(name),
            },
            `${SIGNS[name] || t("review.filter.all")} ${n}`,
          );
        }),
      ),
    );
  }

  /** @param {Filter} name */
  choose(name) {
    this.filter = name;
    [...this.chips.children].forEach((chip, n) => chip.setAttribute("aria-pressed", String(FILTERS[n] === name)));
    // The page lays the rows anew.
    const first = this.turns.findIndex((one) => this.isShown(one, name));
    const here = this.turns[this.at];
    this.go(here && this.isShown(here, name) ? this.at : first < 0 ? this.at : first);
  }

  /** @param {Decision} one @param {Filter} [filter] */
  isShown(one, filter = this.filter) {
    return filter === "all" || (one.grade === filter && this.counts(one));
  }

  /** @param {(one: Decision) => string} who @param {string} clean */
  layRows(who, clean) {
    this.laid = this.filter;
    const shown = this.turns.flatMap((one, n) => (this.isShown(one) ? [this.row(one, n, who(one))] : []));
    this.note.textContent = shown.length ? "" : this.filter === "all" ? "" : clean;
    keepFocus(this.rows, () => renew(this.rows, shown));
  }

  /** @param {Decision} one @param {number} n @param {string} who */
  row(one, n, who) {
    const grade = one.grade ? h("span", { class: `grade ${one.grade}` }, t(`grade.${one.grade}`)) : null;
    return h(
      "li",
      { "data-at": n },
      h(
        "button",
        { class: "seek", "aria-current": String(n === this.at), onclick: () => this.go(n) },
        h("span", { class: "muted num" }, String(n + 1)),
        h(
          "span",
          {},
          h("b", {}, isAct(one) ? actWord(one) : rollWord(one.dice)),
          isAct(one) ? null : ` ${turnWord(one.turn)}`,
          h("span", { class: "muted who" }, who),
          grade,
        ),
        h("span", { class: "num" }, one.loss >= 0.0005 ? signed(-one.loss) : ""),
      ),
    );
  }

  /** Mark the decision that is shown, and scroll the list to it. @param {number} at */
  mark(at) {
    for (const row of this.rows.children) {
      const isHere = row.getAttribute("data-at") === String(at);
      row.firstElementChild?.setAttribute("aria-current", String(isHere));
      if (!isHere) continue;
      const [box, own] = [this.rows.getBoundingClientRect(), row.getBoundingClientRect()];
      if (own.top < box.top) this.rows.scrollTop -= box.top - own.top;
      if (own.bottom > box.bottom) this.rows.scrollTop += own.bottom - box.bottom;
    }
  }

  /** The next decision that costs something, or the one before; -1 if there is none. @param {number} step 1 or -1. */
  nextMistake(step) {
    for (let n = this.at + step; n >= 0 && n < this.turns.length; n += step)
      if (this.turns[n].grade && this.counts(this.turns[n])) return n;
    return -1;
  }
}
