// The rule book and the bots in this browser: turns, their ends and their values, by the compiled kernel.

import { GOING_ON } from "./after_turn.js";
import { CubeLaws, CubeValues, JACOBY, MATCH, POINTS } from "./cube.js";
import { Kernel } from "./kernel.js";
import { networkOf } from "./network.js";
import { Races } from "./races.js";
import { HITS, ORIGIN, ROOM, TARGET, TurnRows, widening } from "./turn_rows.js";

/** @import { DieMove, MoveVerdict, Node } from "../protocol.js" */
/** @typedef {import("./kernel.js").Given} Given */
/** @typedef {import("./kernel.js").Placed} Placed */
/** @typedef {import("./network.js").Game} Game */
/** @typedef {import("./network.js").Tables} Tables */
/** A position, seen by the player who rolls or moves: checkers of that player and of the opponent, pinned points as bits, facts of kernel/scoring.py, and leftover dice to be played. @typedef {{board: number[], pins: number[], facts: number[], left?: number[]}} Position */
/** A turn with its value; chances are of the outcomes of the game, seen by the player who rolls next; `again` if that is the mover. @typedef {{again: boolean, moves: DieMove[], board: number[], pins: number[], equity: number, plies: number, chances: number[], outcome: number, facts: number[]}} Turn */
/** @typedef {import("./turn_rows.js").Rows} Rows */

const FIRST = 0;
const TURNS_MINE = 4;
const LEFT = 6;
const SIDES = 2;
/** Instead of a law: the search needed more room (kernel/judging.py). */
const CROWDED = -2;
/** Turns for which there is room at first. */
const TURNS = 512;
/** The side of the boards that rolls next: before a roll, and after a turn. */
const BEFORE_ROLL = 0;
const AFTER_TURN = 1;
/** Places in the arguments `net`: worth of outcomes, the filter, and the cube. */
const [WORTH, FILTER, FILTER_MOST, STAND] = [4, 12, 14, 16];
/** The feature that is not 0 in a race. */
const RACE = 0;

export class Engine {
  /** @param {(name: string) => Promise<ArrayBuffer>} read Reads a file of the engine. */
  static async load(read) {
    const [wasm, ...told] = await Promise.all(["kernel.wasm", "kernel.json", "games.json"].map(read));
    const [made, tables] = told.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    if (made.sources !== tables.sources) throw new Error("expected a kernel of this version, got another; reload the page");
    return new Engine(await Kernel.load(wasm, made.entries), tables, read);
  }

  /** @param {Kernel} kernel @param {Tables} tables @param {(name: string) => Promise<ArrayBuffer>} read */
  constructor(kernel, tables, read) {
    this.kernel = kernel;
    this.tables = tables;
    this.read = read;
    /** Games, made when they are asked for. @type {Map<string, LoadedGame>} */
    this.games = new Map();
    /** Those with their networks, loaded by need and kept. @type {Map<string, Promise<LoadedGame>>} */
    this.loaded = new Map();
  }

  /** A file of the engine with JSON in it. @param {string} name */
  async json(name) {
    return JSON.parse(new TextDecoder().decode(await this.read(name)));
  }

  /** A game without its network: for positions and legal moves. @param {string} id */
  rules(id) {
    const known = this.games.get(id);
    if (known) return known;
    const game = this.tables.games[id];
    if (!game) throw new Error(`expected a game that this browser knows, got ${id.slice(0, 20)}; others need the club`);
    const made = new LoadedGame(this.kernel, this.tables, game);
    this.games.set(id, made);
    return made;
  }

  /** A game with its network. @param {string} id @returns {Promise<LoadedGame>} */
  game(id) {
    const known = this.loaded.get(id);
    if (known) return known;
    const loading = this.loadGame(id);
    this.loaded.set(id, loading);
    // A game that could not be loaded is tried again at the next call.
    loading.catch(() => this.loaded.delete(id));
    return loading;
  }

  /** @param {string} id */
  async loadGame(id) {
    const made = this.rules(id);
    const [file, equities] = await Promise.all([this.read(made.game.network), this.json(made.game.equities)]);
    made.net = await networkOf(this.kernel, this.tables, made.game, file);
    made.cube.learn(equities);
    return made;
  }
}

export class LoadedGame {
  /** @param {Kernel} kernel @param {Tables} tables @param {Game} game */
  constructor(kernel, tables, game) {
    this.kernel = kernel;
    this.tables = tables;
    this.game = game;
    /** The network, once it is loaded. @type {Given[]} */
    this.net = [];
    this.races = new Races(kernel, game.races);
    this.rules = kernel.place("l", game.rules);
    this.stakes = kernel.place("l", game.stakes);
    this.turns = new TurnRows(kernel, tables, this.rules);
    this.cube = new CubeValues(kernel, tables, game.points);
    /** Laws of the cube by the text of the rules, made when they are asked for. @type {Map<string, CubeLaws>} */
    this.cubeLaws = new Map();
  }

  /** The laws of the cube and of matches; of rules by their text, which differ in options of the cube. @param {string} [text] */
  lawsOf(text = this.game.laws.text) {
    const known = this.cubeLaws.get(text) ?? new CubeLaws(this.kernel, this.tables, this.game.cubes[text]);
    this.cubeLaws.set(text, known);
    return known;
  }

  /**
   * The game with values by the cube and the score of a moment; valid until the next such call.
   * @param {CubeLaws} laws @param {import("./cube.js").State} state @param {Position} position @param {import("../protocol.js").Seat} turn Who rolls or moves in it. @param {{isJudge?: boolean}} [how]
   * @returns {LoadedGame}
   */
  at(laws, state, position, turn, { isJudge = false } = {}) {
    // Sides are told apart by who began, as in a search.
    const other = turn === "white" ? "black" : "white";
    const { stand, kind, worth } = this.cube.stand(laws, state, position.facts[FIRST] ? turn : other, this.cube.lasting);
    if (kind === POINTS && !isJudge) return this;
    const net = [...this.net];
    net[WORTH] = worth;
    net[STAND] = stand;
    if (kind === MATCH) {
      // The filter was trained on points: other turns may be best at a score.
      const filter = /** @type {Placed} */ (net[FILTER]);
      if (isJudge) [net[FILTER_MOST], net[FILTER_MOST + 1]] = this.tables.acts.wide;
      else net[FILTER] = { ...filter, shape: [0, filter.shape[1]] };
    }
    return Object.assign(Object.create(this), { net });
  }

  /** The arguments `net` of the kernel, with the exact table of races where one may come within so many plies. @param {Position} position @param {number} plies @returns {Given[]} */
  netAt(position, plies) {
    return [...this.net, this.races.near(position, plies)];
  }

  /** Whether larger wins count as singles now. @param {CubeLaws} laws @param {import("./cube.js").State} state */
  isJacoby(laws, state) {
    return this.cube.stand(laws, state, "white").kind === JACOBY;
  }

  /** The equity of an outcome for a side, 1 for who began the game. @param {number} side @param {number} outcome */
  worthOf(side, outcome) {
    return this.kernel.list(/** @type {Placed} */ (this.net[WORTH]))[side * this.game.points.length + outcome];
  }

  /** Equities of not doubling, of a take and of a pass, and the chances of the player who rolls, one or two plies ahead; of a game from `at`. @param {Position} position @param {number} plies */
  weighed(position, plies) {
    const { kernel } = this;
    const net = this.netAt(position, plies);
    return kernel.scratch(() => {
      const [chances, equities] = [kernel.zeros("f", this.game.points.length), kernel.zeros("d", 3)];
      kernel.call("weigh_cube", net, this.table(position), plies, chances, equities);
      return { equities: kernel.list(equities), chances: kernel.list(chances) };
    });
  }

  /** The start, seen by the player who begins. @returns {Position} */
  start() {
    return { board: [...this.game.start], pins: [0, 0], facts: [...this.game.facts], left: [] };
  }

  /** The legal moves of a turn as a graph after the moves made: the answer of the club (server/turns/fast_move_graph.py). @param {Position} position @param {number[]} roll @param {DieMove[]} made @param {number} most @returns {Node[]} */
  graph(position, roll, made, most) {
    return this.kernel.scratch(() => {
      const first = this.turns.after(this.begun(position, roll), made);
      return first ? this.turns.layers(first, most) : [];
    });
  }

  /** The checkers after the moves of a turn; null if one of them is not legal. @param {Position} position @param {number[]} roll @param {DieMove[]} made */
  moved(position, roll, made) {
    return this.kernel.scratch(() => {
      const rows = this.turns.after(this.begun(position, roll), made);
      if (!rows) return null;
      const isOver = this.turns.firstMoves(rows).moves.length === 0;
      return { board: this.kernel.list(rows[0]), pins: this.kernel.list(rows[1]), isOver };
    });
  }

  /** All turns, best first; those examined more deeply come first. @param {Position} position @param {number[]} roll @param {number} plies @returns {Turn[]} */
  ranked(position, roll, plies) {
    const net = this.netAt(position, plies);
    for (const room of widening(TURNS)) {
      const found = this.kernel.scratch(() => this.tried(net, position, roll, { plies, room }));
      if (found) return found;
    }
    return [];
  }

  /** @param {Given[]} net @param {Position} position @param {number[]} roll @param {{plies: number, room: number}} how @returns {Turn[] | null} */
  tried(net, position, roll, { plies, room }) {
    const { kernel, tables } = this;
    const { places, facts: factsSize, move: moveSize } = tables.sizes;
    const { dice } = this.game;
    const outcomes = this.game.points.length;
    const table = this.table(position);
    const rows = this.begun(position, roll);
    const finals = [
      kernel.room("b", room, SIDES, places),
      kernel.room("i", room, SIDES),
      kernel.room("b", room, dice, moveSize),
      kernel.room("l", 2),
    ];
    const told = [
      kernel.room("f", room),
      kernel.room("b", room),
      kernel.room("f", room, outcomes),
      kernel.room("b", room, factsSize),
      kernel.room("b", room),
    ];
    const width = [
      kernel.place(
        "l",
        tables.widths.map(([most]) => most),
      ),
      kernel.place(
        "f",
        tables.widths.map(([, margin]) => margin),
      ),
    ];
    const [count] = kernel.call("rank_turns", net, [table, rows], [plies, width], [finals, told]);
    if (count < 0) return null;
    const [boards, pins, moves] = finals.map((one) => kernel.numbers(one));
    const [equities, depths, chances, facts, ends] = told.map((one) => kernel.numbers(one));
    const some = (/** @type {import("./kernel.js").Numbers} */ all, /** @type {number} */ k, /** @type {number} */ size) =>
      Array.from(/** @type {Int8Array} */ (all).subarray(k * size, (k + 1) * size));
    const turns = Array.from({ length: count }, (_, k) => ({
      moves: movesOf(some(moves, k, dice * moveSize), moveSize),
      board: some(boards, k, SIDES * places),
      pins: some(pins, k, SIDES),
      equity: Number(equities[k]),
      plies: Number(depths[k]),
      chances: some(chances, k, outcomes),
      outcome: Number(ends[k]),
      facts: some(facts, k, factsSize),
      again: Number(facts[k * factsSize + FIRST]) === position.facts[FIRST],
    }));
    // Sorting is stable, so that of equal turns every machine has the same one first.
    return turns.sort((one, other) => other.plies - one.plies || other.equity - one.equity);
  }

  /** The equity and the chances of the player who rolls. @param {Position} position @param {number} plies */
  value(position, plies) {
    const { kernel } = this;
    const net = this.netAt(position, plies);
    return kernel.scratch(() => {
      const table = this.table(position);
      const [chances, equity] = [kernel.zeros("f", 1, this.game.points.length), kernel.zeros("f", 1)];
      // Leftover dice are played before the roll, so that nothing is known of what follows.
      if (plies && !position.facts[LEFT]) kernel.call("expect_batch", net, table, plies, chances, equity);
      else kernel.call("value_with_bombs", net, [table[0], table[1], BEFORE_ROLL], table[2], chances, equity);
      return { equity: kernel.list(equity)[0], chances: kernel.list(chances) };
    });
  }

  /** Features of positions after turns, for the errors of levels. @param {Turn[]} turns */
  features(turns) {
    return this.featuresOf(turns, AFTER_TURN);
  }

  /** @param {{board: number[], pins: number[]}[]} turns @param {number} side Who rolls next. @returns {number[][]} */
  featuresOf(turns, side) {
    const { kernel } = this;
    return kernel.scratch(() => {
      const { places, features } = this.tables.sizes;
      const boards = kernel.place(
        "b",
        turns.flatMap(({ board }) => board),
        turns.length,
        SIDES,
        places,
      );
      const pins = kernel.place(
        "i",
        turns.flatMap((turn) => turn.pins),
        turns.length,
        SIDES,
      );
      const [out, phases] = [kernel.zeros("f", turns.length, features), kernel.zeros("b", turns.length)];
      kernel.call("features_batch", this.rules, [boards, pins, side], out, phases);
      const all = kernel.list(out);
      return turns.map((_, k) => all.slice(k * features, (k + 1) * features));
    });
  }

  /** Whether the sides have passed each other. @param {Position} position */
  isRace({ board, pins }) {
    const [features] = this.featuresOf([{ board, pins }], BEFORE_ROLL);
    // With a bomb there is always contact.
    return !this.game.laws.has_bomb && features[RACE] > 0;
  }

  /** The law that the first wrong move breaks; null if all are legal. @param {Position} position @param {number[]} roll @param {DieMove[]} moves */
  brokenLaw(position, roll, moves) {
    const { kernel } = this;
    return kernel.scratch(() => {
      const flat = moves.flatMap(({ from, to }) => [from, to]);
      const [rows, steps] = [this.begun(position, roll), kernel.place("b", flat, moves.length, 2)];
      for (const room of widening(ROOM)) {
        const [law] = kernel.call("first_broken_law", this.rules, rows, steps, room);
        if (law !== CROWDED) return law < 0 ? null : this.tables.laws[law];
      }
      return null;
    });
  }

  /** The judge's answer to a move. @param {string} id @param {Position} position @param {number[]} roll @param {DieMove[]} moves @returns {MoveVerdict} */
  verdict(id, position, roll, moves) {
    const law = this.brokenLaw(position, roll, moves);
    const says = (law && this.game.words[law]) || {};
    return { type: "verdict", id, law, says, source: "", reason: law ?? "", move: moves.at(-1) ?? null };
  }

  /** The moves of a turn with whether they hit. @param {Position} position @param {number[]} roll @param {DieMove[]} moves */
  hitting(position, roll, moves) {
    return this.kernel.scratch(() => {
      let rows = this.begun(position, roll);
      return moves.map((made) => {
        const fits = this.turns.firstMoves(rows).moves.filter(({ move }) => move[ORIGIN] === made.from && move[TARGET] === made.to);
        if (fits.length) rows = this.turns.played(rows, fits.slice(0, 1));
        return { ...made, hits: fits.some(({ move }) => move[HITS] === 1) };
      });
    });
  }

  /** The chance to win, by the chances of the outcomes. @param {number[]} chances */
  wins(chances) {
    return chances.reduce((sum, chance, i) => sum + (this.game.points[i] > 0 ? chance : 0), 0);
  }

  /** The chances of every outcome after a turn, seen by the mover. @param {Turn} turn */
  seenByMover({ chances, outcome, again }) {
    if (outcome !== GOING_ON) return this.game.points.map((_, i) => Number(i === outcome));
    // Chances after a turn are those of the player who rolls next.
    return again ? chances : [...chances].reverse();
  }

  /** The mover's chance to win after a turn. @param {Turn} turn */
  winOf(turn) {
    return this.wins(this.seenByMover(turn));
  }

  /** @param {number[]} board */
  boards(board) {
    return this.kernel.place("b", board, 1, SIDES, this.tables.sizes.places);
  }

  /** @param {Position} position @returns {[Placed, Placed, Placed]} */
  table({ board, pins, facts }) {
    return [this.boards(board), this.kernel.place("i", pins, 1, SIDES), this.kernel.place("b", facts, 1, facts.length)];
  }

  /** The row of a turn before its first move. @param {Position} position @param {number[]} roll @returns {Rows} */
  begun({ board, pins, facts, left = [] }, roll) {
    const { kernel } = this;
    const { dice } = this.game;
    /** @type {Rows} */
    const rows = [
      this.boards(board),
      kernel.place("i", pins, 1, SIDES),
      kernel.zeros("b", 1, dice),
      kernel.zeros("l", 1, this.tables.sizes.mids),
    ];
    if (left.length) kernel.call("leftover_batch", kernel.place("b", [...left, ...Array(dice - left.length).fill(0)], 1, dice), rows);
    else kernel.call("roll_batch", this.rules, kernel.place("b", roll, 1, 2), kernel.place("l", [facts[TURNS_MINE]]), rows);
    for (const room of widening(ROOM)) if (!kernel.call("begin_batch", this.rules, rows, room)[0]) break;
    return rows;
  }
}

/** The moves of one final position; zeros stand for no move. @param {number[]} numbers @param {number} size @returns {DieMove[]} */
function movesOf(numbers, size) {
  const moves = [];
  for (let k = 0; k < numbers.length && numbers[k + ORIGIN]; k += size) moves.push({ from: numbers[k + ORIGIN], to: numbers[k + TARGET] });
  return moves;
}
