// One puzzle after another: a turn by hand, told right or wrong with the loss and the reason.

import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { Practice } from "../game/practice.js";
import { playOnButton } from "../new_game/play_on_button.js";
import { open } from "../parts.js";
import { ways } from "../review/number_words.js";
import { spoken, t } from "../words.js";
import { ownMistakes, puzzlesOf } from "./source.js";
import { lossWord } from "./words.js";

/** @import { DieMove, MistakeVerdict, PuzzleVerdict, RatedTurn } from "../protocol.js" */
/** @typedef {PuzzleVerdict | MistakeVerdict} Verdict */
/** @typedef {{go: (path: string) => void, isHere: () => boolean}} Wants */

/** @param {string} path @param {Wants} wants */
export async function puzzlePage(path, wants) {
  const [, , game, which] = path.split("/");
  await Promise.all([open("game"), open("puzzles")]);
  const page = new PuzzlePage(game === "mistakes" ? ownMistakes() : puzzlesOf(game), wants);
  await page.show(which ?? "next");
  return page;
}

export class PuzzlePage {
  /** @param {import("./source.js").Source} source @param {Wants} wants */
  constructor(source, wants) {
    this.source = source;
    this.wants = wants;
    /** The puzzle on the board. @type {import("./source.js").Shown | null} */
    this.shown = null;
    /** What was said about the last turn. @type {Verdict | null} */
    this.verdict = null;
    /** A request is on its way. */
    this.waits = false;
    this.practice = new Practice({
      act: (_, moves) => this.answer(moves),
      refuse: (verdict) => this.refuse(verdict),
      show: () => this.lay(),
    });
    this.heading = h("h1", { tabindex: -1 });
    this.about = h("p", { class: "sm muted num" });
    this.task = h("p", { class: "task" });
    this.clue = h("p", { class: "clue" });
    this.told = h("div", { class: "told" });
    this.main = h("div", { class: "mainbox" });
    this.tools = h("div", { class: "row tools" });
    this.element = h(
      "main",
      { class: "puzzle", id: "page" },
      h(
        "header",
        { class: "lead" },
        h("b", {}, t("puzzles.title")),
        h("button", { class: "btn quiet", onclick: () => wants.go("/puzzles") }, t("close")),
      ),
      // It scrolls where the words are many, so it takes the focus.
      h(
        "section",
        { class: "words panel", tabindex: 0, "aria-label": t("puzzles.words") },
        this.heading,
        this.about,
        this.task,
        this.clue,
        this.told,
      ),
      this.practice.box,
      this.tools,
      this.main,
    );
    this.title = t("puzzles.title");
  }

  close() {
    this.practice.close();
  }

  /** Show a puzzle. @param {string} which `next`, `daily` or an id. */
  async show(which) {
    if (this.waits) return;
    this.waits = true;
    /** @type {import("./source.js").Shown | null} */
    let shown;
    try {
      shown = await this.source.get(which);
    } catch (error) {
      if (this.wants.isHere()) await this.fail(error);
      return;
    } finally {
      this.waits = false;
    }
    if (!this.wants.isHere()) return;
    this.shown = shown;
    this.verdict = null;
    if (!shown) return this.end();
    const { view, laws } = shown.board;
    this.heading.textContent = t("puzzles.move", { game: laws.name[spoken()], dice: view.roll.join("-") });
    this.about.textContent = shown.about.join(" · ");
    this.task.textContent = shown.task;
    this.clue.textContent = "";
    this.say("", []);
    await this.practice.lay(shown.board);
    if (!this.wants.isHere()) return;
    this.lay();
    if (this.element.contains(document.activeElement)) this.practice.board.keyboard?.go(24);
    announce(`${this.heading.textContent}. ${this.task.textContent}`);
  }

  /** Say a verdict with its sentences. @param {"" | "good" | "bad"} kind @param {string[]} sentences */
  say(kind, sentences) {
    const [first, ...more] = sentences;
    this.told.className = `told ${kind}`;
    this.told.replaceChildren(...(first ? [h("b", {}, first)] : []), ...more.map((one) => h("p", {}, one)));
    if (first) announce(sentences.join(" "));
  }

  /** Judge a turn. @param {DieMove[]} moves */
  async answer(moves) {
    if (!this.shown || this.waits || this.verdict) return;
    this.waits = true;
    try {
      const { verdict, more } = await this.source.answer(this.shown.id, moves);
      if (!this.wants.isHere()) return;
      this.verdict = verdict;
      // The verdict needs their place.
      this.task.textContent = "";
      this.clue.textContent = "";
      const reasons = verdict.reasons[spoken()] ?? [];
      const first = t(verdict.is_right ? "puzzles.right" : "puzzles.wrong");
      const best = verdict.is_right ? [] : [t("puzzles.best", { turn: verdict.turns[0].turn })];
      this.say(verdict.is_right ? "good" : "bad", [first, ...this.losses(verdict), ...best, ...reasons, more].filter(Boolean));
    } catch (error) {
      this.practice.undo(true);
      await this.fail(error);
    } finally {
      this.waits = false;
    }
    this.lay();
    /** @type {HTMLElement | null} */ (this.main.lastElementChild)?.focus({ preventScroll: true });
  }

  /** Say why the club refused; the puzzle on the board stays. @param {unknown} error */
  async fail(error) {
    const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
    const fair = await fairPlay(law, message);
    this.say("bad", [fair ? fair[0] : message]);
    if (fair) this.told.append(h("p", { class: "sm" }, fair[1]));
    if (this.shown) return;
    this.heading.textContent = t("puzzles.title");
    this.main.replaceChildren(h("button", { class: "btn big act", onclick: () => this.wants.go("/puzzles") }, t("puzzles.all")));
  }

  /** What the turn loses, or by how much the next best does. @param {Verdict} verdict */
  losses({ is_right, turn, turns, loss, error }) {
    const other = turns[1];
    if (!is_right) return [lossWord(turn, loss, error)];
    return other ? [lossWord(other.turn, other.loss, other.error)] : [];
  }

  /** @param {import("../protocol.js").MoveVerdict} verdict */
  refuse(verdict) {
    if (!verdict.law || this.verdict) return;
    this.practice.board.marks.clear();
    this.practice.board.marks.refuse(verdict.move?.to ?? 0);
    this.say("bad", [verdict.says[spoken()] ?? verdict.says.en]);
  }

  /** Show the plan of the position. */
  hint() {
    this.clue.textContent = this.shown?.clue[spoken()] ?? "";
    announce(this.clue.textContent);
    this.lay();
  }

  /** Show a turn by arrows on the board as it was. @param {RatedTurn} turn */
  point({ moves }) {
    const { practice } = this;
    practice.undo(true);
    practice.board.marks.clear();
    for (const [from, to] of ways(moves.map((move) => [move.from, move.to]))) practice.board.marks.arrow(from, to, "best");
  }

  /** Nothing is left. */
  end() {
    this.heading.textContent = t("puzzles.mistakes.done");
    this.about.textContent = "";
    this.task.textContent = "";
    this.clue.textContent = "";
    this.say("", []);
    this.practice.box.replaceChildren();
    this.tools.replaceChildren();
    this.main.replaceChildren(h("button", { class: "btn big act", onclick: () => this.wants.go("/puzzles") }, t("puzzles.all")));
    announce(t("puzzles.mistakes.done"));
  }

  /** Lay the buttons. */
  lay() {
    const { play } = this.practice;
    if (!play?.view || !this.shown) return;
    const had = this.tools.contains(document.activeElement) || this.main.contains(document.activeElement);
    const button = (/** @type {string} */ text, /** @type {string} */ kind, /** @type {null | (() => void)} */ does) =>
      h("button", { class: `btn big ${does ? kind : "wait"}`, "aria-disabled": does ? false : "true", onclick: () => does?.() }, text);
    const { verdict } = this;
    if (verdict) {
      this.tools.replaceChildren(
        h("button", { class: "btn", onclick: () => this.point(verdict.turns[0]) }, icon("bulb"), t("puzzles.show")),
        playOnButton(() => this.shown?.board.view.position ?? "", this.wants.go),
        h("button", { class: "btn", onclick: () => this.wants.go("/puzzles") }, t("puzzles.all")),
      );
      this.main.replaceChildren(button(t("puzzles.next"), "act", () => this.show("next")));
    } else {
      this.tools.replaceChildren(
        h("button", { class: "btn", onclick: () => this.practice.undo() }, icon("undo"), t("undo")),
        h(
          "button",
          { class: "btn", onclick: () => this.hint(), disabled: Boolean(this.clue.textContent) },
          icon("bulb"),
          t("puzzles.clue"),
        ),
        h("button", { class: "btn", onclick: () => this.show("next") }, t("puzzles.skip")),
      );
      const left = (play.node?.dice ?? play.dice).join(", ");
      this.main.replaceChildren(
        play.complete ? button(t("act.confirm"), "act", () => play.confirm()) : button(t("wait.dice", { dice: left }), "wait", null),
      );
    }
    if (had) /** @type {HTMLElement | null} */ (this.main.lastElementChild)?.focus({ preventScroll: true });
  }
}
