// The fields of a position text that boards do not show: who began, bombs, turns taken, and leftover dice (core/field_checks.py).

import { BOMB_MINE, BOMB_THEIRS } from "../engine/after_turn.js";
import { Failure } from "./failure.js";

/** @import { Seat } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */
/** @typedef {Record<string, string>} Fields */

const [TURNS_MINE, TURNS_THEIRS] = [4, 5];
/** Turns taken by a player of whom nothing is known: every law that waits for a turn is in force. */
const MANY = 99;

/** Who has the bomb. @param {Position} position @param {Seat} turn @returns {Seat | "nobody"} */
export function bombOwner({ facts }, turn) {
  const other = turn === "white" ? /** @type {const} */ ("black") : /** @type {const} */ ("white");
  if (facts[BOMB_MINE] && facts[BOMB_THEIRS]) return "nobody";
  return facts[BOMB_MINE] ? turn : other;
}

/** The fields of a moment of a game, in their order. @param {LoadedGame} game @param {{position: Position, turn: Seat, phase: string, roll: number[]}} now */
export function momentFields(game, { position, turn, phase, roll }) {
  const owner = game.game.laws.has_bomb ? bombOwner(position, turn) : "nobody";
  const left = phase === "turn" ? (position.left ?? []) : [];
  return [
    phase === "opening" ? "opening" : "",
    roll.length ? `dice=${roll.join("")}` : "",
    left.length ? `left=${left.join("")}` : "",
    owner === "nobody" ? "" : `bomb=${owner[0]}`,
    ...turnsField(game, position, turn),
  ].filter(Boolean);
}

/** The turns taken by White and Black, while a law counts them. @param {LoadedGame} game @param {Position} position @param {Seat} turn */
export function turnsField({ game: { counted } }, { facts }, turn) {
  const taken = [TURNS_MINE, TURNS_THEIRS].map((which) => Math.min(facts[which], counted));
  if (turn === "black") taken.reverse();
  return taken.some((count) => count < counted) ? [`turns=${taken.join("-")}`] : [];
}

/** The facts of a position, seen by the player on roll, and leftover dice. @param {LoadedGame} game @param {Fields} fields @param {string} side */
export function factsOf({ game: { laws } }, { first = "w", bomb, turns, left = "" }, side) {
  const taken = turns ? turns.split("-").map(Number) : [MANY, MANY];
  if (side === "b") taken.reverse();
  const has = (/** @type {boolean} */ isMine) => Number(laws.has_bomb && (!bomb || (bomb === side) === isMine));
  const dice = [...left].map(Number);
  const counts = taken.map((count) => Math.min(count, MANY));
  return { facts: [Number(first === side), 0, has(true), has(false), ...counts, Number(dice.length > 0)], left: dice };
}

/** Refuse fields that the game or the moment cannot have. @param {LoadedGame} game @param {Fields} fields @param {string} side */
export function checkMoment({ game: { laws, counted, leaves, dice: most } }, fields, side) {
  const name = laws.text;
  if (fields.left && !leaves) wrong(`nothing is left over for the opponent in ${name}, but left= is given`);
  if (fields.left && fields.left.length > most) wrong(`expected at most ${most} leftover dice in ${name}, got ${fields.left.length}`);
  if (fields.bomb && !laws.has_bomb) wrong(`there is no bomb in ${name}, but bomb= is given`);
  if ("last" in fields) wrong(`there is no last throw in ${name} (last_throw=off), but 'last' is given`);
  if (fields.turns && !counted) wrong(`no law counts turns in ${name} here, but turns= is given`);
  if (fields.dice && fields.left) wrong("expected dice= or left=, got both: what is left over is played before the roll");
  if (!("opening" in fields)) return;
  for (const one of ["dice", "left", "offer", "bomb"]) if (fields[one]) wrong(`the roll-off is still owed (opening), but ${one}= is given`);
  if (side !== "w") wrong("expected the side 'w' where the roll-off is still owed (opening), got 'b'");
}

/** @param {string} words @returns {never} */
function wrong(words) {
  throw new Failure("position", words);
}
