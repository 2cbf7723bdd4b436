// A rollout of the turns that are compared, or of a double and its answers: begun on demand, with its progress.

import { isStatic } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { turnWord } from "../game/narration/notation.js";
import { announce } from "../live_region.js";
import { percent, spoken, t } from "../words.js";
import { signed } from "./number_words.js";

/** @import { RolledOutDouble, RolledOutTurn, RolloutProgress } from "../protocol.js" */
/** Turns to compare; none where the cube is decided about, by `who`. @typedef {{position: string, turns: string[], who?: string}} Asked */

const PAUSE = 1500;

export class RolloutBox {
  constructor() {
    /** @type {Asked | null} */
    this.asked = null;
    /** What is known of each decision. @type {Map<string, RolloutProgress>} */
    this.known = new Map();
    this.timer = 0;
    this.button = h("button", { class: "btn", onclick: () => this.ask() }, t("rollout.begin"));
    this.answer = h("div", { class: "candidates" });
    this.element = h("section", { class: "rollout", hidden: true, "aria-label": t("rollout.title") }, this.button, this.answer);
  }

  close() {
    clearTimeout(this.timer);
    this.asked = null;
  }

  /** Offer a rollout of these turns; of none where there is no choice, or no club. @param {Asked | null} asked */
  about(asked) {
    if (this.asked && asked?.position === this.asked.position && String(asked.turns) === String(this.asked.turns)) return;
    clearTimeout(this.timer);
    this.asked = isStatic ? null : asked;
    this.element.hidden = !this.asked;
    this.answer.replaceChildren();
    this.button.hidden = false;
    const told = this.asked && this.known.get(this.asked.position);
    if (told) this.take(told);
  }

  async ask() {
    const { asked } = this;
    if (!asked) return;
    this.button.hidden = true;
    if (!this.answer.children.length) this.answer.replaceChildren(h("p", { class: "muted", role: "status" }, t("rollout.waiting")));
    try {
      const told = await ask("/api/position/rollout", { position: asked.position, turns: asked.turns });
      this.known.set(asked.position, told);
      if (asked === this.asked) this.take(told);
    } catch (error) {
      const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
      const fair = await fairPlay(law, message);
      if (asked !== this.asked) return;
      this.button.hidden = false;
      this.answer.replaceChildren(h("p", { class: fair ? "" : "problem", role: "alert" }, fair ? fair[0] : message, " ", fair?.[1] ?? ""));
    }
  }

  /** Show what is known, and ask on until all is. @param {RolloutProgress} told */
  take(told) {
    const { state, trials, of, turns, reason, double } = told;
    const isGoing = state === "waiting" || state === "working";
    this.button.hidden = true;
    const word =
      state === "failed" ? `${t("rollout.failed")} ${reason}` : trials ? t("rollout.trials", { done: trials, of }) : t("rollout.waiting");
    this.answer.replaceChildren(
      ...(turns.length ? [table(turns)] : []),
      ...(double ? [doubleTable(double, this.asked?.who ?? "")] : []),
      h("p", { class: "muted xs" }, word),
      ...(isGoing ? [h("progress", { max: of, value: trials, "aria-label": t("rollout.title") })] : []),
    );
    if (isGoing) this.timer = window.setTimeout(() => this.ask(), PAUSE);
    else if (state === "done" && double) announce(adviceWord(double));
    else if (state === "done") announce(t("rollout.done", { turn: turnWord(turns[0].turn) }));
  }
}

/** A number with its standard error. @param {number} value @param {number | null} error */
const withError = (value, error) =>
  error === null
    ? signed(value)
    : `${signed(value)} ±${error.toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 })}`;

/** @param {RolledOutTurn[]} turns */
function table(turns) {
  const heads = ["review.turn.head", "review.win", "review.equity", "review.loss"];
  const rows = turns.map(({ turn, win, equity, error, behind, behind_error }, n) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, turnWord(turn)),
      h("td", {}, percent(win)),
      h("td", {}, withError(equity, error)),
      h("td", {}, n ? withError(-behind, behind_error) : "0"),
    ),
  );
  return h(
    "table",
    { class: "num" },
    h("caption", { class: "muted xs" }, t("rollout.title")),
    h("thead", {}, h("tr", {}, ...heads.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, ...rows),
  );
}

/** What the values so far advise. @param {RolledOutDouble} double */
const adviceWord = ({ advice }) => t(`rollout.advice.${advice.replaceAll(/[ ,]+/g, "_")}`);

/** The three alternatives, seen by the player who may double. @param {RolledOutDouble} double @param {string} who */
function doubleTable(double, who) {
  const ways = /** @type {[string, number, number | null][]} */ ([
    ["roll", double.no_double, double.no_double_error],
    ["take", double.double_take, double.double_take_error],
    ["pass", double.double_pass, null],
  ]);
  const rows = ways.map(([way, worth, error]) =>
    h("tr", {}, h("th", { scope: "row" }, t(`cube.way.${way}`)), h("td", {}, withError(worth, error))),
  );
  const gain = h("tr", {}, h("th", { scope: "row" }, t("rollout.gain")), h("td", {}, withError(double.gain, double.gain_error)));
  const heads = ["cube.way", "review.equity"].map((key) => h("th", { scope: "col" }, t(key)));
  return h(
    "table",
    { class: "num" },
    h("caption", { class: "muted xs" }, `${t("rollout.title")}. ${t("cube.seen", { who })} ${adviceWord(double)}`),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...rows, gain),
  );
}
