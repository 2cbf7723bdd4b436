// The state of a game as the club's messages have it.

/** @import { GameResult, Seat, View } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** A moment of a game; `turn` is the player who rolls or moves. @typedef {{position: Position, turn: Seat, phase: "opening" | "roll" | "turn" | "over", roll: number[], result: GameResult | null}} Moment */

/** Nodes of the graph of a turn in one message, as at the club. */
export const MOST_NODES = 250;

/** @type {(seat: Seat) => Seat} */
export const other = (seat) => (seat === "white" ? "black" : "white");

/** @param {LoadedGame} game @param {Moment} now @returns {View} */
export function viewOf(game, { position, turn, phase, roll, result }) {
  const half = position.board.length / 2;
  const sides = { [turn]: position.board.slice(0, half), [other(turn)]: position.board.slice(half) };
  const pins = { [turn]: pointsOf(position.pins[0]), [other(turn)]: pointsOf(position.pins[1]) };
  const { laws } = game.game;
  const losses = { white: possibleSizes(game, sides.white), black: possibleSizes(game, sides.black) };
  const resigns = Object.keys(losses[turn]).map((size) => `resign:${size}`);
  const acts = { opening: [], over: [], roll: ["roll", ...resigns], turn: ["play", ...resigns] };
  return {
    position: positionText(laws.text, turn, sides, pins, result ? resultText(result) : roll.length ? `dice=${roll.join("")}` : ""),
    white: sides.white,
    black: sides.black,
    white_pinned: pins.white,
    black_pinned: pins.black,
    phase,
    to_act: turn,
    on_roll: turn,
    roll,
    dice: phase === "turn" ? game.graph(position, roll, [], 1)[0].dice : [],
    left: false,
    acts: acts[phase],
    offer: null,
    cube: null,
    bomb: null,
    score: null,
    result,
    game: 1,
    is_race: game.isRace(position),
    losses: phase === "over" ? {} : losses,
  };
}

/** The sizes of loss that a player with these checkers can still suffer, with their points (core/outcome.py). @param {LoadedGame} game @param {number[]} counts @returns {Record<string, number>} */
function possibleSizes({ game: { sizes, laws } }, counts) {
  const all = Object.entries(sizes);
  // Where nothing is hit, no checker returns to own 19-24.
  const isOut = laws.contact !== "hit" && !counts.slice(19).some(Boolean);
  const left = counts[0] ? all.slice(0, 1) : all.filter(([size]) => !isOut || size !== "backgammon");
  return Object.fromEntries(left);
}

/** The points of a mask. @param {number} mask */
const pointsOf = (mask) => Array.from({ length: 26 }, (_, point) => point).filter((point) => (mask >> point) & 1);

/** Position text. @param {string} game @param {Seat} turn @param {Record<string, number[]>} sides @param {Record<string, number[]>} pins @param {string} end The dice or the result. */
function positionText(game, turn, sides, pins, end) {
  const group = (/** @type {Seat} */ seat) => {
    const counts = sides[seat];
    const found = counts.flatMap((count, place) =>
      count && place ? [`${place === 25 ? "bar" : place}:${pins[seat].includes(place) ? "p" : count}`] : [],
    );
    return found.reverse().join(",") || `off:${counts[0]}`;
  };
  return [game, turn[0], group("white"), group("black"), ...(end ? [end] : [])].join(" ");
}

/** @param {GameResult} result */
const resultText = ({ winner, points }) => `result=${winner ? `${winner[0]}${points}` : "void"}`;

/** Turns taken by a player of whom nothing is known: every law that waits for a turn is in force. */
const MANY = 99;

/**
 * The game and the moment of a position text; errors are words for a user.
 * @param {string} text @param {(id: string) => LoadedGame} find
 * @returns {{game: LoadedGame, now: Moment}}
 */
export function readPosition(text, find) {
  const [name = "", side = "", white = "", black = "", ...more] = text.trim().split(/\s+/);
  if (!["w", "b"].includes(side) || !black) throw new Error(`expected a position text (game, w or b, two sides), got ${text.slice(0, 40)}`);
  const game = find(name.split(/[,@]/)[0]);
  const [mine, theirs] = (side === "w" ? [white, black] : [black, white]).map((group) => sideOf(group, game.game.checkers));
  const dice = more.find((field) => field.startsWith("dice="))?.slice("dice=".length) ?? "";
  if (dice && !/^[1-6][1-6]$/.test(dice)) throw new Error(`expected dice=31 or the like, got dice=${dice}`);
  const facts = [Number(side === "w"), 0, 0, 0, MANY, MANY, 0];
  const position = { board: [...mine.counts, ...theirs.counts], pins: [mine.pins, theirs.pins], facts };
  const roll = [...dice].map(Number).sort((one, two) => two - one);
  const turn = side === "w" ? /** @type {const} */ ("white") : /** @type {const} */ ("black");
  return { game, now: { position, turn, phase: roll.length ? "turn" : "roll", roll, result: null } };
}

/** @param {string} group As `bar:1,13:5,6:p` or `off:15`. @param {number} checkers */
function sideOf(group, checkers) {
  const counts = Array(26).fill(0);
  let pins = 0;
  for (const part of group.split(",")) {
    const found = /^(bar|off|\d+):(\d+|p)$/.exec(part);
    const place = found?.[1] === "bar" ? 25 : found?.[1] === "off" ? 0 : Number(found?.[1]);
    if (!found || !(place <= 25)) throw new Error(`expected checkers as 13:5 or bar:1, got ${part.slice(0, 20)}`);
    counts[place] = found[2] === "p" ? 1 : Number(found[2]);
    if (found[2] === "p") pins |= 1 << place;
  }
  const held = counts.slice(1).reduce((sum, count) => sum + count, 0);
  if (held > checkers) throw new Error(`expected ${checkers} checkers a side, got ${held}`);
  counts[0] = checkers - held;
  return { counts, pins };
}
