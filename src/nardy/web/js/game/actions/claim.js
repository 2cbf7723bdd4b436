// A player who has gone, or does not move: both are told how long is waited, and then the game can be claimed.

import { announce } from "../../board/keys.js";
import { t } from "../../words.js";

/** So long before the end somebody who is there is told that the time is short. */
const WARNING = 300_000;

export class Claim {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
  }

  show() {
    clearInterval(this.timer);
    if (this.page.play.claimAt === null && !this.page.play.clocks?.waits) return;
    this.timer = setInterval(() => this.count(), 500);
    this.count();
  }

  /** The time that is left, where it says that they are gone. */
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
    if (play.me && !play.due) announce(t(here ? "claim.slow" : "claim.may"));
    page.layMain();
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Minutes and seconds. @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
