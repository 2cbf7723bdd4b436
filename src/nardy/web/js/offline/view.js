// The state of a game as the club's messages have it.

import { Failure } from "./failure.js";
import { withStakes } from "./match_view.js";
import { bombOwner, checkMoment, factsOf, momentFields, turnsField } from "./position_fields.js";

/** @import { GameResult, Seat, View } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** A moment of a game; `turn` is the player who rolls or moves. @typedef {{position: Position, turn: Seat, phase: View["phase"], roll: number[], result: GameResult | null, stakes?: import("./match_view.js").Stakes}} Moment */

/** Nodes of the graph of a turn in one message, as at the club. */
export const MOST_NODES = 250;

/** @type {(seat: Seat) => Seat} */
export const other = (seat) => (seat === "white" ? "black" : "white");

/** @param {LoadedGame} game @param {Moment} now @returns {View} */
export function viewOf(game, { position, turn, phase, roll, result, stakes }) {
  const half = position.board.length / 2;
  const sides = { [turn]: position.board.slice(0, half), [other(turn)]: position.board.slice(half) };
  const pins = { [turn]: pointsOf(position.pins[0]), [other(turn)]: pointsOf(position.pins[1]) };
  const { laws } = game.game;
  const losses = { white: possibleSizes(game, sides.white), black: possibleSizes(game, sides.black) };
  const resigns = Object.keys(losses[turn]).map((size) => `resign:${size}`);
  const bomb = laws.has_bomb && phase !== "over" ? bombOwner(position, turn) : null;
  const before = bomb && bomb !== other(turn) ? ["roll", "bomb"] : ["roll"];
  const acts = { opening: ["roll"], over: [], answer: [], roll: [...before, ...resigns], turn: ["play", ...resigns] };
  const isLeft = phase === "turn" && Boolean(position.left?.length);
  const fields = result ? [...turnsField(game, position, turn), resultText(result)] : momentFields(game, { position, turn, phase, roll });
  const view = {
    position: positionText(laws.text, turn, sides, pins, fields),
    white: sides.white,
    black: sides.black,
    white_pinned: pins.white,
    black_pinned: pins.black,
    phase,
    to_act: turn,
    on_roll: turn,
    roll,
    dice: phase === "turn" || roll.length ? game.graph(position, roll, [], 1)[0].dice : [],
    left: isLeft,
    acts: acts[phase],
    offer: null,
    cube: null,
    bomb,
    score: null,
    result,
    game: 1,
    is_race: game.isRace(position),
    losses: phase === "over" ? {} : losses,
  };
  return stakes ? withStakes(view, stakes, result) : view;
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

/** Position text. @param {string} game @param {Seat} turn @param {Record<string, number[]>} sides @param {Record<string, number[]>} pins @param {string[]} fields */
function positionText(game, turn, sides, pins, fields) {
  const group = (/** @type {Seat} */ seat) => {
    const counts = sides[seat];
    const found = counts.flatMap((count, place) =>
      count && place ? [`${place === 25 ? "bar" : place}:${pins[seat].includes(place) ? "p" : count}`] : [],
    );
    return found.reverse().join(",") || `off:${counts[0]}`;
  };
  return [game, turn[0], group("white"), group("black"), ...fields].join(" ");
}

/** @param {GameResult} result */
const resultText = ({ winner, points }) => `result=${winner ? `${winner[0]}${points}` : "void"}`;

const MOST_CHARACTERS = 2000;
const HIGHEST_CUBE = 2 ** 40;
/** The values of the options of cubes and matches, which the browser's engine leaves out. @type {Record<string, RegExp>} */
const CUBE_OPTIONS = {
  ...Object.fromEntries(["cube_play", "beavers", "crawford", "holland", "jacoby", "raccoons"].map((name) => [name, /^(on|off)$/])),
  ...Object.fromEntries(["auto_doubles", "cube_cap"].map((name) => [name, /^\d{1,4}$/])),
};
/** The fields that are read, in their order. @type {Record<string, RegExp>} */
const FIELDS = {
  opening: /^$/,
  dice: /^[1-6][1-6]$/,
  left: /^[1-6]{1,40}$/,
  cube: /^(?!1[wb])[1-9]\d{0,12}[wb]?$/,
  offer: /^(double|beaver|raccoon|single|gammon|backgammon)$/,
  match: /^[1-9]\d{0,3}:\d{1,4}(\.5)?-\d{1,4}(\.5)?$/,
  crawford: /^$/,
  first: /^[wb]$/,
  bomb: /^[wb]$/,
  last: /^$/,
  turns: /^\d{1,4}-\d{1,4}$/,
};
const FLAGS = ["opening", "crawford", "last"];
/** Fields that the club alone can read. */
const OF_THE_CLUB = ["result"];
/** Fields that the club alone can value. */
const STAKES = ["cube", "offer", "match", "crawford"];

/** @param {string} words @returns {never} */
function wrong(words) {
  throw new Failure("position", words);
}

/**
 * The game and the moment of a position text, as core/reading.py has it; errors are words for a user.
 * @param {string} text @param {(id: string) => LoadedGame} find Only called for games that `knows`. @param {(id: string) => boolean} [knows]
 * @returns {{game: LoadedGame, now: Moment, stakes: Record<string, string>}} The fields about a cube or a match, as text.
 */
export function readPosition(text, find, knows = () => true) {
  if (text.length > MOST_CHARACTERS) wrong(`expected position text, got ${text.length} characters`);
  const [name = "", side = "", white = "", black = "", ...more] = text.trim().split(/\s+/);
  if (!["w", "b"].includes(side) || !black) wrong(`expected a position text (game, w or b, two sides), got ${text.slice(0, 40)}`);
  const id = name.split(/[,@]/)[0];
  if (!knows(id)) wrong(`expected a game that this browser knows, got ${id.slice(0, 20)}; others need the club`);
  const game = find(id);
  const { laws, checkers, doubles } = game.game;
  if (name !== laws.text && !optionsOf(name.slice(id.length)).every((one) => doubles && one))
    wrong(`expected ${id} by its usual rules, got ${name.slice(0, 60)}; other rules need the club`);
  const sides = { white: sideOf(white, checkers, "White"), black: sideOf(black, checkers, "Black") };
  checkSides(laws, sides.white, sides.black);
  const fields = fieldsOf(more);
  const hasCube = doubles && !/[,@]cube_play=off\b/.test(name);
  checkFields(fields, { hasCube, side, name, sizes: game.game.sizes });
  checkMoment(game, fields, side);
  const dice = fields.dice ?? "";
  const [mine, theirs] = side === "w" ? [sides.white, sides.black] : [sides.black, sides.white];
  const { facts, left } = factsOf(game, fields, side);
  const position = { board: [...mine.counts, ...theirs.counts], pins: [mine.pins, theirs.pins], facts, left };
  const roll = [...dice].map(Number).sort((one, two) => two - one);
  const turn = side === "w" ? /** @type {const} */ ("white") : /** @type {const} */ ("black");
  const stakes = Object.fromEntries(Object.entries(fields).filter(([name]) => STAKES.includes(name)));
  return {
    game,
    now: { position, turn, phase: "opening" in fields ? "opening" : roll.length || left.length ? "turn" : "roll", roll, result: null },
    stakes,
  };
}

/** Whether each option behind a game's name is one of the cube. @param {string} text */
const optionsOf = (text) =>
  text
    .split(/(?=[,@])/)
    .filter(Boolean)
    .map((option) => {
      const found = /^,([a-z_]+)=(\w+)$/.exec(option);
      return Boolean(found && Object.hasOwn(CUBE_OPTIONS, found[1]) && CUBE_OPTIONS[found[1]].test(found[2]));
    });

/** @param {string[]} parts @returns {Record<string, string>} */
function fieldsOf(parts) {
  /** @type {Record<string, string>} */
  const fields = {};
  let latest = -1;
  for (const part of parts) {
    const [name, ...value] = part.split("=");
    if (OF_THE_CLUB.includes(name)) wrong(`expected a position without ${name}, which needs the club`);
    const place = Object.keys(FIELDS).indexOf(name);
    const isFlag = FLAGS.includes(name);
    if (place < 0 || isFlag !== !value.length || !FIELDS[name].test(value.join("=")))
      wrong(`expected dice=31, cube=2w, offer=double or match=7:3-4, got ${part.slice(0, 20)}`);
    if (place <= latest) wrong(`expected ${Object.keys(FIELDS).join(", ")} once each in this order, got ${part.slice(0, 20)} too late`);
    latest = place;
    fields[name] = value.join("=");
  }
  return fields;
}

/** Refuse fields that the game or the moment cannot have (core/field_checks.py). @param {Record<string, string>} fields @param {{hasCube: boolean, side: string, name: string, sizes: Record<string, number>}} about */
function checkFields({ opening, dice, cube, offer, match, crawford }, { hasCube, side, name, sizes }) {
  const value = cube === undefined ? 1 : Number.parseInt(cube, 10);
  if (Math.log2(value) % 1 || value > HIGHEST_CUBE) wrong(`expected a power of two on the cube, got cube=${cube}`);
  if (!hasCube && value > 1) wrong(`expected no cube in this game, got cube=${cube}`);
  // No game has these by its usual rules, so that they stand in the name.
  const optionOf = (/** @type {string} */ option) => Number(new RegExp(`,${option}=(\\d+)`).exec(name)?.[1] ?? 0);
  const [cap, doubles] = [optionOf("cube_cap") || Number.POSITIVE_INFINITY, optionOf("auto_doubles")];
  if (value > cap) wrong(`expected a cube up to ${cap} in this game, got cube=${cube}`);
  const most = match ? 1 : 2 ** doubles;
  if (opening !== undefined && (value > most || /[wb]$/.test(cube ?? "")))
    wrong(`expected nobody's cube up to ${most} before the roll-off (opening), got cube=${cube}`);
  if (offer && /gammon|single/.test(offer)) {
    if (!Object.hasOwn(sizes, offer)) wrong(`expected a size of loss that this game has, got offer=${offer}`);
  } else if (offer) {
    if (!hasCube) wrong(`expected no cube in this game, got offer=${offer}`);
    if (dice) wrong(`expected offer=${offer} before a roll, got dice=${dice}`);
    if (offer !== "double") wrong(`expected offer=double, got offer=${offer}; it needs the club`);
    if (2 * value > cap || crawford !== undefined || cube?.endsWith(side)) wrong("expected a player who may double, got another");
  }
  const [length, ...points] = (match ?? "").split(/[:-]/).map(Number);
  if (match && Math.max(...points) >= length) wrong(`expected a match that goes on, got match=${match}`);
  if (crawford === undefined) return;
  const isOneAway = points.filter((one) => length - one <= 1).length === 1;
  if (!match || !hasCube || !isOneAway || value > 1 || /,crawford=off\b/.test(name))
    wrong("expected crawford where one player alone is one point away, without the cube, got another match");
}

/** @typedef {{counts: number[], pins: number}} Side */

/** @param {string} group As `bar:1,13:5,6:p`, `off:15` or `-`. @param {number} checkers @param {string} owner @returns {Side} */
function sideOf(group, checkers, owner) {
  const counts = Array(26).fill(0);
  let pins = 0;
  let last = counts.length;
  for (const part of group === "-" ? [] : group.split(",")) {
    const found = /^(bar|off|[1-9]\d?):([1-9]\d{0,2}|p)$/.exec(part);
    const place = found?.[1] === "bar" ? 25 : found?.[1] === "off" ? 0 : Number(found?.[1]);
    const isPoint = place > 0 && place < 25;
    if (!found || !(isPoint || Number.isNaN(Number(found[1]))))
      return wrong(`expected checkers as 13:5 or bar:1, got ${part.slice(0, 20)}`);
    if (place >= last) wrong(`expected places from the bar down, each once, got ${part} in ${owner}'s ${group.slice(0, 60)}`);
    last = place;
    counts[place] = found[2] === "p" ? 1 : Number(found[2]);
    if (found[2] !== "p") continue;
    if (!isPoint) wrong(`expected a pinned checker on a point, got ${part}`);
    pins |= 1 << place;
  }
  const held = counts.slice(1).reduce((sum, count) => sum + count, 0);
  if (held > checkers) wrong(`expected ${checkers} checkers a side, ${owner} has ${held}`);
  if (counts[0] && counts[0] !== checkers - held) wrong(`expected off:${checkers - held} for ${owner}, got off:${counts[0]}`);
  counts[0] = checkers - held;
  return { counts, pins };
}

/** Refuse an impossible position (core/validity.py). @param {import("../protocol.js").Laws} laws @param {Side} white @param {Side} black */
function checkSides(laws, white, black) {
  if (laws.contact !== "hit" && (white.counts[25] || black.counts[25]))
    wrong("expected no checkers on the bar: nothing is hit in this game");
  /** @type {[string, Side, Side][]} */
  const both = [
    ["White", white, black],
    ["Black", black, white],
  ];
  for (const [owner, mine, others] of both)
    for (let point = 1; point <= 24; point++) {
      const facing = laws.direction === "contrary" ? 25 - point : ((point + 11) % 24) + 1;
      const [isPinned, pins] = [(mine.pins >> point) & 1, (others.pins >> facing) & 1];
      if (isPinned && laws.contact !== "pin") wrong(`${owner}'s checker on ${point} is pinned, and this game has no pins`);
      if (isPinned && (!others.counts[facing] || pins)) wrong(`${owner}'s checker on ${point} is pinned, and no opposing checker is on it`);
      if (!isPinned && mine.counts[point] && others.counts[facing] && !pins) wrong(`both players stand on one point, ${owner}'s ${point}`);
    }
}
