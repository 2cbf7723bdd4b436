// The review of a game in this browser: its turns, the cube and the bomb, as the club does it (nardy/analysis/game_review.py).

import { bombDecision, mayDecide } from "./bomb_review.js";
import { reviewedCube } from "./cube_review.js";
import { failureOf } from "./failure.js";
import { PLIES } from "./judge.js";
import { TurnReview } from "./turn_review.js";

/** @import { Figures, Review, Reviewed, ReviewedDouble, Seat } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */

/** A review in progress: it does one turn at each step. */
export class OfflineReview {
  /** @param {OfflineGame} kept @param {LoadedGame} game @param {() => import("./room.js").OfflineRoom} begin Makes the game anew, before its first event. */
  constructor(kept, game, begin) {
    this.kept = kept;
    this.game = game;
    this.begin = begin;
    /** @type {Reviewed[]} */
    this.turns = [];
    /** @type {ReviewedDouble[]} */
    this.cubes = [];
    /** @type {import("../protocol.js").BombDecision[]} */
    this.bombs = [];
    this.isDone = false;
    /** Why it failed. */
    this.reason = "";
    this.of = kept.events.filter(({ event }) => event.kind === "played").length;
  }

  async run() {
    try {
      await this.work();
    } catch (error) {
      this.reason = failureOf("engine", error).message || "unknown";
    }
  }

  /** Review all turns, and rest between them so that other requests are answered. */
  async work() {
    const now = this.begin();
    let isRolled = false;
    for (const { number, event } of this.kept.events) {
      const cube = reviewedCube(now, number, event);
      if (cube) this.cubes.push(cube);
      this.bomb(number, now, event);
      if (event.kind === "played") {
        this.turns.push(new TurnReview(now).of(number, event, isRolled));
        await new Promise((done) => setTimeout(done));
      }
      now.apply(event);
      isRolled = event.kind === "rolled";
    }
    this.isDone = true;
  }

  /** A bomb that this event explodes or forgoes. @param {number} number @param {import("./room.js").OfflineRoom} now @param {import("../protocol.js").GameEvent} event */
  bomb(number, now, event) {
    const isExploded = event.kind === "acted" && event.act === "bomb";
    if (now.phase !== "roll" || !(isExploded || event.kind === "rolled")) return;
    if (!isExploded && !mayDecide(this.game, now.position)) return;
    const found = bombDecision(now.valued, now, { number, act: isExploded ? "bomb" : "keep" });
    if (found) this.bombs.push(found);
  }

  /** The review so far, as the club tells it. @returns {Review} */
  told() {
    const { kept, game, turns } = this;
    const bot = game.tables.levels[kept.level].bot;
    const other = kept.seat === "white" ? /** @type {const} */ ("black") : /** @type {const} */ ("white");
    return {
      state: this.reason ? "failed" : this.isDone ? "done" : "working",
      turns,
      of: this.of,
      games: kept.events.flatMap(({ number, event }) => (event.kind === "started" ? [number] : [])),
      cubes: this.cubes,
      bombs: this.bombs,
      summaries: { white: this.figures("white"), black: this.figures("black") },
      plies: PLIES,
      preview_plies: PLIES,
      luck_plies: PLIES,
      looked_at: turns.length,
      deep: turns.length,
      laws: game.game.laws_of[kept.rules ?? game.game.begins.single],
      you: kept.seat,
      names: { [kept.seat]: "", [other]: bot },
      bots: [other],
      reason: this.reason,
      withheld: 0,
    };
  }

  /** @param {Seat} seat @returns {Figures} */
  figures(seat) {
    const own = this.turns.filter(({ player }) => player === seat);
    const others = [...this.cubes, ...this.bombs].filter(({ player }) => player === seat);
    const decided = [...own.filter((turn) => !turn.is_forced), ...others];
    const count = (/** @type {string} */ grade) => decided.filter((one) => one.grade === grade).length;
    const rate = decided.length ? (1000 * decided.reduce((sum, { loss }) => sum + loss, 0)) / decided.length : 0;
    const { fewest, bands, last } = this.game.tables.error_levels;
    return {
      decisions: decided.length,
      inaccuracies: count("inaccuracy"),
      mistakes: count("error"),
      blunders: count("blunder"),
      error_rate: rate,
      performance_rating: rate / 2,
      luck: own.reduce((sum, { luck }) => sum + (luck ?? 0), 0),
      level: decided.length < fewest ? "" : (bands.find(([below]) => rate < below)?.[1] ?? last),
    };
  }
}
