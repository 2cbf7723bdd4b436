// "Why?": at most two sentences of the coach about a turn, the player's plan, and the opponent's rolls as a map.

import { isStatic } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { announce } from "../live_region.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { rollMap } from "./roll_map.js";

/** @import { TurnExplanation } from "../protocol.js" */
/** What is explained: a turn of a position with its roll, or the best one; `who` made it, '' for the reader. @typedef {{position: string, turn?: string, who?: string}} Asked */

/** Milliseconds before the club is asked about the next turn, so that stepping through a game asks little. */
const REST = 250;

/** The explanation, or the refusal in words: the club alone has the coach. @param {Asked} asked @returns {Promise<TurnExplanation>} */
export const explain = ({ position, turn }) => ask("/api/position/explanation", { position, turn: turn ?? null });

/** A button with the explanation below it; once opened it follows the turns that are shown. */
export class Why {
  constructor() {
    this.isOpen = false;
    /** @type {Asked | null} */
    this.asked = null;
    this.timer = 0;
    this.button = h("button", { class: "btn why-button", "aria-expanded": "false", onclick: () => this.toggle() });
    this.answer = h("div", { class: "why-answer" });
    this.element = h("section", { class: "why-box", hidden: true }, this.button, this.answer);
  }

  /** Offer the explanation of another turn; of none where there is no choice, or no club. @param {Asked | null} asked */
  about(asked) {
    // A review is shown again whenever more of it is known.
    if (this.asked && asked?.position === this.asked.position && asked.turn === this.asked.turn) return;
    this.asked = isStatic ? null : asked;
    this.element.hidden = !this.asked;
    // Its words may have been loaded after it was made.
    this.button.textContent = t("coach.ask");
    this.element.setAttribute("aria-label", t("coach.ask"));
    clearTimeout(this.timer);
    this.answer.replaceChildren();
    if (this.asked && this.isOpen) this.timer = window.setTimeout(() => this.load(), REST);
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.button.setAttribute("aria-expanded", String(this.isOpen));
    this.answer.replaceChildren();
    if (this.isOpen) return this.load({ aloud: true });
    return undefined;
  }

  /** @param {{aloud?: boolean}} [how] */
  async load({ aloud = false } = {}) {
    const { asked } = this;
    if (!asked) return;
    this.answer.replaceChildren(h("p", { class: "muted" }, t("coach.thinks")));
    const nodes = await answerOf(asked);
    if (asked !== this.asked || !this.isOpen) return;
    this.answer.replaceChildren(...nodes);
    if (aloud) announce(this.answer.querySelector(".why-says")?.textContent ?? this.answer.textContent ?? "");
  }
}

/** The words and styles of the answer. */
export const openWhy = () => open("coach");

/** @param {Asked} asked @returns {Promise<HTMLElement[]>} */
async function answerOf(asked) {
  try {
    return answer(await explain(asked), asked.who ?? "");
  } catch (error) {
    const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
    const fair = await fairPlay(law, message);
    return [h("p", { class: fair ? "" : "problem" }, fair ? fair[0] : message, " ", fair?.[1])];
  }
}

/** An explanation as elements. @param {TurnExplanation} told @param {string} who Who made the turn, '' for the reader. @returns {HTMLElement[]} */
export function answer(told, who) {
  const language = spoken();
  const says = told.says[language] ?? told.says.en;
  const map = told.rolls.length ? [rollMap(told)] : [];
  return [
    h(
      "div",
      { class: "why-says" },
      ...(who ? [h("p", { class: "muted sm" }, t("coach.seen", { who }))] : []),
      ...says.map((sentence) => h("p", {}, sentence)),
      h("p", { class: "plan" }, told.plan[language] ?? told.plan.en),
    ),
    ...map,
  ];
}
