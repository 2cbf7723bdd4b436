// A turn compared with the best one, with all numbers of the club's own review (nardy/analysis/game_review.py).

import { GOING_ON, afterTurn } from "../engine/after_turn.js";
import { meanOf } from "./bomb_review.js";
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
    const ranked = this.compared(now, game.ranked(position, roll, PLIES).map(atItsDepth), isSame);
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
  compared({ position, roll }, ranked, isSame) {
    if (ranked.length === 1) return ranked;
    const isExamined = (/** @type {Turn} */ turn, /** @type {number} */ n) => n === 0 || isSame(turn);
    const examined = ranked.filter(isExamined).map((turn) => this.deepened(position, roll, turn));
    const others = ranked.filter((turn, n) => !isExamined(turn, n));
    const deep = [...examined, ...others.filter(({ plies }) => plies === PLIES)];
    return [...deep.sort((one, other) => other.equity - one.equity), ...others.filter(({ plies }) => plies !== PLIES)];
  }

  /** The gain of the roll over the average one, and the chances before it: each roll with its best answer, as analysis/judge.py has it. @param {Position} position @param {number[]} roll @param {boolean} isRolled */
  rolls(position, roll, isRolled) {
    if (!isRolled) return { luck: null, win: null, lose: null };
    const { game } = this;
    const mean = meanOf(game, position);
    const [best] = game.ranked(position, roll, 0);
    return { luck: best.equity - mean.equity, win: game.wins(mean.chances), lose: game.wins([...mean.chances].reverse()) };
  }

  /** A turn with its value at the depth of the best ones. @param {Position} position @param {number[]} roll @param {Turn} turn @returns {Turn} */
  deepened(position, roll, turn) {
    if (turn.plies >= PLIES || turn.outcome !== GOING_ON) return turn;
    const { equity, chances } = this.game.value(afterTurn(this.game, position, roll, turn).position, PLIES);
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
