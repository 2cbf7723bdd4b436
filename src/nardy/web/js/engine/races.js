// The exact table of bear-off races, as nardy/exact/bearoff.py has it: made when a game comes near its end, and kept.

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Given} Given */
/** The table of a game: moves of a double, whether doubles cascade, the turn from which they do, and the size. @typedef {{moves: number, cascades: boolean, early: number, sides: number, rolls: number}} RaceTable */

const HOME = 6;
/** Arrays by die begin at 1. */
const DICE = 7;
/** Pips of the largest roll: a double, and a cascade from the ones on. */
const [DOUBLE, CASCADE] = [24, 84];

/** Games with the same rules for bearing off share a table. @type {WeakMap<Kernel, Map<string, Given[]>>} */
const made = new WeakMap();

export class Races {
  /** @param {Kernel} kernel @param {RaceTable | null} told Null for a game in which sides do not bear off independently. */
  constructor(kernel, told) {
    this.kernel = kernel;
    this.told = told;
    this.none = [0, kernel.room("f", 0, 0), kernel.room("f", 0, 0)];
  }

  /** The table as the kernel takes it (`Races` of kernel/valuing.py), if both sides may be home within so many plies and the turn before them. Not within `scratch`: it stays in memory. @param {{board: number[]}} position @param {number} plies @returns {Given[]} */
  near({ board }, plies) {
    if (!this.told) return this.none;
    const most = (plies + 1) * (this.told.cascades ? CASCADE : DOUBLE);
    const half = board.length / 2;
    const isNear = [board.slice(0, half), board.slice(half)].every((side) => away(side) <= most);
    return isNear ? this.table() : this.none;
  }

  /** @returns {Given[]} */
  table() {
    if (!this.told) return this.none;
    const { moves, cascades, early, sides } = this.told;
    const tables = made.get(this.kernel) ?? new Map();
    made.set(this.kernel, tables);
    const name = [moves, cascades, sides].join();
    const known = tables.get(name) ?? this.filled(this.told);
    tables.set(name, known);
    return [early, ...known];
  }

  /** @param {RaceTable} told @returns {Given[]} */
  filled({ moves, cascades, sides, rolls }) {
    const { kernel } = this;
    const kept = [kernel.room("f", sides, rolls), kernel.room("f", sides, rolls)];
    kernel.scratch(() => {
      const sums = [kernel.zeros("d", sides, rolls), kernel.zeros("d", sides, rolls)];
      const chains = [kernel.zeros("i", sides, DICE), kernel.zeros("i", sides, DICE, moves + 1)];
      kernel.call("fill_rolls", HOME, Number(cascades), [kernel.zeros("d", sides), ...sums, ...chains]);
      kept.forEach((one, n) => kernel.numbers(one).set(/** @type {never} */ (kernel.numbers(sums[n]))));
    });
    return kept;
  }
}

/** The pips that a side needs to come home. @param {number[]} side */
const away = (side) => side.reduce((sum, count, place) => sum + count * Math.max(0, place - HOME), 0);
