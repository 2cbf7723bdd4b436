// Claiming a game: both players see how long an absent or idle player is waited for; then the other may claim.

import { announce } from "../../live_region.js";
import { t } from "../../words.js";

/** From so many milliseconds before the end a player who is present sees the time that is left. */
const WARNING = 300_000;

export class Claim {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    /** What was announced, once. */
    this.said = "";
  }

  show() {
    clearInterval(this.timer);
    const { claimAt, clocks } = this.page.play;
    if (claimAt === null || claimAt > performance.now()) this.said = "";
    if (claimAt === null && !clocks?.waits) return;
    this.timer = setInterval(() => this.count(), 500);
    this.count();
  }

  /** Show the time left in the strip of the player who is waited for. */
  count() {
    const { page } = this;
    const { play } = page;
    const strip = play.view.to_act === play.below ? page.me : page.them;
    const state = strip.querySelector(".state");
    const { clocks } = play;
    const waits = clocks ? clocks.waits - (performance.now() - clocks.at) : 0;
    if (waits > 0) {
      if (state) state.textContent = t("claim.waits", { time: minutes(Math.ceil(waits / 1000)) });
      return;
    }
    const left = (play.claimAt ?? Infinity) - performance.now();
    const here = play.facts[play.view.to_act]?.is_here;
    if (left > (here ? WARNING : Infinity)) return;
    if (left > 0) {
      if (state && play.claimAt !== null)
        state.textContent = t(here ? "claim.still" : "claim.in", { time: minutes(Math.ceil(left / 1000)) });
      return;
    }
    clearInterval(this.timer);
    if (state) state.textContent = t(here ? "claim.idle" : "claim.gone");
    const says = t(here ? "claim.slow" : "claim.may");
    if (play.me && !play.due && says !== this.said) announce((this.said = says));
    page.layMain();
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Minutes and seconds. @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
