// A player who has gone: both are told how long is waited for him, and then the game can be claimed.

import { announce } from "../board/keys.js";
import { t } from "../words.js";

export class Claim {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
  }

  show() {
    clearInterval(this.timer);
    if (this.page.play.claimAt === null) return;
    this.timer = setInterval(() => this.count(), 500);
    this.count();
  }

  /** The time that is left, where it says that he is gone. */
  count() {
    const { page } = this;
    const { play } = page;
    const left = (play.claimAt ?? 0) - performance.now();
    const strip = play.view.to_act === play.below ? page.me : page.them;
    const state = strip.querySelector(".state");
    if (left > 0 && state) state.textContent = t("claim.in", { time: minutes(Math.ceil(left / 1000)) });
    if (left > 0) return;
    clearInterval(this.timer);
    if (state) state.textContent = t("claim.gone");
    if (play.me && !play.due) announce(t("claim.may"));
    page.layMain();
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Minutes and seconds. @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
