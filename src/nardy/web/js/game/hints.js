// Hints: what a strong bot would play; on request, and only in games against bots.

import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { fresh } from "../live.js";
import { t } from "../words.js";
import { numbering, turnWord } from "./narration/notation.js";

/** @import { Advised, ToClient, TurnAdvice } from "../protocol.js" */

/** Milliseconds after which the club is asked instead. */
const PATIENCE = 2000;
/** Plies of a hint that this browser gives at once, and of one that is asked for after it. */
const PLIES = 1;
const DEEP_PLIES = 2;

export class Hints {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** The id of the last request. */
    this.asked = "";
    /** Whether this browser may look deeper than its hint. */
    this.isShallow = false;
  }

  /** Whether this room has hints. */
  get offered() {
    const { me, facts, view } = this.page.play;
    return Boolean(
      me && view?.phase !== "over" && facts && !facts.pace && !facts.tournament && facts[me === "white" ? "black" : "white"]?.is_bot,
    );
  }

  button() {
    if (!this.offered) return null;
    return h("button", { class: "btn", "aria-label": t("hint"), onclick: () => this.ask() }, icon("bulb"), h("span", {}, t("hint")));
  }

  /** Ask this browser's own engine, which takes work off the club; the club knows the other games. */
  async ask() {
    const { play } = this.page;
    const late = new Promise((done) => setTimeout(done, PATIENCE, null));
    if (await this.told(Promise.race([this.isKnown ? ownAdvice(play.view.position, PLIES) : null, late]))) return;
    this.isShallow = false;
    play.live.send({ type: "hint", room: play.room, id: this.asked });
  }

  /** Look deeper with this browser's engine; the hint stays until then. @param {HTMLButtonElement} button */
  async look(button) {
    button.disabled = true;
    button.textContent = t("hint.looks");
    if (!(await this.told(ownAdvice(this.page.play.view.position, DEEP_PLIES)))) button.remove();
  }

  /** Show an advice of this browser unless another was asked for; false where it has none. @param {Promise<unknown>} asked */
  async told(asked) {
    const { version, room } = this.page.play;
    const id = (this.asked = fresh());
    const advice = /** @type {import("../offline/advice.js").Advice | null} */ (await asked);
    if (this.asked !== id) return true;
    if (!advice) return false;
    const { plies = 0, deepest = 0, ...said } = advice;
    // A cascade and a forced turn have no look-ahead at all.
    this.isShallow = plies > 0 && plies < deepest;
    this.hear({ type: "advised", id, room, version, ...said });
    return true;
  }

  close() {
    // An answer to come would open it again.
    this.asked = "";
    this.page.closeWhy();
  }

  /** Whether this browser's engine may know what is due: a roll, a turn, or the answer to a double. */
  get isKnown() {
    const { view } = this.page.play;
    return ["roll", "turn"].includes(view.phase) || view.offer === "double";
  }

  /** @param {ToClient} message */
  async hear(message) {
    const { page } = this;
    // The game may have gone on since the request.
    if (message.type !== "advised" || message.id !== this.asked || message.version !== page.play.version) return;
    const { hintCard, said } = await import("./hint_card.js");
    if (message.id !== this.asked || message.version !== page.play.version) return;
    // A hint is for a whole turn, so moves made so far are undone.
    if (message.turns.length && page.play.undo(true)) page.show();
    const [best] = message.turns;
    const asked = best ? { position: page.play.view.position, turn: best.turn } : null;
    // Turns are written in the numbering of the board on the screen.
    const number = numbering(page.play.me ?? "", page.play.laws);
    for (const one of message.turns) one.turn = turnWord(one.turn, number);
    page.explain(hintCard(message, asked, this));
    if (best) this.point(best);
    announce(said(message));
  }

  /** Show a turn by arrows. @param {TurnAdvice} turn */
  point({ moves }) {
    const { board } = this.page;
    board.marks.clear();
    for (const { from, to } of moves) board.marks.arrow(from, to, "best");
  }
}

/** The advice of this browser's engine; null where it has none. @param {string} position @param {number} plies */
async function ownAdvice(position, plies) {
  try {
    const { request } = await import("../offline/client.js");
    return await request({ ask: "advice", position, plies });
  } catch {
    // An old browser, or a page without https: the club answers.
    return null;
  }
}
