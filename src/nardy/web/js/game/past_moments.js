// The moments before the turns of a game, replayed from its start for drawing.

import { moved } from "./checkers/counts.js";

/** @import { GameEvent, Happened, Seat, View } from "../protocol.js" */
/** @typedef {Pick<View, "white" | "black" | "white_pinned" | "black_pinned" | "cube">} Sides */
/** A moment before a turn, and the turn. @typedef {Sides & {number: number, player: Seat, dice: number[], turn: string, moves: [number, number][]}} PastTurn */

/** The events of the game on the board. @param {Happened[]} events */
export const eventsOfGame = (events) => events.slice(events.map(({ event }) => event.kind).lastIndexOf("started"));

/** The turns whose moments can be drawn: a bomb's law is not known here. @param {Happened[]} events */
export function seenAgain(events) {
  const own = eventsOfGame(events);
  const bomb = own.findIndex(({ event }) => event.kind === "acted" && event.act === "bomb");
  return (bomb < 0 ? own : own.slice(0, bomb)).filter(({ event }) => event.kind === "played").map(({ number }) => number);
}

/** Every turn of the game on the board with the moment before it. @param {Happened[]} events @param {Sides} start @param {{direction: string, contact: string}} laws @returns {PastTurn[]} */
export function pastTurns(events, start, laws) {
  const seen = new Set(seenAgain(events));
  let now = start;
  /** @type {number[]} */
  let dice = [];
  /** The last offer of the cube. */
  let offer = "";
  /** @type {PastTurn[]} */
  const found = [];
  for (const { number, event } of eventsOfGame(events)) {
    dice = diceAfter(event, dice);
    if (event.kind === "acted") now = { ...now, cube: cubeAfter(now.cube, event, offer) };
    if (event.kind === "acted" && event.act !== "take") offer = event.act;
    if (event.kind !== "played" || !seen.has(number)) continue;
    const { player, turn, moves } = event;
    found.push({ ...now, number, player, dice, turn, moves });
    now = { ...now, ...sidesAfter(now, player, moves, laws) };
  }
  return found;
}

/** @param {GameEvent} event @param {number[]} before */
function diceAfter(event, before) {
  if (event.kind === "rolled-off") return [event.white, event.black].sort((a, b) => b - a);
  if (event.kind !== "rolled") return before;
  const [high, low] = event.dice;
  return high === low ? [high, high, high, high] : [high, low];
}

/** @param {Sides["cube"]} cube @param {{act: string, player: Seat}} event @param {string} offer What the act answers. @returns {Sides["cube"]} */
function cubeAfter(cube, { act, player }, offer) {
  if (!cube || !["take", "beaver", "raccoon"].includes(act)) return cube;
  // Who takes a beaver leaves the cube with the player who beavered (nardy/core/cube_acts.py).
  return { value: 2 * cube.value, owner: act === "take" && offer === "beaver" ? cube.owner : player };
}

/** @param {Sides} before @param {Seat} player @param {[number, number][]} moves @param {{direction: string, contact: string}} laws */
function sidesAfter(before, player, moves, laws) {
  const other = player === "white" ? "black" : "white";
  let checkers = {
    mine: before[player],
    theirs: before[other],
    minePinned: before[`${player}_pinned`],
    theirsPinned: before[`${other}_pinned`],
  };
  for (const [from, to] of moves) checkers = moved(checkers, { from, to }, laws);
  return {
    [player]: checkers.mine,
    [other]: checkers.theirs,
    [`${player}_pinned`]: checkers.minePinned,
    [`${other}_pinned`]: checkers.theirsPinned,
  };
}
