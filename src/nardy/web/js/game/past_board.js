// An earlier moment of a running game, laid over its board until somebody goes back to now, or something happens.

import { ask } from "../api.js";
import { h, icon } from "../dom.js";
import { announce } from "../live_region.js";
import { open } from "../parts.js";
import { decisionBoard } from "../review/decision_board.js";
import { rollWord } from "../review/number_words.js";
import { t } from "../words.js";
import { numbering, turnWord } from "./narration/notation.js";
import { eventsOfGame, pastTurns } from "./past_moments.js";

/** @import { Reviewed } from "../protocol.js" */

/** @param {import("./page.js").GamePage} page */
export async function pastOf(page) {
  await open("past");
  return new PastBoard(page);
}

class PastBoard {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./past_moments.js").PastTurn[]} */
    this.turns = [];
    this.at = -1;
    this.picture = h("div", { class: "past-picture" });
    this.word = h("p", { class: "num" });
    this.due = h("b", {}, "");
    const button = (/** @type {import("../dom.js").Icon} */ name, /** @type {string} */ key, /** @type {() => void} */ does) =>
      h("button", { class: "btn", "aria-label": t(key), title: t(key), onclick: does }, icon(name));
    this.now = h("button", { class: "btn act", onclick: () => this.end() }, t("past.now"));
    this.element = h(
      "section",
      { class: "past", "aria-label": t("past.title"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) },
      this.picture,
      h(
        "div",
        { class: "past-bar" },
        h("div", {}, this.due, this.word),
        button("before", "past.before", () => this.go(this.at - 1)),
        button("after", "past.after", () => this.go(this.at + 1)),
        this.now,
      ),
    );
  }

  /** Show the moment before a turn, by the number of its event; without one, before the last turn. @param {number} [number] */
  async open(number) {
    const { play } = this.page;
    const [first] = eventsOfGame(play.events);
    if (first?.event.kind !== "started") return;
    const { version } = play;
    const told = await ask(`/api/position?text=${encodeURIComponent(first.event.position)}`).catch(() => null);
    // Something may have happened during the request.
    if (!told || version !== play.version || this.page.isLeft) return;
    this.turns = pastTurns(play.events, told.view, play.laws);
    if (!this.turns.length) return;
    this.page.box.append(this.element);
    const at = this.turns.findIndex((one) => one.number === number);
    this.go(at < 0 ? this.turns.length - 1 : at);
    this.now.focus({ preventScroll: true });
  }

  /** @param {number} at Behind the last turn it is now. */
  go(at) {
    if (at >= this.turns.length) return this.end();
    this.at = Math.max(0, at);
    this.show();
    return announce(`${this.word.textContent}. ${this.due.textContent}`);
  }

  show() {
    const { play } = this.page;
    const one = this.turns[this.at];
    if (!one || !this.element.isConnected) return;
    const dice = rollWord(one.dice);
    this.word.textContent = `${t("past.turn", { n: this.at + 1, of: this.turns.length })} ${this.page.name(one.player)}: ${dice} ${turnWord(one.turn, numbering(one.player, play.laws))}`;
    this.due.textContent = play.due ? t("past.due") : "";
    this.mark(one.number);
    const shown = /** @type {Reviewed} */ (/** @type {unknown} */ (one));
    const { laws, below } = play;
    this.picture.replaceChildren(
      decisionBoard({ laws, one: shown, below, label: this.word.textContent, arrows: [{ moves: one.moves, kind: "was" }] }),
    );
  }

  /** Mark the turn in the list. @param {number} [number] */
  mark(number) {
    for (const row of this.page.turns.querySelectorAll(".seek"))
      row.setAttribute("aria-current", String(row.getAttribute("data-at") === String(number)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.end(),
      Escape: () => this.end(),
    };
    if (!does[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    does[event.key]();
  }

  /** Back to now. */
  end() {
    if (!this.element.isConnected) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.remove();
    this.at = -1;
    this.mark();
    if (hadFocus) this.page.board.keyboard?.go(this.page.board.keyboard.here);
    announce(t("past.is_now"));
  }
}
