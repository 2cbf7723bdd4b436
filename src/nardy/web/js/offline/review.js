// The review of a game in this browser: each turn compared with the best, as the club does it (nardy/analysis/game_review.py).

import { GOING_ON, afterTurn } from "../engine/after_turn.js";
import { bombDecision, mayDecide, meanOf } from "./bomb_review.js";
import { reviewedCube } from "./cube_review.js";
import { failureOf } from "./failure.js";
import { PLIES, TurnJudge } from "./judge.js";
import { turnText } from "./turn_text.js";
import { viewOf } from "./view.js";

/** @import { Candidate, Figures, Review, Reviewed, ReviewedDouble, Seat } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Turn} Turn */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */

/** Dice of the longest list whose turns are all listed; others are reviewed without look-ahead (search/tables.py). */
const LISTED = 4;
/** Turns shown beside the one that was played. */
const MOST = 4;

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
        this.turns.push(this.turn(number, now, event, isRolled));
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

  /** @param {number} number @param {import("./room.js").OfflineRoom} now @param {import("../protocol.js").Played} event @param {boolean} isRolled The dice are neither those of the roll-off nor left over. @returns {Reviewed} */
  turn(number, now, event, isRolled) {
    const { position, roll } = now;
    const judge = new TurnJudge(now);
    const { game } = judge;
    const view = viewOf(game, now);
    const ranked = judge.ranked();
    const final = game.moved(
      position,
      roll,
      event.moves.map(([from, to]) => ({ from, to })),
    );
    const isSame = (/** @type {Turn} */ turn) => String(turn.board) === String(final?.board);
    const [best] = ranked;
    const found = ranked.find(isSame) ?? valued(now, final, event.moves);
    const isAsRanked = ranked.length === 1 || view.left || view.dice.length > LISTED;
    const played = isAsRanked ? found : judge.deepened(found);
    const shown = ranked.slice(0, MOST).filter((turn) => !isSame(turn));
    const loss = Math.max(0, best.equity - played.equity);
    const choices = [...shown, played].sort((one, other) => other.equity - one.equity);
    // A bomb that was not exploded is kept, and cascades are compared as they are ranked.
    const isPlain = !game.game.laws.has_bomb && game.game.dice === LISTED;
    const before = !isRolled ? null : isPlain ? game.value(position, PLIES) : meanOf(game, position);
    const first = game.ranked(position, roll, 0)[0];
    return {
      ...{ white: view.white, black: view.black, white_pinned: view.white_pinned, black_pinned: view.black_pinned, cube: view.cube },
      number,
      player: event.player,
      position: view.position,
      loss,
      grade: game.tables.grades.find(([least]) => loss >= least)?.[1] ?? "",
      plies: played.plies,
      dice: view.dice,
      turn: event.turn,
      choices: choices.map((turn) => this.candidate(position, roll, turn, best)),
      chosen: choices.indexOf(played),
      // The gain of the roll over the average one, both without look-ahead behind it.
      luck: before && first.equity - before.equity,
      win: before && game.wins(before.chances),
      lose: before && game.wins([...before.chances].reverse()),
      is_forced: ranked.length === 1,
    };
  }

  /** @param {Position} position @param {number[]} roll @param {Turn} turn @param {Turn} best @returns {Candidate} */
  candidate(position, roll, turn, best) {
    return {
      turn: turnText(this.game.hitting(position, roll, turn.moves)),
      moves: turn.moves.map(({ from, to }) => [from, to]),
      equity: turn.equity,
      loss: Math.max(0, best.equity - turn.equity),
      win: this.game.winOf(turn),
      gammon: null,
      plies: turn.plies,
    };
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

/** A turn of a cascade that is not among the candidates, with its value. @param {import("./room.js").OfflineRoom} now @param {{board: number[], pins: number[]} | null} final @param {[number, number][]} made @returns {Turn} */
function valued({ game, position, roll }, final, made) {
  const moves = made.map(([from, to]) => ({ from, to }));
  const turn = { ...(final ?? position), moves };
  const { outcome, again, position: next } = afterTurn(game, position, roll, turn);
  const { equity, chances } = game.value(next, 0);
  const worth = outcome === GOING_ON ? (again ? equity : -equity) : game.game.points[outcome];
  return { ...turn, outcome, again, equity: worth, chances, plies: 0, facts: next.facts };
}
