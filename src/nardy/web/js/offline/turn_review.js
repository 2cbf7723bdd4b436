// A turn compared with the best one, with all numbers of the club's own review (nardy/analysis/game_review.py).

import { GOING_ON, afterTurn } from "../engine/after_turn.js";
import { meanOf } from "./bomb_review.js";
import { TurnJudge } from "./judge.js";
import { gammonOf } from "./requests.js";
import { turnText } from "./turn_text.js";
import { viewOf } from "./view.js";

/** @import { Candidate, DieMove, Played, Reviewed } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Turn} Turn */
/** @typedef {import("./room.js").OfflineRoom} OfflineRoom */

/** Dice of the longest list whose turns are all listed; others are reviewed without look-ahead (search/tables.py). */
const LISTED = 4;
/** Turns shown beside the one that was played. */
const MOST = 4;

export class TurnReview {
  /** @param {OfflineRoom} now Before the turn. @param {number} plies */
  constructor(now, plies) {
    this.now = now;
    this.judge = new TurnJudge(now, plies);
    this.game = this.judge.game;
  }

  /** @param {number} number @param {Played} event @param {boolean} isRolled Whether a roll came before: the opening throw and leftover dice are none. @returns {Reviewed} */
  of(number, event, isRolled) {
    const { game, now } = this;
    const view = viewOf(game, now);
    const moves = event.moves.map(([from, to]) => ({ from, to }));
    const final = game.moved(now.position, now.roll, moves);
    const isSame = (/** @type {Turn} */ turn) => String(turn.board) === String(final?.board) && String(turn.pins) === String(final?.pins);
    const found = this.judge.ranked();
    if (!found.some(isSame)) found.push(this.valued(final, moves));
    const isListed = !view.left && view.dice.length <= LISTED;
    const ranked = isListed ? this.compared(found, isSame) : sorted(found);
    const place = ranked.findIndex(isSame);
    const choices = ranked.filter((_, n) => n < MOST || n === place);
    const loss = ranked[0].equity - ranked[place].equity;
    return {
      ...{ white: view.white, black: view.black, white_pinned: view.white_pinned, black_pinned: view.black_pinned, cube: view.cube },
      number,
      player: event.player,
      position: view.position,
      loss,
      grade: game.tables.grades.find(([least]) => loss >= least)?.[1] ?? "",
      plies: Math.max(...choices.map(({ plies }) => plies)),
      dice: view.dice,
      turn: event.turn,
      choices: choices.map((turn) => this.candidate(turn, ranked[0])),
      chosen: Math.min(place, choices.length - 1),
      ...(isRolled ? this.rolled() : { luck: null, win: null, lose: null }),
      is_forced: ranked.length === 1,
    };
  }

  /** The candidates, best first: the best and the played one are examined equally deep (game_review.py, _ranked). @param {Turn[]} ranked @param {(turn: Turn) => boolean} isSame */
  compared(ranked, isSame) {
    if (ranked.length === 1) return ranked;
    const isExamined = (/** @type {Turn} */ turn, /** @type {number} */ n) => n === 0 || isSame(turn);
    const examined = ranked.filter(isExamined).map((turn) => this.judge.deepened(turn));
    const others = ranked.filter((turn, n) => !isExamined(turn, n));
    const isDeep = (/** @type {Turn} */ { plies }) => plies === this.judge.plies;
    return [...sorted([...examined, ...others.filter(isDeep)]), ...others.filter((turn) => !isDeep(turn))];
  }

  /** The gain of the roll over the average one, and the chances before it: each roll with its best answer (analysis/judge.py). */
  rolled() {
    const { game, now } = this;
    const mean = meanOf(game, now.position);
    const [best] = game.ranked(now.position, now.roll, 0);
    return { luck: best.equity - mean.equity, win: game.wins(mean.chances), lose: game.wins([...mean.chances].reverse()) };
  }

  /** A turn of a cascade that is not among the candidates, with its value. @param {{board: number[], pins: number[]} | null} final @param {DieMove[]} moves @returns {Turn} */
  valued(final, moves) {
    const { game, now } = this;
    const turn = { ...(final ?? now.position), moves };
    const { outcome, again, position: next } = afterTurn(game, now.position, now.roll, turn);
    const { equity, chances } = game.value(next, 0);
    const worth = outcome === GOING_ON ? (again ? equity : -equity) : game.game.points[outcome];
    return { ...turn, outcome, again, equity: worth, chances, plies: 0, facts: next.facts };
  }

  /** @param {Turn} turn @param {Turn} best @returns {Candidate} */
  candidate(turn, best) {
    const { game, now } = this;
    return {
      turn: turnText(game.hitting(now.position, now.roll, turn.moves)),
      moves: turn.moves.map(({ from, to }) => [from, to]),
      equity: turn.equity,
      loss: best.equity >= turn.equity ? best.equity - turn.equity : null, // as in server/analysis/evaluations.py
      win: game.winOf(turn),
      gammon: gammonOf(game, turn),
      plies: turn.plies,
    };
  }
}

/** Best first. @param {Turn[]} turns */
const sorted = (turns) => turns.sort((one, other) => other.equity - one.equity);
