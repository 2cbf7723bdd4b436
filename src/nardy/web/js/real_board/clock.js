// A clock for a real board: two large halves, each for the player who sits there.

import { h } from "../dom.js";
import { CLOCKS, clockChoice, clockOf, LENGTHS, lengthWord } from "../new_game/terms.js";
import { pick } from "../choice_buttons.js";
import { announce } from "../live_region.js";
import { open } from "../parts.js";
import { learn, t } from "../words.js";
import { ClockState, timeWord } from "./clock_state.js";

/** Milliseconds between two looks at the time. */
const TICK = 100;

export async function clockPage() {
  await Promise.all([...["editor", "real"].map(open), learn("order")]);
  const page = new ClockPage();
  return { element: page.element, title: `${t("real.clock")} · nardy`, close: () => page.close() };
}

class ClockPage {
  constructor() {
    this.element = h("main", { class: "real-clock", id: "page" });
    /** @type {ClockState | null} */
    this.state = null;
    this.ticking = setInterval(() => this.show(), TICK);
    this.halves = [0, 1].map((n) => h("button", { class: "half", onclick: () => this.press(n) }));
    this.layForm();
  }

  close() {
    clearInterval(this.ticking);
  }

  layForm() {
    this.state = null;
    const wish = { clock: "600+8", length: "5" };
    const begin = () => {
      this.state = new ClockState(clockOf(wish.clock, wish.length) ?? "600+8");
      this.lay();
    };
    this.element.replaceChildren(
      h(
        "section",
        { class: "panel setup real-form" },
        h("h1", { tabindex: -1 }, t("real.clock")),
        h("p", { class: "muted" }, t("real.clock.is")),
        pick(
          t("friend.clock"),
          CLOCKS.filter((clock) => clock && !clock.startsWith("0d")).map((clock) => [clock, clockChoice(clock)]),
          wish.clock,
          (clock) => (wish.clock = clock),
        ),
        pick(
          t("real.length"),
          LENGTHS.slice(1).map((length) => [length, lengthWord(length)]),
          wish.length,
          (length) => (wish.length = length),
        ),
        h("button", { class: "btn act big", onclick: begin }, t("real.begin")),
      ),
    );
  }

  lay() {
    const pause = h("button", { class: "btn", onclick: () => this.state?.pause(Date.now()) }, t("real.clock.pause"));
    const again = h("button", { class: "btn", onclick: () => this.layForm() }, t("real.clock.again"));
    this.element.replaceChildren(this.halves[0], h("div", { class: "row between" }, pause, again), this.halves[1]);
    this.show();
  }

  /** A player presses their half when their turn is done. @param {number} n */
  press(n) {
    this.state?.press(n, Date.now());
    this.show();
  }

  show() {
    const { state } = this;
    if (!state) return;
    const now = Date.now();
    this.halves.forEach((half, n) => {
      const left = state.left(n, now);
      const word = left > 0 ? timeWord(left) : t("real.clock.flag");
      if (half.textContent === word && half.classList.contains("runs") === (state.runs === n)) return;
      half.textContent = word;
      half.classList.toggle("runs", state.runs === n);
      half.classList.toggle("fallen", left <= 0);
      half.setAttribute("aria-label", t("real.clock.half", { n: n + 1, time: word }));
    });
    if (state.isFallen(now) && !state.isTold) {
      state.isTold = true;
      announce(t("real.clock.flag"));
    }
  }
}
