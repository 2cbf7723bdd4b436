// Input at the board: lift, tap, drop, and keys.

import { announce } from "../../live_region.js";
import { change, settings } from "../../settings.js";
import { t } from "../../words.js";
import { isBy } from "../checkers/legal_moves.js";
import { does, isHasty, mainAct, press } from "../actions/pending.js";
import { placeWord } from "../narration/notation.js";
import { lastTurns } from "../layout/turn_list.js";

/** Tell screen readers, by what is loaded with the first sentence. @param {(read: typeof import("../narration/read_aloud.js")) => void} tell */
const aloud = (tell) => import("../narration/read_aloud.js").then(tell, () => {});

export class BoardInput {
  /** @param {import("../page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    this.play = page.play;
    /** The place chosen before a checker was lifted; undefined where none was lifted. @type {number | null | undefined} */
    this.before = undefined;
    /** Draws at a place by keyboard, once drawings.js is loaded. @type {((kind: "ring" | "arrow", place: number) => void) | null} */
    this.draws = null;
  }

  /** @param {number} place */
  lift(place) {
    if (this.play.telling) this.page.replay?.hurry();
    if (!this.play.moving || !this.play.checkers.mine[place] || place === 0) return false;
    this.before = this.play.chosen;
    if (!this.reaches(place)) this.choose(place);
    return true;
  }

  /** The chosen checker's target at a place, if there is one. @param {number | null} place */
  reaches(place) {
    return this.play.targets.find((target) => target.place === place);
  }

  /** @param {number | null} place */
  choose(place) {
    this.play.chosen = place;
    this.page.marks();
  }

  /** Choose a checker, or let it go, and say so: the mark alone is silent. @param {number | null} place */
  hold(place) {
    const { page, play } = this;
    const isSaid = place !== null || play.chosen !== null;
    this.choose(place);
    if (isSaid) aloud(({ held }) => play.chosen === place && held(page));
  }

  /** Take the last move back, or all. @param {boolean} [all] */
  undo(all) {
    if (!this.play.undo(all)) return;
    this.page.show();
    aloud(({ undone }) => undone());
  }

  /** @param {number | null} place @param {boolean} [byPointer] */
  tap(place, byPointer = false) {
    const { play } = this;
    if (byPointer && settings.taps === "one" && play.moving && place && play.checkers.mine[place]) return this.once(place, false);
    const before = this.before === undefined ? play.chosen : this.before;
    this.before = undefined;
    if (!play.moving || place === null) return this.hold(null);
    const target = this.reaches(place);
    if (target) return this.go(target.route);
    if (before === place) {
      // A second tap on the same checker plays the left die.
      const [first] = play.targets.filter(({ several }) => !several);
      if (first) return this.go(first.route);
      return this.hold(null);
    }
    if (play.checkers.mine[place] && place) {
      const lifts = play.origins.has(place);
      if (lifts) return this.hold(place);
      this.choose(null);
      return this.still(place);
    }
    if (play.chosen !== null && place !== 25) play.why(play.chosen, place);
    return this.choose(null);
  }

  /** Play a checker by one click: with the left die, or, by the second kind of click, with the right one. @param {number} place @param {boolean} isSecond */
  once(place, isSecond) {
    const { play } = this;
    this.before = undefined;
    play.chosen = place;
    const dice = play.dice.filter((die) => play.node.dice.includes(die));
    const die = dice[isSecond ? dice.length - 1 : 0];
    const singles = play.targets.filter(({ several }) => !several);
    const target = singles.find(({ route }) => isBy(route[0], die)) ?? (isSecond ? undefined : singles[0]);
    if (target) return this.go(target.route);
    this.choose(null);
    return die ? play.why(place, Math.max(0, place - die)) : undefined;
  }

  /** Ask which law forbids this checker to move. @param {number} place */
  still(place) {
    const die = this.play.node?.dice[0];
    if (die) this.play.why(place, Math.max(0, place - die));
  }

  /** @param {number} from @param {number | null} to */
  drop(from, to) {
    this.before = undefined;
    this.play.chosen = from;
    const target = to === null ? undefined : this.reaches(to);
    if (target) {
      this.go(target.route);
      return true;
    }
    if (to !== null && to !== from && to !== 25 && this.play.moving) this.play.why(from, to);
    this.choose(null);
    return false;
  }

  /** @param {import("../checkers/legal_moves.js").Choice[]} route */
  go(route) {
    const hits = route.find((choice) => choice.hits);
    this.play.play(route);
    this.page.closeWhy();
    this.page.show();
    if (hits)
      announce(t(this.play.laws.contact === "pin" ? "say.pin" : "say.hit", { place: placeWord(hits.to, (n) => this.page.number(n)) }));
    if (this.play.complete) announce(t("say.complete"));
  }

  /** @param {string} what */
  press(what) {
    const { play } = this;
    if (play.due && play.view.phase === "answer" && play.view.acts.includes(what))
      return isHasty(this.page) ? undefined : does(this.page, what);
    if (what === "bomb" && play.due && play.view.acts.includes("bomb")) play.act("bomb");
    if (what === "button") mainAct(this.page)?.();
    if (what === "dice" && play.complete) play.confirm();
    else if (what === "dice") this.swap();
    return undefined;
  }

  /** Play the other die first. */
  swap() {
    const { play } = this;
    if (!play.moving || play.complete || play.view.dice.length !== 2 || play.view.left) return;
    play.swapped = !play.swapped;
    this.page.show();
    aloud(({ swapped }) => swapped(this.page));
  }

  /** @param {string} key */
  key(key) {
    const { page, play } = this;
    /** @type {Record<string, () => unknown>} */
    const does = {
      r: () => (play.due ? play.view.acts.includes("roll") && play.act("roll") : press(page)),
      d: () => play.due && play.view.acts.includes("double") && play.act("double"),
      s: () => this.swap(),
      u: () => this.undo(),
      c: () => play.confirm(),
      w: () => aloud(({ where }) => where(page)),
      p: () => aloud(({ position }) => position(page)),
      l: () => announce(t("say.last", { turns: lastTurns(play, "white") || t("turns.none") })),
      b: () => page.lookBack(),
      f: () => (page.turnRound(), aloud(({ turned }) => turned(page))),
      a: () => this.draws?.("arrow", page.board.keyboard?.here ?? 24),
      o: () => this.draws?.("ring", page.board.keyboard?.here ?? 24),
      m: () => change({ sound: settings.sound === "on" ? "off" : "on" }),
      h: () => page.lateParts?.hints.offered && page.lateParts.hints.ask(),
      "?": () => import("../sheets.js").then((open) => open.helpSheet()),
    };
    does[key]?.();
    return key in does;
  }
}
