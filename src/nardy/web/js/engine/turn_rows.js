// Turns being played, as rows of arrays: their legal moves, and the graph of what follows from them.

/** @import { DieMove, Node } from "../protocol.js" */
/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Placed} Placed */
/** @typedef {import("./network.js").Tables} Tables */
/** Rows of turns being played, as in kernel/layout.py. @typedef {[boards: Placed, pins: Placed, dice: Placed, mids: Placed]} Rows */

/** States for which a search has room at first (kernel/arrays.py). */
export const ROOM = 1 << 10;
const WIDER = 32;
const MOST_ROOM = 1 << 20;
/** Moves of one row: two dice from each place. */
const MOVES = 52;
/** Columns of a move: where it begins and ends, its die, and whether it lands on an opposing checker. */
export const [ORIGIN, TARGET, DIE, HITS] = [0, 1, 2, 3];

/** More and more room for a search, up to an end. @param {number} room @returns {Generator<number, never>} */
export function* widening(room) {
  for (; room <= MOST_ROOM; room *= WIDER) yield room;
  throw new Error(`expected a turn of at most ${MOST_ROOM} positions, got more`);
}

export class TurnRows {
  /** @param {Kernel} kernel @param {Tables} tables @param {Placed} rules */
  constructor(kernel, tables, rules) {
    this.kernel = kernel;
    this.tables = tables;
    this.rules = rules;
  }

  /** The legal moves of some rows, each with its row: in the rule book's order. @param {Rows} rows */
  firstMoves(rows) {
    const { kernel } = this;
    const { move: size } = this.tables.sizes;
    const count = rows[0].shape[0];
    const choices = [kernel.room("b", count * MOVES, size), kernel.room("l", count + 1), kernel.room("l", count)];
    for (const room of widening(ROOM)) if (!kernel.call("first_moves_batch", this.rules, rows, room, choices)[1]) break;
    const offsets = kernel.list(choices[1]);
    const all = kernel.numbers(choices[0]);
    const moves = [];
    for (let row = 0; row < count; row++)
      for (let k = offsets[row]; k < offsets[row + 1]; k++)
        moves.push({ row, move: Array.from(/** @type {Int8Array} */ (all).subarray(k * size, (k + 1) * size)) });
    // The smaller dice first, and for each die higher points first.
    moves.sort((one, other) => one.row - other.row || one.move[DIE] - other.move[DIE] || other.move[ORIGIN] - one.move[ORIGIN]);
    return { moves };
  }

  /** Copies of some rows, each with a move made. @param {Rows} rows @param {{row: number, move: number[]}[]} moves @returns {Rows} */
  played(rows, moves) {
    const { kernel } = this;
    const made = /** @type {Rows} */ (
      rows.map((column) => {
        const size = column.shape.slice(1).reduce((all, n) => all * n, 1);
        const copy = kernel.room(column.kind, moves.length, ...column.shape.slice(1));
        const [from, to] = [kernel.numbers(column), kernel.numbers(copy)];
        moves.forEach(({ row }, k) => to.set(/** @type {never} */ (from.subarray(row * size, (row + 1) * size)), k * size));
        return copy;
      })
    );
    const played = kernel.place(
      "b",
      moves.flatMap(({ move }) => move),
      moves.length,
      this.tables.sizes.move,
    );
    kernel.call("play_batch", this.rules, made, played);
    return made;
  }

  /** The row after some moves; null if one is not legal. @param {Rows} rows @param {DieMove[]} made @returns {Rows | null} */
  after(rows, made) {
    for (const { from, to } of made) {
      const fits = this.firstMoves(rows).moves.filter(({ move }) => move[ORIGIN] === from && move[TARGET] === to);
      if (!fits.length) return null;
      rows = this.played(rows, fits.slice(0, 1));
    }
    return rows;
  }

  /** The graph after a row, with at most this many nodes, nearest first. @param {Rows} first @param {number} most @returns {Node[]} */
  layers(first, most) {
    /** @type {Node[]} */
    const nodes = [];
    let [rows, count] = [first, 1];
    for (;;) {
      const layer = this.diceOf(rows).map((dice) => ({ dice, moves: /** @type {Node["moves"]} */ ([]) }));
      nodes.push(...layer);
      const { moves } = this.firstMoves(rows);
      if (!moves.length) return nodes;
      const after = this.played(rows, moves);
      const keys = this.keysOf(after);
      /** @type {Map<string, number>} */
      const numbers = new Map();
      /** @type {number[]} */
      const kept = [];
      moves.forEach(({ row, move }, k) => {
        if (!numbers.has(keys[k]) && count < most) {
          numbers.set(keys[k], count++);
          kept.push(k);
        }
        // biome-ignore lint/suspicious/noThenProperty: the messages of the club have this name
        layer[row].moves.push({ from: move[ORIGIN], to: move[TARGET], hits: move[HITS] === 1, then: numbers.get(keys[k]) ?? null });
      });
      if (!kept.length) return nodes;
      rows = this.played(
        rows,
        kept.map((k) => moves[k]),
      );
    }
  }

  /** @param {Rows} rows @returns {number[][]} */
  diceOf([, , dice]) {
    const all = this.kernel.list(dice);
    const [count, most] = dice.shape;
    return Array.from({ length: count }, (_, row) => all.slice(row * most, (row + 1) * most).filter(Boolean));
  }

  /** A text for each row; equal rows have equal ones. @param {Rows} rows */
  keysOf(rows) {
    const columns = rows.map((column) => [this.kernel.list(column), column.shape.slice(1).reduce((all, n) => all * n, 1)]);
    const part = (/** @type {(number | number[])[]} */ [all, size], /** @type {number} */ row) =>
      /** @type {number[]} */ (all).slice(row * Number(size), (row + 1) * Number(size));
    return Array.from({ length: rows[0].shape[0] }, (_, row) => columns.map((column) => part(column, row)).join(";"));
  }
}
