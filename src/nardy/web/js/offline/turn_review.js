// A turn compared with the best one, with all numbers of the club's own review (nardy/analysis/game_review.py).

import { GOING_ON, rolls } from "../engine/engine.js";
import { gammonOf } from "./requests.js";
import { turnText } from "./turn_text.js";
import { viewOf } from "./view.js";

/** @import { Candidate, Reviewed } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {import("../engine/engine.js").Turn} Turn */

const PLIES = 1;
/** Turns shown beside the one that was played. */
const MOST = 4;

export class TurnReview {
  /** @param {LoadedGame} game */
  constructor(game) {
    this.game = game;
  }

  /** @param {number} number @param {import("./view.js").Moment} now @param {import("../protocol.js").Played} event @param {boolean} isRolled Whether a roll came before, which the opening throw is not. @returns {Reviewed} */
  of(number, now, event, isRolled) {
    const { game } = this;
    const { position, roll } = now;
    const view = viewOf(game, now);
    const final = game.moved(
      position,
      roll,
      event.moves.map(([from, to]) => ({ from, to })),
    );
    const isSame = (/** @type {Turn} */ turn) => String(turn.board) === String(final?.board) && String(turn.pins) === String(final?.pins);
    const ranked = this.compared(position, game.ranked(position, roll, PLIES).map(atItsDepth), isSame);
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

  /** The candidates, best first: the best and the played one are examined equally deep (game_review.py, _ranked). @param {Position} position @param {Turn[]} ranked @param {(turn: Turn) => boolean} isSame */
  compared(position, ranked, isSame) {
    if (ranked.length === 1) return ranked;
    const isExamined = (/** @type {Turn} */ turn, /** @type {number} */ n) => n === 0 || isSame(turn);
    const examined = ranked.filter(isExamined).map((turn) => this.deepened(position, turn));
    const others = ranked.filter((turn, n) => !isExamined(turn, n));
    const deep = [...examined, ...others.filter(({ plies }) => plies === PLIES)];
    return [...deep.sort((one, other) => other.equity - one.equity), ...others.filter(({ plies }) => plies !== PLIES)];
  }

  /** The gain of the roll over the average one, and the chances before it: each roll with its best answer, as analysis/judge.py has it. @param {Position} position @param {number[]} roll @param {boolean} isRolled */
  rolls(position, roll, isRolled) {
    if (!isRolled) return { luck: null, win: null, lose: null };
    const { game } = this;
    const answers = rolls().map(([high, low]) => ({
      high,
      low,
      weight: (high === low ? 1 : 2) / 36,
      best: game.ranked(position, [high, low], 0)[0],
    }));
    const mean = (/** @type {(turn: Turn) => number} */ of) => answers.reduce((sum, { weight, best }) => sum + weight * of(best), 0);
    const [high, low] = [Math.max(...roll), Math.min(...roll)];
    const own = /** @type {(typeof answers)[0]} */ (answers.find((one) => one.high === high && one.low === low));
    return {
      luck: own.best.equity - mean(({ equity }) => equity),
      win: mean((turn) => game.winOf(turn)),
      lose: mean((turn) => loseOf(game, turn)),
    };
  }

  /** A turn with its value at the depth of the best ones. @param {Position} position @param {Turn} turn @returns {Turn} */
  deepened(position, turn) {
    if (turn.plies >= PLIES || turn.outcome !== GOING_ON) return turn;
    const { equity, chances } = this.game.value(this.game.next(position, turn).position, PLIES);
    return { ...turn, equity: -equity, chances, plies: PLIES };
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
}

/** A turn that ends the game needs no look-ahead. @param {Turn} turn @returns {Turn} */
const atItsDepth = (turn) => (turn.outcome === GOING_ON ? turn : { ...turn, plies: 0 });

/** The mover's chance to lose after a turn. @param {LoadedGame} game @param {Turn} turn */
const loseOf = (game, { chances, outcome }) => (outcome === GOING_ON ? game.wins(chances) : Number(game.game.points[outcome] < 0));
