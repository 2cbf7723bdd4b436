// A rollout of the turns that are compared: begun on demand, with its progress.

import { isStatic } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { turnWord } from "../game/narration/notation.js";
import { announce } from "../live_region.js";
import { spoken, t } from "../words.js";
import { percent, signed } from "./number_words.js";

/** @import { RolledOutTurn, RolloutProgress } from "../protocol.js" */
/** @typedef {{position: string, turns: string[]}} Asked */

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
      const told = await ask("/api/position/rollout", asked);
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
    const { state, trials, of, turns, reason } = told;
    const isGoing = state === "waiting" || state === "working";
    this.button.hidden = true;
    const word =
      state === "failed" ? `${t("rollout.failed")} ${reason}` : trials ? t("rollout.trials", { done: trials, of }) : t("rollout.waiting");
    this.answer.replaceChildren(
      ...(turns.length ? [table(turns)] : []),
      h("p", { class: "muted xs" }, word),
      ...(isGoing ? [h("progress", { max: of, value: trials, "aria-label": t("rollout.title") })] : []),
    );
    if (isGoing) this.timer = window.setTimeout(() => this.ask(), PAUSE);
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
