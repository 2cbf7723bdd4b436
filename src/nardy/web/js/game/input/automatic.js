// Automatic play, by the player's settings: rolling, forced turns, bearing off.

import { announce } from "../../live_region.js";
import { settings } from "../../settings.js";
import { t } from "../../words.js";

/** Milliseconds before an automatic act, so that the player sees what happens. */
const PAUSE = 400;

/** @typedef {import("../checkers/legal_moves.js").Choice} Choice */

export class Automatic {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.timer = 0;
    /** Whether the timer will confirm a turn that was played automatically. */
    this.confirms = false;
    /** The complete turn that was sent without a press. */
    this.sentOnce = "";
  }

  /** Whether the next roll was asked for in advance. */
  get ahead() {
    return this.page.play.ahead;
  }

  show() {
    const { play } = this.page;
    if (this.confirms && play.moments.length > 1) return;
    this.confirms = false;
    clearTimeout(this.timer);
    if (!play.complete) this.sentOnce = "";
    if (!play.due || play.sent) return;
    if (settings.confirm === "off") this.send();
    if (play.view.phase === "answer") play.ahead = false;
    if (play.view.phase === "roll" && this.rolls()) this.later(() => play.act("roll"));
    if (play.moving && play.moments.length === 1) this.turn(play.moments[0].nodes);
  }

  /** Send a turn made by hand that is complete; once, since the tutor may keep it back. */
  send() {
    const { play } = this.page;
    if (!play.complete || play.moments.length < 2) return;
    const turn = JSON.stringify([play.version, play.steps(play.moment.made)]);
    if (turn === this.sentOnce) return;
    // Not before: whatever lays the page anew meanwhile begins the pause again.
    this.later(() => {
      this.sentOnce = turn;
      play.confirm();
    });
  }

  /** Play a turn without a decision, if the settings say so. @param {{moves: Choice[]}[]} nodes */
  turn(nodes) {
    const only = settings.forced === "on" ? forced(nodes) : null;
    if (only) return this.make(only, "auto.only");
    const off = settings.bearoff === "on" && this.page.play.view.is_race ? bearing(nodes) : null;
    if (off) this.make(off, "auto.off");
  }

  /** Whether to roll now: there is nothing else to do, or the roll was asked for in advance. */
  rolls() {
    const { acts } = this.page.play.view;
    if (this.ahead) return acts.includes("roll");
    return settings.autoroll === "on" && acts.includes("roll") && !acts.includes("double") && !acts.includes("bomb");
  }

  /** Play a whole turn. @param {Choice[]} route @param {string} why */
  make(route, why) {
    const { page } = this;
    const { play } = page;
    this.later(() => {
      announce(t(why));
      play.play(route);
      page.show();
      this.confirms = true;
      this.later(() => {
        this.confirms = false;
        play.confirm();
      });
    });
  }

  /** @param {() => void} does */
  later(does) {
    const { page } = this;
    const { version } = page.play;
    clearTimeout(this.timer);
    // The page may be left, or the game go on, during the pause.
    this.timer = setTimeout(() => page.element.isConnected && page.play.version === version && page.play.due && does(), PAUSE);
  }

  close() {
    clearTimeout(this.timer);
  }
}

/**
 * The moves of a forced turn: all paths through the graph end in the same node. Null if there is a choice,
 * or if the graph is not complete.
 * @param {{moves: Choice[]}[]} nodes @returns {Choice[] | null}
 */
export function forced(nodes) {
  const ends = new Set();
  const seen = new Set([0]);
  // A loop over a Set also visits the elements added during it.
  for (const at of seen) {
    const { moves } = nodes[at];
    if (!moves.length) ends.add(at);
    for (const { then } of moves) {
      if (then === null) return null;
      seen.add(then);
    }
  }
  if (ends.size !== 1) return null;
  /** @type {Choice[]} */
  const route = [];
  for (let at = 0; nodes[at].moves.length; at = /** @type {number} */ (route[route.length - 1].then)) route.push(nodes[at].moves[0]);
  return route.length ? route : null;
}

/**
 * The moves of a turn in which every die bears off, the rearmost checker first; null if a die cannot.
 * Without contact such a turn needs no decision.
 * @param {{moves: Choice[]}[]} nodes @returns {Choice[] | null}
 */
export function bearing(nodes) {
  /** @type {Choice[]} */
  const route = [];
  for (let at = 0; nodes[at].moves.length; ) {
    const [first] = nodes[at].moves.filter(({ to }) => to === 0).sort((one, other) => other.from - one.from);
    if (!first || first.then === null) return null;
    route.push(first);
    at = first.then;
  }
  return route.length ? route : null;
}
