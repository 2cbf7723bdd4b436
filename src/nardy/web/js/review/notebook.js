// The reader's own part of a review: turns that they tried, and a note to a turn.

import { h, icon } from "../dom.js";
import { turnWord } from "../game/narration/notation.js";
import { t } from "../words.js";
import { signed } from "./number_words.js";
import { LONGEST } from "./saved.js";

/** @typedef {import("./saved.js").Tried} Tried */
/** @typedef {{look: (one: Tried) => void, changed: () => void}} Wants */

export class Notebook {
  /** @param {import("./saved.js").SavedReview} saved @param {Wants} wants */
  constructor(saved, wants) {
    this.saved = saved;
    this.wants = wants;
    this.number = -1;
    this.rows = h("ul", { class: "tried" });
    this.text = h("textarea", { class: "field", id: "review-note", rows: 2, maxlength: LONGEST, oninput: () => this.write() });
    const label = h("label", { for: "review-note", class: "sm" }, t("review.note"));
    this.element = h("div", { class: "notebook" }, this.rows, label, this.text, h("p", { class: "muted xs" }, t("review.kept")));
  }

  /** @param {number} number The decision's. */
  show(number) {
    if (number !== this.number) this.text.value = this.saved.note(number);
    this.number = number;
    this.rows.replaceChildren(...this.saved.tried(number).map((one) => this.row(one)));
  }

  /** @param {Tried} one */
  row(one) {
    const turn = turnWord(one.turn);
    const remove = () => {
      this.saved.remove(this.number, one.turn);
      this.wants.changed();
    };
    return h(
      "li",
      {},
      h("button", { class: "turn", onclick: () => this.wants.look(one) }, turn),
      h("span", { class: "tag" }, t("review.tag.tried")),
      h("span", { class: "num" }, one.loss === null ? "" : one.loss < 0.0005 ? "0" : signed(-one.loss)),
      h("button", { class: "btn quiet", "aria-label": t("review.tried.remove", { turn }), onclick: remove }, icon("cross")),
    );
  }

  write() {
    this.saved.write(this.number, this.text.value);
  }
}
