// Acts beside moves, matches and the value of the cube, by the compiled laws (kernel/acts.py, kernel/cube_values.py).

/** @import { Seat } from "../protocol.js" */
/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Given} Given */
/** @typedef {import("./kernel.js").Placed} Placed */
/** @typedef {import("./network.js").Tables} Tables */
/** The numbers of a match between two acts (kernel/act_layout.py). @typedef {number[]} State */
/** Match equities of a game: square arrays by need, and whether they count half points. @typedef {{before: number[], after: number[], halves: number}} Equities */
/** What a state says, for messages; points are whole or halves. @typedef {{phase: "opening" | "roll" | "turn" | "answer" | "over", to_act: Seat, on_roll: Seat, cube: {value: number, owner: Seat | null}, offer: string | null, length: number, score: Record<Seat, number>, is_crawford: boolean, ending: number, winner: Seat | null, points: number, game: number}} Told */

/** @type {Seat[]} */
const SEATS = ["white", "black"];
/** @type {Told["phase"][]} */
const PHASES = ["opening", "roll", "turn", "answer", "over"];
/** Columns of a state. */
const AT = {
  phase: 0,
  toAct: 1,
  cube: 2,
  owner: 3,
  offer: 4,
  length: 5,
  score: 6,
  crawford: 8,
  rolled: 12,
  ending: 13,
  winner: 14,
  points: 15,
  game: 17,
};
const NOBODY = -1;
const LEGAL = -1;
const OFFERS = [null, "double", "beaver", "raccoon", "single", "gammon", "backgammon"];
const BEAVER = 2;
/** How a turn ended, for `played`. */
const [GOES_ON, WON, DRAWN, VOID] = [0, 1, 2, 3];
export const ENDINGS = { GOES_ON, WON, DRAWN, VOID };
/** Kinds of values: by points alone, under the Jacoby rule, in a match. */
export const [POINTS, JACOBY, MATCH] = [0, 1, 2];
/** Decisions of kernel/cube_values.py, in the club's words. */
const CHOICES = ["no double", "too good to double", "double, take", "double, pass", "double, beaver"];
const TOO_GOOD = 1;

/** @param {number} seat */
const seatAt = (seat) => SEATS[seat] ?? null;
/** @param {Seat} seat */
const numberOf = (seat) => SEATS.indexOf(seat);

export class CubeLaws {
  /** @param {Kernel} kernel @param {Tables} tables @param {number[]} row The game's laws of the cube. */
  constructor(kernel, tables, row) {
    this.kernel = kernel;
    this.tables = tables;
    this.row = kernel.place("l", row);
  }

  /** The state before the first throw; a length of 0 is a money game. @param {number} length @returns {State} */
  begin(length) {
    return this.changed(Array(this.tables.acts.state).fill(0), (state) => this.kernel.call("begin_match", this.row, length, state));
  }

  /** The law that forbids an act now; null where it is legal. @param {State} state @param {string} act */
  law(state, act) {
    const number = this.tables.acts.names.indexOf(act);
    if (number < 0) return "message";
    const [law] = this.asked(state, (placed) => this.kernel.call("act_law", this.row, placed, number));
    return law === LEGAL ? null : this.tables.acts.laws[law];
  }

  /** All acts, in the order in which the club lists them. */
  get names() {
    return this.tables.acts.names;
  }

  /** The legal acts, as the club lists them, but for the sizes of losses that the checkers rule out. @param {State} state */
  acts(state) {
    const [mask] = this.asked(state, (placed) => this.kernel.call("legal_acts", this.row, placed));
    return this.tables.acts.names.filter((_, n) => (mask >> n) & 1);
  }

  /** The state after an act; throws where it is not legal. @param {State} state @param {string} act @param {[number, number]} [told] Dice of the opening; or how the turn ended, and half points for the mover. @returns {State} */
  after(state, act, told = [0, 0]) {
    const number = this.tables.acts.names.indexOf(act);
    let law = 0;
    const after = this.changed(state, (placed) => {
      [law] = this.kernel.call("do_act", this.row, placed, number, told);
    });
    if (number < 0 || law !== LEGAL) throw new Error(`expected a legal act, got ${act.slice(0, 20)}`);
    return after;
  }

  /** The points that each seat would lose now by resigning, by size. @param {State} state @param {Record<Seat, number[]>} sides @returns {Record<Seat, Record<string, number>>} */
  losses(state, sides) {
    const { sizes } = this.tables.acts;
    const found = this.asked(state, (placed) => {
      const losses = this.kernel.zeros("l", 2, sizes.length);
      this.kernel.call("fill_losses", this.row, placed, this.boards(sides), losses);
      return this.kernel.list(losses);
    });
    const own = (/** @type {number} */ seat) =>
      Object.fromEntries(sizes.map((size, n) => [size, found[seat * sizes.length + n] / 2]).filter(([, points]) => points));
    return { white: own(0), black: own(1) };
  }

  /** The size of a game that was won; null without a winner. @param {State} state @param {Record<Seat, number[]>} sides @returns {string | null} */
  endedAs(state, sides) {
    const [size] = this.asked(state, (placed) => this.kernel.call("ended_size", this.row, placed, this.boards(sides)));
    return this.tables.acts.sizes[size] ?? null;
  }

  /** Points of both, with those of a game that has ended. @param {State} state @returns {{white: number, black: number, isOver: boolean}} */
  score(state) {
    return this.asked(state, (placed) => {
      const score = this.kernel.zeros("l", 2);
      const [isOver] = this.kernel.call("match_score", placed, score);
      const [white, black] = this.kernel.list(score);
      return { white: white / 2, black: black / 2, isOver: isOver === 1 };
    });
  }

  /** @param {Record<Seat, number[]>} sides */
  boards({ white, black }) {
    return this.kernel.place("b", [...white, ...black], 2, white.length);
  }

  /** @template Result @param {State} state @param {(placed: Placed) => Result} does @returns {Result} */
  asked(state, does) {
    return this.kernel.scratch(() => does(this.kernel.place("l", state)));
  }

  /** @param {State} state @param {(placed: Placed) => void} does @returns {State} */
  changed(state, does) {
    return this.asked(state, (placed) => {
      does(placed);
      return this.kernel.list(placed);
    });
  }
}

/** The state in which a seat must act again, or plays leftover dice, as the kernel told of the turn before (`after_turn.js`). @param {State} state @param {Seat} seat @param {"roll" | "turn"} phase @returns {State} */
export function due(state, seat, phase) {
  const changed = [...state];
  changed[AT.toAct] = numberOf(seat);
  changed[AT.phase] = PHASES.indexOf(phase);
  return changed;
}

/** A state in words. @param {State} state @returns {Told} */
export function told(state) {
  const offer = state[AT.offer];
  const toAct = state[AT.toAct];
  // An offer is answered by the player who is not on roll; a beaver by the one who is.
  const onRoll = offer && offer !== BEAVER ? 1 - toAct : toAct;
  return {
    phase: PHASES[state[AT.phase]],
    to_act: SEATS[toAct],
    on_roll: SEATS[onRoll],
    cube: { value: state[AT.cube], owner: seatAt(state[AT.owner]) },
    offer: OFFERS[offer] ?? null,
    length: state[AT.length],
    score: { white: state[AT.score] / 2, black: state[AT.score + 1] / 2 },
    is_crawford: state[AT.crawford] === 1,
    ending: state[AT.ending],
    winner: seatAt(state[AT.winner]),
    points: state[AT.points] / 2,
    game: state[AT.game],
  };
}

/** The state of a moment outside a game. @param {Tables} tables @param {{phase: Told["phase"], to_act: Seat, cube: number, owner: Seat | null, offer: string | null, length: number, score: [number, number], is_crawford: boolean}} moment @returns {State} */
export function stateOf(tables, { phase, to_act, cube, owner, offer, length, score, is_crawford }) {
  const state = Array(tables.acts.state).fill(0);
  state[AT.phase] = PHASES.indexOf(phase);
  state[AT.toAct] = numberOf(to_act);
  state[AT.cube] = cube;
  state[AT.owner] = owner === null ? NOBODY : numberOf(owner);
  state[AT.offer] = Math.max(0, OFFERS.indexOf(offer));
  state[AT.length] = length;
  state[AT.score] = 2 * score[0];
  state[AT.score + 1] = 2 * score[1];
  state[AT.crawford] = Number(is_crawford);
  state[AT.rolled] = Number(phase === "turn");
  state[AT.winner] = NOBODY;
  state[AT.game] = 1;
  // Holland's turns are counted by no position: every law that waits for a turn is in force.
  state[10] = state[11] = 2;
  return state;
}

/** Values with the cube and the score, for one game. */
export class CubeValues {
  /** @param {Kernel} kernel @param {Tables} tables @param {number[]} points Of the outcomes of one game. */
  constructor(kernel, tables, points) {
    this.kernel = kernel;
    const { levels } = tables.acts;
    this.count = points.length;
    this.points = kernel.place("d", points);
    const rooms = () => ({
      cube: kernel.zeros("l", 4),
      worth: kernel.zeros("f", 2, points.length),
      ladder: [
        kernel.room("d", 2, levels, points.length),
        kernel.room("d", 2, levels),
        kernel.room("d", 2, levels),
        kernel.room("l", 2, 2, levels),
      ],
    });
    /** For a game with values, which are read after acts have been asked about. */
    this.lasting = rooms();
    this.passing = rooms();
    /** @type {Equities | null} */
    this.known = null;
    /** @type {Given} */
    this.equities = this.square({ before: [], after: [], halves: 0 });
  }

  /** @param {Equities} equities @returns {Given[]} */
  square({ before, after, halves }) {
    const size = Math.sqrt(before.length);
    return [this.kernel.place("d", before, size, size), this.kernel.place("d", after, size, size), halves];
  }

  /** Take the match equities of the game; they stay in memory. @param {Equities} equities */
  learn(equities) {
    if (this.known === equities) return;
    this.known = equities;
    this.equities = this.square(equities);
  }

  /** The cube and the score as the kernel takes them; valid until the next call with the same room. @param {CubeLaws} laws @param {State} state @param {Seat} seat The side that counts as 1. @param {CubeValues["passing"]} [room] @returns {{stand: Given[], kind: number, worth: Placed}} */
  stand(laws, state, seat, room = this.passing) {
    const { kernel } = this;
    return laws.asked(state, (placed) => {
      const side = numberOf(seat);
      const [kind] = kernel.call("fill_stand", laws.row, placed, side, room.cube);
      const levels = kind === MATCH ? kernel.call("ladder_levels", laws.row, placed)[0] : 0;
      const ladder = room.ladder.map((one, n) => ({
        ...one,
        shape: n === 0 ? [2, levels, this.count] : n === 3 ? [2, 2, levels] : [2, levels],
      }));
      if (kind === MATCH) {
        if (!this.known) throw new Error("expected the match equities of the game, got none");
        kernel.call("fill_ladder", laws.row, placed, side, [this.points, this.equities], ladder);
      }
      const stand = [kind, this.points, room.cube, ladder];
      kernel.call("fill_worth", stand, room.worth);
      return { stand, kind, worth: room.worth };
    });
  }

  /** What a bot does before a roll, or answers to an offer; chances are of the player on roll. @param {CubeLaws} laws @param {State} state @param {number[]} chances */
  actOfBot(laws, state, chances) {
    const { stand } = this.stand(laws, state, told(state).on_roll);
    return laws.asked(state, (placed) => {
      const [act] = this.kernel.call("act_of_bot", laws.row, placed, stand, this.kernel.place("f", chances), this.kernel.zeros("d", 3));
      return laws.tables.acts.names[act];
    });
  }

  /** Equities of not doubling, of a take and of a pass, by these chances; both of the player on roll. @param {CubeLaws} laws @param {State} state @param {number[]} chances */
  equitiesOf(laws, state, chances) {
    const { stand } = this.stand(laws, state, told(state).on_roll);
    return this.kernel.scratch(() => {
      const equities = this.kernel.zeros("d", 3);
      this.kernel.call("cube_equities", stand, this.kernel.place("f", chances), equities);
      return this.kernel.list(equities);
    });
  }

  /** The right cube action with these equities of the player on roll, who may double. @param {CubeLaws} laws @param {State} state @param {number[]} equities */
  advice(laws, state, equities) {
    const [choice] = laws.asked(state, (placed) =>
      this.kernel.call("cube_choice", laws.row, placed, numberOf(told(state).on_roll), this.kernel.place("d", equities)),
    );
    return { advice: CHOICES[choice], isDouble: choice > TOO_GOOD };
  }

  /** Equities as chances to win the match, seen by the same player; null in a money game. @param {CubeLaws} laws @param {State} state @param {number[]} equities */
  matchChances(laws, state, equities) {
    const { stand, kind } = this.stand(laws, state, told(state).on_roll);
    if (kind !== MATCH) return null;
    return this.kernel.scratch(() => {
      const chances = this.kernel.zeros("d", equities.length);
      this.kernel.call("match_chances", stand[3], this.kernel.place("d", equities), chances);
      return this.kernel.list(chances);
    });
  }
}
