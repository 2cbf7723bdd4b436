// Another turn tried on the board of a review, by moving checkers; the coach says what it is worth.

import { explain } from "../coach/why.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { Practice } from "../game/practice.js";
import { spoken, t } from "../words.js";

/** @typedef {import("./saved.js").Tried} Tried */

/** The text of a turn without a move. */
const DANCE = "(no move)";

export class Trying {
  /** @param {HTMLDivElement} box Where the board of the review stands. @param {{done: (one: Tried) => void, left: () => void}} wants */
  constructor(box, wants) {
    this.box = box;
    this.wants = wants;
    this.isOn = false;
    this.position = "";
    this.note = h("p", { class: "muted", role: "status" });
    this.value = h("button", { class: "btn act", onclick: () => this.judge() }, t("review.value"));
    this.element = h(
      "div",
      { class: "trying", hidden: true },
      this.note,
      h(
        "div",
        { class: "row wrap" },
        this.value,
        h("button", { class: "btn", onclick: () => this.practice.undo() }, t("undo")),
        h("button", { class: "btn quiet", onclick: () => this.leave() }, t("close")),
      ),
    );
    this.practice = new Practice(
      { act: () => this.judge(), refuse: (verdict) => this.refuse(verdict), show: () => this.show() },
      { tall: false },
    );
  }

  close() {
    this.practice.close();
  }

  /** Begin with a position and its roll. @param {string} position */
  async begin(position) {
    this.start(position);
    await this.practice.open(position);
    this.show();
  }

  /** Begin with a position as the club sent it. @param {import("../protocol.js").Board} told */
  async lay(told) {
    this.start(told.view.position);
    await this.practice.lay(told);
    this.show();
  }

  /** @param {string} position */
  start(position) {
    this.isOn = true;
    this.practice.box = this.box;
    this.position = position;
    this.element.hidden = false;
    this.note.textContent = t("review.trying");
  }

  leave() {
    if (!this.isOn) return;
    this.isOn = false;
    // It lays its board anew when settings change.
    this.practice.box = h("div", {});
    this.element.hidden = true;
    this.wants.left();
  }

  show() {
    if (!this.isOn || !this.practice.play) return;
    this.value.disabled = !this.practice.play.complete;
  }

  /** @param {import("../protocol.js").MoveVerdict} verdict */
  refuse(verdict) {
    if (!verdict.law) return;
    this.practice.board.marks.clear();
    this.practice.board.marks.refuse(verdict.move?.to ?? 0);
    this.note.textContent = verdict.says[spoken()] ?? verdict.says.en;
  }

  /** Ask what the turn is worth, and hand it over. */
  async judge() {
    const { play } = this.practice;
    if (!this.isOn || !play.complete || !play.moment) return;
    const moves = play.steps(play.moment.made).map(({ from, to }) => /** @type {[number, number]} */ ([from, to]));
    const turn = moves.map(([from, to]) => `${from === 25 ? "bar" : from}/${to || "off"}`).join(" ") || DANCE;
    this.note.textContent = t("coach.thinks");
    const { position } = this;
    try {
      const told = await explain({ position, turn });
      if (!this.isOn || position !== this.position) return;
      const own = told.is_best
        ? { turn: told.best, moves: told.best_moves, loss: 0 }
        : { turn: told.played, moves: told.played_moves, loss: told.loss };
      this.wants.done(own);
      this.leave();
    } catch (error) {
      const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
      const fair = await fairPlay(law, message);
      this.note.replaceChildren(fair ? fair[0] : message, " ", fair?.[1] ?? "");
    }
  }
}
