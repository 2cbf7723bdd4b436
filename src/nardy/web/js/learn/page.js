// A lesson: positions, each with a task on a real board. The server's rule book judges.

import { isStatic } from "../address.js";
import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { Practice } from "../game/practice.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { adviceSection } from "./advice.js";
import { readLesson } from "./lessons.js";

/** @import { Goal, Lesson } from "./lessons.js" */
/** @typedef {{go: (path: string) => void, isHere: () => boolean}} Wants */

/** @param {string} game @param {Wants} wants */
export async function lessonPage(game, wants) {
  const [lesson] = await Promise.all([readLesson(game), open("game"), open("learn")]);
  const page = new LessonPage(lesson, wants);
  await page.go(Math.min(Math.max(0, Number(location.hash.slice(1)) - 1 || 0), lesson.steps.length - 1));
  return page;
}

export class LessonPage {
  /** @param {Lesson} lesson @param {Wants} wants */
  constructor(lesson, wants) {
    this.lesson = lesson;
    this.wants = wants;
    this.at = 0;
    /** Whether the goal of the step was reached. */
    this.reached = false;
    this.loading = false;
    this.practice = new Practice({
      act: (act, moves) => this.act(act, moves),
      refuse: (verdict) => this.refuse(verdict),
      show: () => this.lay(),
      means: (place) => {
        const [from, to] = (this.step.goal.law && this.step.show.at(-1)) || [];
        return place === from ? to : undefined;
      },
    });
    this.heading = h("h1", { tabindex: -1 });
    this.text = h("p", { class: "says" });
    this.task = h("p", { class: "task" });
    this.answer = h("p", { class: "answer" });
    /** Filled at the end. */
    this.advice = h("div");
    this.progress = h("progress", { max: lesson.steps.length, "aria-label": t("learn.progress") });
    this.count = h("span", { class: "muted sm num" });
    this.main = h("div", { class: "mainbox" });
    this.tools = h("div", { class: "row tools" });
    const words = h(
      "section",
      { class: "words panel", tabindex: 0, "aria-label": t("learn.title", { game: lesson.name[spoken()] }) },
      h("div", { class: "row" }, this.progress, this.count),
      this.heading,
      this.text,
      this.task,
      this.answer,
      this.advice,
    );
    this.element = h(
      "main",
      { class: "learn", id: "page" },
      h(
        "header",
        { class: "lead" },
        h("b", {}, t("learn.title", { game: lesson.name[spoken()] })),
        h("button", { class: "btn quiet", onclick: () => wants.go("/") }, t("close")),
      ),
      words,
      this.practice.box,
      this.tools,
      this.main,
    );
  }

  close() {
    this.practice.close();
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** @param {number} at */
  async go(at) {
    if (this.loading) return;
    const { title, text, task, position, way = [] } = this.lesson.steps[at];
    this.loading = true;
    await this.practice.open(position).finally(() => (this.loading = false));
    // The user has left, and the address belongs to another page.
    if (!this.wants.isHere()) return;
    const language = spoken();
    this.at = at;
    this.reached = false;
    if (!isStatic) history.replaceState(history.state, "", `#${at + 1}`);
    this.progress.value = at;
    this.count.textContent = `${at + 1} / ${this.lesson.steps.length}`;
    this.heading.textContent = title[language];
    this.text.textContent = text[language];
    this.task.textContent = task[language];
    this.say("", "");
    this.lay();
    const { board, play } = this.practice;
    if (this.element.contains(document.activeElement) && play.view.phase !== "answer") board.keyboard?.go(24);
    for (const [from, to] of way) board.marks.arrow(from, to, "best");
    announce(`${title[language]}. ${text[language]} ${task[language]}`);
  }

  /** @param {string} text @param {"" | "good" | "bad"} kind */
  say(text, kind) {
    this.answer.textContent = text;
    this.answer.className = `answer ${kind}`;
    // On a small screen the words are longer than their box.
    if (text) this.answer.scrollIntoView({ block: "nearest" });
    if (text) announce(text);
  }

  /** Judge an act. @param {string} act @param {{from: number, to: number}[]} moves */
  act(act, moves) {
    const { goal, mistake } = this.step;
    if (this.reached) return;
    if (act === "play" ? this.isReached(goal) : goal.act === act) this.succeed("");
    else {
      const says = act === "play" && mistake && this.isReached(mistake) ? mistake.says[spoken()] : t("learn.not");
      this.practice.undo(true);
      this.say(says, "bad");
    }
    if (act === "roll" && this.reached) this.next();
    else if (moves.length) this.lay();
  }

  /** Whether the checkers are where the goal wants them. @param {Goal} goal */
  isReached({ reach, theirs = 0, pins = [], empty = [] }) {
    const { checkers } = this.practice.play.moment;
    const { facing } = this.practice.board.checkers.frame;
    return (
      Boolean(reach) &&
      Object.entries(reach ?? {}).every(([place, count]) => checkers.mine[Number(place)] >= count) &&
      checkers.theirs[25] >= theirs &&
      pins.every((place) => checkers.theirsPinned.includes(facing(place))) &&
      empty.every((place) => !checkers.mine[place])
    );
  }

  /** @param {import("../protocol.js").MoveVerdict} verdict */
  refuse(verdict) {
    if (!verdict.law || this.reached) return;
    this.practice.board.marks.clear();
    this.practice.board.marks.refuse(verdict.move?.to ?? 0);
    const says = verdict.says[spoken()] ?? verdict.says.en;
    if (verdict.law === this.step.goal.law) this.succeed(says);
    else this.say(says, "bad");
  }

  /** @param {string} says */
  succeed(says) {
    this.reached = true;
    this.progress.value = this.at + 1;
    const done = this.step.done?.[spoken()] ?? "";
    this.say([t("learn.right"), says, done].filter(Boolean).join(" "), "good");
    this.lay();
  }

  next() {
    return this.at + 1 < this.lesson.steps.length ? this.go(this.at + 1) : this.end();
  }

  /** The end of the lesson. */
  async end() {
    // Loaded first, so that words and buttons change together.
    const advice = await adviceSection(this.lesson.game, "h2").catch(() => null);
    if (!this.wants.isHere()) return;
    this.heading.textContent = t("learn.end");
    this.text.textContent = t("learn.end.text");
    this.task.textContent = "";
    this.say("", "");
    this.advice.replaceChildren(...(advice ? [advice] : []));
    this.main.replaceChildren(h("button", { class: "btn big act", onclick: () => this.begin() }, t("learn.play")));
    this.tools.replaceChildren(
      h(
        "button",
        { class: "btn", onclick: async () => (await import("../game/sheets.js")).rulesSheet(this.practice.play.laws) },
        icon("book"),
        t("rules"),
      ),
      h("button", { class: "btn", onclick: () => this.wants.go("/learn") }, icon("cap"), t("learn.more")),
    );
    announce(`${t("learn.end")} ${t("learn.end.text")}`);
    /** @type {HTMLElement} */ (this.main.firstElementChild).focus();
  }

  /** Offer a first game. */
  async begin() {
    const { go } = this.wants;
    if (isStatic) return (await import("../offline/begin.js")).beginSheet(this.lesson.game, go);
    const { newGameSheet } = await import("../new_game/sheet.js");
    return newGameSheet(go, { game: this.lesson.game, isNew: true }).catch((/** @type {Error} */ error) => this.say(error.message, "bad"));
  }

  /** Show the solution by arrows. */
  show() {
    const { board } = this.practice;
    board.marks.clear();
    const { made } = this.practice.play.moment ?? { made: [] };
    for (const [from, to] of this.step.show.slice(made.length)) board.marks.arrow(from, to, "best");
  }

  /** Lay the buttons. */
  lay() {
    const { play } = this.practice;
    if (!play?.view) return;
    const focused = this.main.contains(document.activeElement) || this.tools.contains(document.activeElement);
    const [first, ...more] = this.buttons();
    const button = (/** @type {{text: string, does: null | (() => void)}} */ { text, does }, /** @type {string} */ kind) =>
      h("button", { class: `btn big ${does ? kind : "wait"}`, "aria-disabled": does ? false : "true", onclick: () => does?.() }, text);
    this.main.replaceChildren(...more.map((one) => button(one, "side")), button(first, "act"));
    this.tools.replaceChildren(
      h("button", { class: "btn", onclick: () => this.practice.undo(), disabled: this.reached }, icon("undo"), t("undo")),
      h(
        "button",
        { class: "btn", onclick: () => this.show(), disabled: !this.step.show.length || this.reached },
        icon("bulb"),
        t("learn.show"),
      ),
      h("button", { class: "btn", onclick: () => this.next(), disabled: this.reached }, t("learn.skip")),
    );
    if (focused || this.reached) /** @type {HTMLElement} */ (this.main.lastElementChild).focus({ preventScroll: true });
  }

  /** Buttons that do something now, the main one first. @returns {{text: string, does: null | (() => void)}[]} */
  buttons() {
    const { play } = this.practice;
    const { acts, phase } = play.view;
    const act = (/** @type {string} */ name) => ({ text: t(`act.${name}`), does: () => this.act(name, []) });
    if (this.reached) return [{ text: t(this.at + 1 < this.lesson.steps.length ? "learn.next" : "learn.finish"), does: () => this.next() }];
    if (phase === "turn" && play.complete) return [{ text: t("act.confirm"), does: () => play.confirm() }];
    if (phase === "turn") return [{ text: t("wait.dice", { dice: (play.node?.dice ?? play.dice).join(", ") }), does: null }];
    return ["roll", "double", "bomb", "take", "pass"].filter((name) => acts.includes(name)).map(act);
  }
}
