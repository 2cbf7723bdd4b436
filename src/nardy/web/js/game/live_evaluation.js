// Live evaluation: how the game stood one turn ago, for spectators only.

import { h, icon } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { answered, fresh } from "../live.js";
import { spoken, t } from "../words.js";

/** @import { Evaluated, Refused, ToClient } from "../protocol.js" */

export class LiveEvaluation {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    /** The version of the last request. */
    this.asked = -1;
    /** The id of the last request. */
    this.id = "";
    this.panel = h("section", { class: "eyes panel", hidden: true });
    page.side.append(this.panel);
  }

  /** Whether the user is a spectator of a game that may be evaluated. */
  get offered() {
    const { me, facts, full } = this.page.play;
    return Boolean(facts && full && !me && !facts.pace && !facts.tournament);
  }

  button() {
    if (!this.offered) return null;
    const button = h(
      "button",
      { class: "btn", "aria-label": t("eyes"), "aria-pressed": String(this.on), onclick: () => this.toggle(button) },
      icon("eye"),
      h("span", {}, t("eyes")),
    );
    return button;
  }

  /** @param {HTMLElement} button */
  toggle(button) {
    this.on = !this.on;
    button.setAttribute("aria-pressed", String(this.on));
    this.asked = -1;
    this.show();
  }

  show() {
    const { play } = this.page;
    this.panel.ariaLabel = t("eyes");
    this.panel.hidden = !this.on || !this.offered;
    if (this.panel.hidden || this.asked === play.version) return;
    this.asked = play.version;
    if (!this.panel.firstChild) this.panel.append(h("h2", {}, t("eyes.title")), h("p", { class: "muted sm" }, "…"));
    this.id = fresh();
    play.live.send({ type: "evaluate", room: play.room, id: this.id });
  }

  /** Whether the message answers the last request. @param {ToClient} message */
  hear(message) {
    if (!this.id || answered(message) !== this.id) return false;
    if (message.type === "refused") this.refuse(message);
    else if (message.type === "evaluated") this.judged(message);
    return true;
  }

  /** @param {Refused} refused */
  async refuse({ law, says }) {
    const [words, link] = (await fairPlay(law, says[spoken()] ?? says.en)) ?? [says[spoken()] ?? says.en, null];
    this.tell(words, link);
  }

  /** @param {string} words @param {HTMLElement | null} [link] */
  tell(words, link = null) {
    this.panel.replaceChildren(h("h2", {}, t("eyes.title")), h("p", { class: "muted sm", role: "status" }, words), link ?? "");
  }

  /** @param {Evaluated} message */
  judged({ win, equity }) {
    if (win === null || equity === null) return this.tell(t("eyes.none"));
    const white = win.toLocaleString(spoken(), { style: "percent", maximumFractionDigits: 1 });
    const points = equity.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.panel.replaceChildren(
      h("h2", {}, t("eyes.title")),
      h("progress", { class: "chance", max: 1, value: win, "aria-hidden": "true" }),
      h("p", { class: "num sm" }, t("eyes.says", { white, points })),
    );
    return undefined;
  }
}
