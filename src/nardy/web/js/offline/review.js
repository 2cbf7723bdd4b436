// The review of a game in this browser: each turn compared with the best, as the club does it (nardy/analysis/game_review.py).

import { GOING_ON, afterTurn } from "../engine/after_turn.js";
import { bombDecision, mayDecide, meanOf } from "./bomb_review.js";
import { failureOf } from "./failure.js";
import { gammonOf } from "./requests.js";
import { turnText } from "./turn_text.js";
import { viewOf } from "./view.js";

/** @import { Candidate, Figures, Review, Reviewed, Seat } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Turn} Turn */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */

const PLIES = 1;
/** Dice of the longest list whose turns are all listed; others are reviewed without look-ahead (search/tables.py). */
const LISTED = 4;
/** Turns shown beside the one that was played. */
const MOST = 4;

/** A review in progress: it does one turn at each step. */
export class OfflineReview {
  /** @param {OfflineGame} kept @param {LoadedGame} game @param {() => import("./view.js").Moment & {apply: (event: import("../protocol.js").GameEvent) => void}} begin Makes the game anew, before its first event. @param {number} [plies] How far turns are looked ahead; luck is always looked at one ply ahead. */
  constructor(kept, game, begin, plies = PLIES) {
    this.plies = plies;
    this.kept = kept;
    this.game = game;
    this.begin = begin;
    /** @type {Reviewed[]} */
    this.turns = [];
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
      if (event.kind === "rolled") isRolled = true;
      this.bomb(number, now, event);
      if (event.kind === "played") {
        this.turns.push(this.turn(number, now, event, isRolled));
        isRolled = false;
        await new Promise((done) => setTimeout(done));
      }
      now.apply(event);
    }
    this.isDone = true;
  }

  /** A bomb that this event explodes or forgoes. @param {number} number @param {import("./view.js").Moment} now @param {import("../protocol.js").GameEvent} event */
  bomb(number, now, event) {
    const isExploded = event.kind === "acted" && event.act === "bomb";
    if (now.phase !== "roll" || !(isExploded || event.kind === "rolled")) return;
    if (!isExploded && !mayDecide(this.game, now.position)) return;
    const found = bombDecision(this.game, now, { number, act: isExploded ? "bomb" : "keep" });
    if (found) this.bombs.push(found);
  }

  /** @param {number} number @param {import("./view.js").Moment} now @param {import("../protocol.js").Played} event @param {boolean} isRolled Whether a roll came before, which the opening throw and leftover dice are not. @returns {Reviewed} */
  turn(number, now, event, isRolled) {
    const { game } = this;
    const { position, roll } = now;
    const view = viewOf(game, now);
    const final = game.moved(
      position,
      roll,
      event.moves.map(([from, to]) => ({ from, to })),
    );
    const isSame = (/** @type {Turn} */ turn) => String(turn.board) === String(final?.board) && String(turn.pins) === String(final?.pins);
    const found = game.ranked(position, roll, this.plies).map(atItsDepth);
    if (!found.some(isSame)) found.push(this.valued(now, final, event.moves));
    const isListed = !view.left && view.dice.length <= LISTED;
    const ranked = isListed ? this.compared(now, found, isSame) : found.sort((one, other) => other.equity - one.equity);
    const place = ranked.findIndex(isSame);
    const choices = ranked.filter((_, n) => n < MOST || n === place);
    const loss = ranked[0].equity - ranked[place].equity;
    return {
      ...{ white: view.white, black: view.black, white_pinned: view.white_pinned, black_pinned: view.black_pinned, cube: null },
      number,
      player: event.player,
      position: view.position,
      loss,
      grade: game.tables.grades.find(([least]) => loss >= least)?.[1] ?? "",
      plies: Math.max(...choices.map(({ plies }) => plies)),
      dice: view.dice,
      turn: event.turn,
      choices: choices.map((turn) => this.candidate(position, roll, turn, ranked[0])),
      chosen: Math.min(place, choices.length - 1),
      ...this.rolls(position, roll, isRolled),
      is_forced: ranked.length === 1,
    };
  }

  /** The candidates, best first: the best and the played one are examined equally deep (game_review.py, _ranked). @param {import("./view.js").Moment} now @param {Turn[]} ranked @param {(turn: Turn) => boolean} isSame */
  compared(now, ranked, isSame) {
    if (ranked.length === 1) return ranked;
    const isExamined = (/** @type {Turn} */ turn, /** @type {number} */ n) => n === 0 || isSame(turn);
    const examined = ranked.filter(isExamined).map((turn) => this.deepened(now, turn));
    const others = ranked.filter((turn, n) => !isExamined(turn, n));
    const deep = [...examined, ...others.filter(({ plies }) => plies === this.plies)];
    return [...deep.sort((one, other) => other.equity - one.equity), ...others.filter(({ plies }) => plies !== this.plies)];
  }

  /** The gain of the roll over the average one, and the chances before it: each roll with its best answer, as analysis/judge.py has it. A bomb that was not exploded is kept. @param {Position} position @param {number[]} roll @param {boolean} isRolled */
  rolls(position, roll, isRolled) {
    if (!isRolled) return { luck: null, win: null, lose: null };
    const { game } = this;
    const mean = meanOf(game, position);
    const [best] = game.ranked(position, roll, 0);
    return { luck: best.equity - mean.equity, win: game.wins(mean.chances), lose: game.wins([...mean.chances].reverse()) };
  }

  /** A turn of a cascade that is not among the candidates, with its value. @param {import("./view.js").Moment} now @param {{board: number[], pins: number[]} | null} final @param {[number, number][]} made @returns {Turn} */
  valued({ position, roll }, final, made) {
    const moves = made.map(([from, to]) => ({ from, to }));
    const turn = { ...(final ?? position), moves };
    const { outcome, again, position: next } = afterTurn(this.game, position, roll, turn);
    const { equity, chances } = this.game.value(next, 0);
    const worth = outcome === GOING_ON ? (again ? equity : -equity) : this.game.game.points[outcome];
    return { ...turn, outcome, again, equity: worth, chances, plies: 0, facts: next.facts };
  }

  /** A turn with its value at the depth of the best ones. @param {import("./view.js").Moment} now @param {Turn} turn @returns {Turn} */
  deepened({ position, roll }, turn) {
    if (turn.plies >= this.plies || turn.outcome !== GOING_ON) return turn;
    const { equity, chances } = this.game.value(afterTurn(this.game, position, roll, turn).position, this.plies);
    return { ...turn, equity: -equity, chances, plies: this.plies };
  }

  /** @param {Position} position @param {number[]} roll @param {Turn} turn @param {Turn} best @returns {Candidate} */
  candidate(position, roll, turn, best) {
    return {
      turn: turnText(this.game.hitting(position, roll, turn.moves)),
      moves: turn.moves.map(({ from, to }) => [from, to]),
      equity: turn.equity,
      loss: Math.max(0, best.equity - turn.equity),
      win: this.game.winOf(turn),
      gammon: gammonOf(this.game, turn),
      plies: turn.plies,
    };
  }

  /** The turns that are told. */
  get shown() {
    return this.turns;
  }

  /** The game, and who played it. @returns {Pick<Review, "laws" | "you" | "names" | "bots">} */
  get people() {
    const { kept, game } = this;
    const bot = game.tables.levels[kept.level].bot;
    const other = kept.seat === "white" ? /** @type {const} */ ("black") : /** @type {const} */ ("white");
    return { laws: game.game.laws, you: kept.seat, names: { [kept.seat]: "", [other]: bot }, bots: [other] };
  }

  /** The review so far, as the club tells it. @returns {Review} */
  told() {
    const { turns, shown } = this;
    return {
      state: this.reason ? "failed" : this.isDone ? "done" : "working",
      turns: shown,
      of: this.of,
      cubes: [],
      bombs: this.bombs,
      summaries: { white: this.figures("white"), black: this.figures("black") },
      plies: this.plies,
      preview_plies: PLIES,
      luck_plies: PLIES,
      looked_at: turns.length,
      deep: turns.length,
      ...this.people,
      reason: this.reason,
      withheld: turns.length - shown.length,
    };
  }

  /** @param {Seat} seat @returns {Figures} */
  figures(seat) {
    const own = this.shown.filter(({ player }) => player === seat);
    const decided = [...own.filter((turn) => !turn.is_forced), ...this.bombs.filter(({ player }) => player === seat)];
    const count = (/** @type {string} */ grade) => decided.filter((one) => one.grade === grade).length;
    const lost = decided.reduce((total, { loss }) => total + loss, 0);
    const rate = decided.length ? (1000 * lost) / decided.length : 0;
    const { fewest, bands, last } = this.game.tables.error_levels;
    return {
      decisions: decided.length,
      inaccuracies: count("inaccuracy"),
      mistakes: count("error"),
      blunders: count("blunder"),
      error_rate: rate,
      performance_rating: rate / 2,
      luck: own.reduce((total, { luck }) => total + (luck ?? 0), 0),
      level: decided.length < fewest ? "" : (bands.find(([below]) => rate < below)?.[1] ?? last),
    };
  }
}

/** A turn that ends the game needs no look-ahead. @param {Turn} turn @returns {Turn} */
const atItsDepth = (turn) => (turn.outcome === GOING_ON ? turn : { ...turn, plies: 0 });
