// Turns judged for a review, with both players using the cube in look-ahead (nardy/analysis/judge.py).

import { GOING_ON, afterTurn } from "../engine/after_turn.js";
import { ENDINGS } from "../engine/cube.js";

/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Turn} Turn */
/** @typedef {import("./room.js").OfflineRoom} OfflineRoom */

/** Plies of the review that is made first, and of the one that a reader may ask for. */
export const PLIES = 1;
export const DEEP_PLIES = 2;
/** The plies of turns: leftover dice of the other player are not examined on the way, as the club does two plies ahead (kernel/decisions.py). @param {LoadedGame} game */
export const deepestOf = ({ game }) => (game.leaves ? PLIES : DEEP_PLIES);

/** Equities by which everybody doubles who gains anything from it. */
const SURE = [0, 9, 9];

export class TurnJudge {
  /** @param {OfflineRoom} room With a turn to play. @param {number} plies */
  constructor({ game, laws, state, position, roll, turn, stakes }, plies) {
    this.game = game.at(laws, state, position, turn, { isJudge: true });
    this.plies = plies;
    this.position = position;
    this.roll = roll;
    this.hasCube = stakes.hasCube;
    if (!stakes.hasCube) return;
    const after = laws.after(state, "play", [ENDINGS.GOES_ON, 0]);
    this.mayDouble = mayDouble(game, laws, after);
  }

  /** All turns, the best first; those examined most deeply come first. */
  ranked() {
    const { game, position, roll, plies } = this;
    if (!this.hasCube) return game.ranked(position, roll, plies).map(atItsDepth);
    let ranked = game.ranked(position, roll, 0);
    if (ranked.length < 2) return ranked;
    for (let depth = 1; depth <= plies; depth++) ranked = this.lookedDeeper(ranked, depth);
    return ranked.map(atItsDepth);
  }

  /** The best of the most deeply examined turns, examined one ply deeper, then the others. @param {Turn[]} ranked @param {number} depth */
  lookedDeeper(ranked, depth) {
    const [most, margin] = this.game.tables.widths[depth - 1];
    const isNear = (/** @type {Turn} */ { equity, plies }) => plies === depth - 1 && equity >= ranked[0].equity - margin;
    const near = ranked.slice(0, most).filter(isNear);
    const examined = near.map((turn) => this.examined(turn, depth)).sort((one, other) => other.equity - one.equity);
    return [...examined, ...ranked.slice(near.length)];
  }

  /** A turn with its value at the depth of this review; one that ends the game has it without look-ahead. @param {Turn} turn */
  deepened(turn) {
    return turn.plies >= this.plies || turn.outcome !== GOING_ON ? turn : this.examined(turn, this.plies);
  }

  /** A turn with its value some plies ahead. @param {Turn} turn @param {number} plies @returns {Turn} */
  examined(turn, plies) {
    if (turn.outcome !== GOING_ON) return { ...turn, plies };
    const { position } = afterTurn(this.game, this.position, this.roll, turn);
    if (!this.hasCube) {
      const { equity, chances } = this.game.value(position, plies);
      return { ...turn, equity: -equity, chances, plies };
    }
    const { equities, chances } = this.game.weighed(position, plies);
    const [waiting, taken, passed] = equities;
    // The opponent doubles before the roll where that is better.
    const equity = this.mayDouble ? Math.max(waiting, Math.min(taken, passed)) : waiting;
    return { ...turn, equity: -equity, chances, plies };
  }
}

/** A turn that ends the game needs no look-ahead. @param {Turn} turn */
const atItsDepth = (turn) => (turn.outcome === GOING_ON ? turn : { ...turn, plies: 0 });

/** Whether the player who rolls may double, and gains anything from it. @param {LoadedGame} game @param {import("../engine/cube.js").CubeLaws} laws @param {import("../engine/cube.js").State} state */
export const mayDouble = (game, laws, state) => !laws.law(state, "double") && game.cube.advice(laws, state, SURE).isDouble;
