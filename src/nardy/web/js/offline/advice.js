// What a strong bot would do: the best turns, or the act before a roll.

import { explodes } from "../engine/after_turn.js";
import { botAct } from "./bot_acts.js";
import { deepestOf } from "./judge.js";
import { isResignation, withFields } from "./stakes.js";
import { readPosition } from "./view.js";
import { turnText } from "./turn_text.js";

/** @import { TurnAdvice } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** As in the message `advised`; of turns with their plies, and those that may be asked for. @typedef {{turns: TurnAdvice[], act: string | null, win: number | null, equity: number | null, plies?: number, deepest?: number}} Advice */

const MOST_TURNS = 3;
const PLIES = 1;

/** Advice in a moment whose game was made by `at`. @param {LoadedGame} game @param {import("./view.js").Moment} now @param {number} [plies] @returns {Advice} */
export function adviceOf(game, { phase, position, roll, stakes }, plies = PLIES) {
  if (phase !== "turn") {
    const isBomb = phase === "roll" && explodes(game, position);
    const act = isBomb ? "bomb" : stakes?.hasCube && phase !== "opening" ? botAct({ game, ...stakes, position }) : "roll";
    if (phase === "answer") return { turns: [], act, win: null, equity: null };
    const { chances } = game.value(position, plies);
    // In points without the cube, as at the club.
    const equity = chances.reduce((sum, chance, k) => sum + chance * game.game.points[k], 0);
    return { turns: [], act, win: game.wins(chances), equity };
  }
  const ranked = game.ranked(position, roll, plies).slice(0, MOST_TURNS);
  const turns = ranked.map((turn) => {
    const { moves, equity } = turn;
    return { turn: turnText(game.hitting(position, roll, moves)), moves, equity, win: game.winOf(turn) };
  });
  return { turns, act: null, win: null, equity: null, plies: ranked[0].plies, deepest: deepestOf(game) };
}

/** The advice in a position of the club; null where only the club has one: for other options, and for a resignation. @param {Engine} engine @param {string} text @param {number} [plies] @returns {Promise<Advice | null>} */
export async function adviceIn(engine, text, plies) {
  const name = text.split(" ")[0];
  const known = Object.values(engine.tables.games).find(({ cubes }) => Object.hasOwn(cubes, name));
  if (!known) return null;
  const game = await engine.game(known.laws.id);
  const { now, stakes } = readPosition(text, () => game);
  const moment = isResignation(stakes) ? null : withFields(game, name, now, stakes);
  return moment && adviceOf(gameIn(game, moment), moment, plies);
}

/** The game with values by the cube and the score. @param {LoadedGame} game @param {import("./view.js").Moment & {stakes: import("./match_view.js").Stakes}} moment */
export const gameIn = (game, { stakes, position, turn }) => game.at(stakes.laws, stakes.state, position, turn);
