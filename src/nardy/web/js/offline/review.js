// The review of a game in this browser: its turns, the cube and the bomb, as the club does it (nardy/analysis/game_review.py).

import { PR_SCALE } from "../review/performance_rating.js";
import { bombDecision, mayDecide } from "./bomb_review.js";
import { reviewedCube } from "./cube_review.js";
import { failureOf } from "./failure.js";
import { DEEP_PLIES, PLIES, deepestOf } from "./judge.js";
import { TurnReview } from "./turn_review.js";

/** @import { BombDecision, Figures, Review, Reviewed, ReviewedDouble, Seat } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */

/** The decisions found at one depth, by the steps that find them. @typedef {{plies: number, turns: Reviewed[], cubes: ReviewedDouble[], bombs: BombDecision[], steps: Iterator<void>, reached: number, isDone: boolean}} Pass */

/** Another task may have its turn. */
const rest = () => new Promise((done) => setTimeout(done));

/** A review in progress: it does one turn at each step. A deeper one replaces its decisions one by one. */
export class OfflineReview {
  /** @param {OfflineGame} kept @param {LoadedGame} game @param {() => import("./room.js").OfflineRoom} begin Makes the game anew, before its first event. */
  constructor(kept, game, begin) {
    this.kept = kept;
    this.game = game;
    this.begin = begin;
    this.quick = this.pass(PLIES);
    /** @type {Pass | null} */
    this.deep = null;
    this.isWanted = true;
    /** Whether the deeper review is wanted now. */
    this.isDeepening = false;
    /** Why it failed. */
    this.reason = "";
    this.of = kept.events.filter(({ event }) => event.kind === "played").length;
  }

  get laws() {
    const { laws_of: known, begins } = this.game.game;
    return known[this.kept.rules ?? begins.single];
  }

  /** The plies that a reader may ask for. */
  get deepest() {
    return deepestOf(this.game);
  }

  /** @param {number} plies @returns {Pass} */
  pass(plies) {
    /** @type {Pass} */
    const made = { plies, turns: [], cubes: [], bombs: [], steps: [].values(), reached: 0, isDone: false };
    made.steps = this.steps(made);
    return made;
  }

  /** Review all turns. */
  run() {
    return this.work(this.quick, () => this.isWanted);
  }

  /** Review all turns deeper, from where `stop` has left off. */
  async deepen() {
    if (this.isDeepening || !this.quick.isDone || this.deepest < DEEP_PLIES) return;
    this.isDeepening = true;
    this.deep ??= this.pass(DEEP_PLIES);
    await this.work(this.deep, () => this.isDeepening);
  }

  /** Leave the deeper review where it is, and tell the first one again. */
  stop() {
    this.isDeepening = false;
  }

  /** Take steps, and rest between them so that other requests are answered. @param {Pass} pass @param {() => boolean} isWanted */
  async work(pass, isWanted) {
    try {
      while (isWanted() && !pass.isDone) {
        pass.isDone = pass.steps.next().done === true;
        await rest();
      }
    } catch (error) {
      this.reason = failureOf("engine", error).message || "unknown";
    }
  }

  /** Add the decisions of a game, turn by turn. @param {Pass} found @returns {Generator<void>} */
  *steps(found) {
    const now = this.begin();
    let isRolled = false;
    for (const { number, event } of this.kept.events) {
      const cube = reviewedCube(now, number, event, found.plies);
      if (cube) found.cubes.push(cube);
      this.bomb(found, number, now, event);
      if (event.kind === "played") {
        found.turns.push(new TurnReview(now, found.plies).of(number, event, isRolled));
        found.reached = number;
        yield;
      }
      now.apply(event);
      isRolled = event.kind === "rolled";
    }
  }

  /** A bomb that this event explodes or forgoes. @param {Pass} found @param {number} number @param {import("./room.js").OfflineRoom} now @param {import("../protocol.js").GameEvent} event */
  bomb({ bombs }, number, now, event) {
    const isExploded = event.kind === "acted" && event.act === "bomb";
    if (now.phase !== "roll" || !(isExploded || event.kind === "rolled")) return;
    if (!isExploded && !mayDecide(this.game, now.position)) return;
    const decision = bombDecision(now.valued, now, { number, act: isExploded ? "bomb" : "keep" });
    if (decision) bombs.push(decision);
  }

  /** Whether the review is told at both depths. */
  get isDeep() {
    return this.deep !== null && (this.isDeepening || this.deep.isDone);
  }

  /** The decisions so far, each at the depth that it has reached. */
  get shown() {
    const { quick, deep, isDeep } = this;
    /** @template {{number: number}} One @param {One[]} before @param {One[]} after @returns {One[]} */
    const joined = (before, after) => [...before, ...after.filter(({ number }) => number > (deep?.reached ?? 0))];
    if (!deep || !isDeep) return { turns: quick.turns, cubes: quick.cubes, bombs: quick.bombs };
    if (deep.isDone) return { turns: deep.turns, cubes: deep.cubes, bombs: deep.bombs };
    return { turns: joined(deep.turns, quick.turns), cubes: joined(deep.cubes, quick.cubes), bombs: joined(deep.bombs, quick.bombs) };
  }

  /** The review so far, as the club tells it, and the plies that may be asked for. @returns {Review & {deepest: number}} */
  told() {
    const { kept, game, quick, isDeep, shown } = this;
    const bot = game.tables.levels[kept.level].bot;
    const other = kept.seat === "white" ? /** @type {const} */ ("black") : /** @type {const} */ ("white");
    const now = isDeep && this.deep ? this.deep : quick;
    return {
      ...shown,
      deepest: this.deepest,
      state: this.reason ? "failed" : now.isDone ? "done" : "working",
      of: this.of,
      games: kept.events.flatMap(({ number, event }) => (event.kind === "started" ? [number] : [])),
      summaries: { white: figures(game, shown, "white"), black: figures(game, shown, "black") },
      plies: now.plies,
      preview_plies: PLIES,
      luck_plies: PLIES,
      looked_at: quick.turns.length,
      deep: now.turns.length,
      laws: this.laws,
      you: kept.seat,
      names: { [kept.seat]: "", [other]: bot },
      bots: [other],
      reason: this.reason,
      withheld: 0,
    };
  }
}

/** The summary of a player's decisions. @param {LoadedGame} game @param {Pick<Pass, "turns" | "cubes" | "bombs">} found @param {Seat} seat @returns {Figures} */
function figures(game, { turns, cubes, bombs }, seat) {
  const own = turns.filter(({ player }) => player === seat);
  const others = [...cubes, ...bombs].filter(({ player }) => player === seat);
  const decided = [...own.filter((turn) => !turn.is_forced), ...others];
  const count = (/** @type {string} */ grade) => decided.filter((one) => one.grade === grade).length;
  const rate = decided.length ? (1000 * decided.reduce((sum, { loss }) => sum + loss, 0)) / decided.length : 0;
  const { fewest, bands, last } = game.tables.error_levels;
  return {
    decisions: decided.length,
    inaccuracies: count("inaccuracy"),
    mistakes: count("error"),
    blunders: count("blunder"),
    error_rate: rate,
    performance_rating: (PR_SCALE * rate) / 1000,
    luck: own.reduce((sum, { luck }) => sum + (luck ?? 0), 0),
    level: decided.length < fewest ? "" : (bands.find(([below]) => rate < below)?.[1] ?? last),
  };
}
