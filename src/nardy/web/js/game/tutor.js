// The tutor: stops a blunder before it is sent, with a clue first and the answer second. Off by default, and
// only where hints are offered: in casual games against bots.

import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { fresh } from "../live.js";
import { settings } from "../settings.js";
import { learn, spoken, t } from "../words.js";
import { numbering, turnWord } from "./narration/notation.js";

/** @import { DieMove, ToClient, Tutored } from "../protocol.js" */

/** Milliseconds after which a turn is sent unasked: a busy club must not stop the game. */
const PATIENCE = 4000;

export class TutorPart {
  /** @param {import("./page.js").GamePage} page @param {() => boolean} offered */
  constructor(page, offered) {
    this.page = page;
    this.offered = offered;
    /** The question that waits for its answer. @type {{id: string, moves: DieMove[], key: string, timer: ReturnType<typeof setTimeout>} | null} */
    this.asked = null;
    /** The turn that is sent whatever the tutor says: it was told once. */
    this.passed = "";
    page.play.holdsBack = (moves) => this.holds(moves);
    learn("tutor");
  }

  close() {
    if (this.asked) clearTimeout(this.asked.timer);
    this.page.play.holdsBack = null;
  }

  get isOn() {
    return settings.tutor === "on" && this.offered() && !this.page.play.isOffline;
  }

  /** Keep a turn back and ask about it. @param {DieMove[]} moves */
  holds(moves) {
    const { play } = this.page;
    const key = this.key(moves);
    if (!this.isOn || this.passed === key) return false;
    if (this.asked?.key === key) return true;
    if (this.asked) clearTimeout(this.asked.timer);
    const id = fresh();
    this.asked = { id, moves, key, timer: setTimeout(() => this.send(id), PATIENCE) };
    play.live.send({ type: "tutor", room: play.room, id, moves });
    return true;
  }

  /** @param {DieMove[]} moves */
  key(moves) {
    return JSON.stringify([this.page.play.version, moves]);
  }

  /** Whether a turn is still on the board. @param {string} key */
  stands(key) {
    const { play } = this.page;
    return play.complete && this.key(play.steps(play.moment.made)) === key;
  }

  /** Send the turn that was asked about, if it is still on the board. @param {string} id */
  send(id) {
    const { asked } = this;
    if (asked?.id !== id) return;
    clearTimeout(asked.timer);
    this.asked = null;
    if (!this.stands(asked.key)) return;
    this.passed = asked.key;
    this.page.play.confirm();
  }

  /** @param {ToClient} message */
  hear(message) {
    const { asked } = this;
    if (!asked) return false;
    if (message.type === "refused" && message.id === asked.id) {
      this.send(asked.id);
      return true;
    }
    if (message.type !== "tutored" || message.id !== asked.id) return false;
    const isLate = message.version !== this.page.play.version || !this.stands(asked.key);
    if (message.loss === null || isLate) this.send(asked.id);
    else this.warn(message, asked);
    return true;
  }

  /** Show a clue in place of sending the turn. @param {Tutored} told @param {{timer: ReturnType<typeof setTimeout>, moves: DieMove[], key: string}} asked */
  warn(told, asked) {
    clearTimeout(asked.timer);
    this.asked = null;
    this.passed = asked.key;
    const { page } = this;
    const heading = h("h2", { tabindex: -1 }, t("tutor.title"));
    const clue = told.clue[spoken()] ?? "";
    const body = h("div", { class: "tutor-words" }, h("p", {}, clue));
    const answer = h("button", { class: "btn show", onclick: () => this.answer(told, body, answer) }, t("tutor.answer"));
    const card = h(
      "section",
      { class: "why hint-card", role: "dialog", "aria-label": t("tutor.title") },
      heading,
      body,
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn", onclick: () => this.again() }, t("tutor.again")),
        answer,
        h("button", { class: "btn quiet", onclick: () => this.anyway(asked.moves) }, t("tutor.anyway")),
      ),
    );
    page.explain({ card, heading });
    announce(`${t("tutor.title")} ${clue}`);
  }

  /** Take the turn back. */
  again() {
    const { page } = this;
    page.closeWhy();
    page.play.undo(true);
    page.show();
    page.board.keyboard?.go(24);
  }

  /** Send the turn all the same, also when the answer has taken it back. @param {DieMove[]} moves */
  anyway(moves) {
    this.page.closeWhy();
    this.page.play.act("play", { moves });
  }

  /** Tell the better turn and why it is better. @param {Tutored} told @param {HTMLElement} body @param {HTMLElement} button */
  answer({ best, loss, reasons }, body, button) {
    if (!best) return;
    const { page } = this;
    const turn = turnWord(best.turn, numbering(page.play.me ?? "", page.play.laws));
    const points = (loss ?? 0).toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const words = [t("tutor.best", { turn, points }), ...(reasons[spoken()] ?? [])];
    body.append(...words.map((one) => h("p", {}, one)));
    button.remove();
    page.play.undo(true);
    page.show();
    page.board.marks.clear();
    for (const { from, to } of best.moves) page.board.marks.arrow(from, to, "best");
    announce(words.join(" "));
  }
}
