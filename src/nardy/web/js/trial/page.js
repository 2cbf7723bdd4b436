// A board to try in a text about the game: both sides are played by the reader, and a bot tells what it would do.

import { address, linkTo } from "../address.js";
import { h, icon } from "../dom.js";
import { evaluationOf } from "../editor/evaluation.js";
import { announce } from "../live_region.js";
import { request } from "../offline/client.js";
import { die } from "../offline/room.js";
import { open } from "../parts.js";
import { ways } from "../review/number_words.js";
import { spoken, t } from "../words.js";
import { TrialBoard } from "./board.js";

/** @import { Board, Candidate, DieMove, GameEvent, MoveVerdict, PositionEvaluation } from "../protocol.js" */
/** @typedef {import("../offline/trial.js").Asked} Asked */

export async function trialPage() {
  await Promise.all([open("game"), open("editor"), open("trial")]);
  const page = new TrialPage(address().searchParams.get("text") ?? "");
  await page.show();
  return page;
}

export class TrialPage {
  /** @param {string} text A position text. */
  constructor(text) {
    this.begun = text;
    this.text = text;
    /** What was done since. @type {GameEvent[]} */
    this.events = [];
    /** The position as it is now; set with the first answer. */
    this.told = /** @type {Board} */ (/** @type {unknown} */ (null));
    /** Counts the positions asked for: an answer about an earlier one is dropped. */
    this.asked = 0;
    this.board = new TrialBoard({
      act: (act, moves) => this.act(act, moves),
      refuse: (verdict) => this.refuse(verdict),
      show: () => this.lay(),
      ask: (wants, moves) => this.ask(wants, moves),
      back: () => this.back(),
    });
    this.heading = h("h1", { class: "spoken" });
    this.note = h("p", { class: "note", role: "status" });
    this.main = h("button", { class: "btn act", onclick: () => this.go() });
    this.dice = [0, 1].map((n) => this.select(n));
    this.undo = h("button", { class: "btn", onclick: () => this.board.undo() }, icon("undo"), t("undo"));
    this.judge = h("button", { class: "btn", onclick: () => this.think() }, icon("bulb"), t("trial.best"));
    this.link = h("a", { class: "btn", target: "_top" }, t("trial.editor"));
    this.evaluation = h("section", { class: "panel evaluation", "aria-label": t("editor.evaluation"), hidden: true });
    this.element = h(
      "main",
      { class: "trial editor", id: "page" },
      this.heading,
      this.board.box,
      this.note,
      h("div", { class: "row wrap" }, this.main, ...this.dice, this.judge),
      h(
        "div",
        { class: "row wrap" },
        this.undo,
        h("button", { class: "btn", onclick: () => this.board.flip() }, icon("flip"), t("flip")),
        h("button", { class: "btn", onclick: () => this.again() }, icon("first"), t("trial.again")),
        this.link,
      ),
      this.evaluation,
    );
  }

  close() {
    this.board.close();
  }

  /** A choice for a die. @param {number} n */
  select(n) {
    const select = h(
      "select",
      { class: "field", "aria-label": t("editor.die", { n: n + 1 }), onchange: () => this.choose(n, Number(select.value)) },
      ...[0, 1, 2, 3, 4, 5, 6].map((value) => h("option", { value }, value ? String(value) : "–")),
    );
    return select;
  }

  /** Ask the worker about the position, with the moves of the turn being made. @param {Asked["wants"]} wants @param {DieMove[]} [moves] */
  ask(wants, moves = []) {
    const { text, events } = this;
    return request({ ask: "trial", trial: { text, events, wants, moves } });
  }

  /** Show the position as it is now. */
  async show() {
    const asked = ++this.asked;
    const told = /** @type {Board} */ (await this.ask("board"));
    if (asked !== this.asked) return;
    this.told = told;
    this.heading.textContent = told.laws.name[spoken()];
    document.title = `${told.laws.name[spoken()]} · nardy`;
    this.evaluation.hidden = true;
    const { view } = told;
    this.dice.forEach((select, n) => {
      select.value = String(view.roll[n] ?? 0);
      select.disabled = Boolean(view.result);
    });
    this.judge.disabled = Boolean(view.result);
    this.link.hidden = Boolean(view.result);
    this.link.setAttribute("href", linkTo(`/board?text=${encodeURIComponent(view.position)}`));
    await this.board.lay(told);
    announce(this.says());
  }

  /** The state of the game in words. @returns {string} */
  says() {
    const { view } = this.told;
    const who = t(`seat.${view.to_act}`);
    if (view.result) return resultWords(view.result);
    if (view.phase === "roll") return t("trial.roll", { who });
    if (!this.board.play.complete) return t("trial.play", { who });
    return t(this.board.isBegun ? "trial.whole" : "trial.dance", { who });
  }

  lay() {
    const { view } = this.told;
    const { play } = this.board;
    this.note.textContent = this.says();
    this.main.textContent = t(view.phase === "roll" ? "act.roll" : "act.confirm");
    this.main.disabled = Boolean(view.result) || (view.phase === "turn" && !play.complete);
    this.undo.disabled = !this.board.isBegun && !this.events.length;
  }

  /** Roll, or confirm the turn. */
  go() {
    if (this.told.view.phase === "roll") this.act("roll", []);
    else this.board.play.confirm();
  }

  /** @param {string} act @param {DieMove[]} moves */
  act(act, moves) {
    if (act === "roll") return this.rolled([die(), die()]);
    if (act !== "play") return undefined;
    const steps = moves.map(({ from, to }) => /** @type {[number, number]} */ ([from, to]));
    this.events.push({ kind: "played", player: this.told.view.to_act, turn: "", moves: steps });
    return this.show();
  }

  /** Another roll instead of the one that is due, or none. @param {number[]} dice */
  rolled(dice) {
    if (this.events.at(-1)?.kind === "rolled") this.events.pop();
    else if (!this.events.length) this.text = this.text.replace(/ dice=\d+/, "");
    const [low, high] = [...dice].sort((one, other) => one - other);
    if (low) this.events.push({ kind: "rolled", player: this.told.view.to_act, dice: [high, low] });
    return this.show();
  }

  /** @param {number} n @param {number} value */
  choose(n, value) {
    const dice = this.dice.map((select, i) => (i === n ? value : value && (Number(select.value) || value)));
    return this.rolled(dice);
  }

  /** Take the last act back. */
  back() {
    if (!this.events.pop()) return undefined;
    return this.show();
  }

  /** Begin anew from the position of the text. */
  again() {
    this.text = this.begun;
    this.events = [];
    return this.show();
  }

  /** @param {MoveVerdict} verdict */
  refuse(verdict) {
    if (!verdict.law) return;
    this.board.board.marks.clear();
    this.board.board.marks.refuse(verdict.move?.to ?? 0);
    this.note.textContent = verdict.says[spoken()] ?? verdict.says.en;
  }

  /** Tell what a bot would do here. */
  async think() {
    const { asked } = this;
    this.evaluation.hidden = false;
    this.evaluation.replaceChildren(h("p", { class: "muted", role: "status" }, t("editor.thinks")));
    const told = await this.ask("value").then(
      (one) => evaluationOf(/** @type {PositionEvaluation} */ (one), (turn) => this.point(turn)),
      (error) => [h("p", { class: "problem", role: "alert" }, error.message)],
    );
    if (asked === this.asked) this.evaluation.replaceChildren(...told);
  }

  /** Show a turn by arrows. @param {Candidate} turn */
  point({ moves }) {
    this.board.undo(true);
    for (const [from, to] of ways(moves)) this.board.board.marks.arrow(from, to, "best");
  }
}

/** @param {import("../protocol.js").GameResult} result */
function resultWords({ winner, points, words }) {
  if (!winner) return words[spoken()];
  return t("trial.won", { who: t(`seat.${winner}`), what: words[spoken()], points });
}
