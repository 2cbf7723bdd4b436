// What a strong bot would do: the best turns, or the act before a roll.

import { explodes } from "../engine/after_turn.js";
import { readPosition } from "./view.js";
import { turnText } from "./turn_text.js";

/** @import { TurnAdvice } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** As in the message `advised`. @typedef {{turns: TurnAdvice[], act: string | null, win: number | null, equity: number | null}} Advice */

const MOST_TURNS = 3;
const PLIES = 1;

/** @param {LoadedGame} game @param {import("./view.js").Moment} now @returns {Advice} */
export function adviceOf(game, { phase, position, roll }) {
  if (phase !== "turn") {
    const { equity, chances } = game.value(position, PLIES);
    return { turns: [], act: explodes(game, position) ? "bomb" : "roll", win: game.wins(chances), equity };
  }
  const turns = game
    .ranked(position, roll, PLIES)
    .slice(0, MOST_TURNS)
    .map((turn) => {
      const { moves, equity } = turn;
      return { turn: turnText(game.hitting(position, roll, moves)), moves, equity, win: game.winOf(turn) };
    });
  return { turns, act: null, win: null, equity: null };
}

/** The advice in a position of the club; null where this browser does not know the game with its options. @param {Engine} engine @param {string} text @returns {Promise<Advice | null>} */
export async function adviceIn(engine, text) {
  const name = text.split(" ")[0];
  const known = Object.values(engine.tables.games).find(({ laws }) => laws.text === name);
  if (!known) return null;
  const game = await engine.game(known.laws.id);
  const { now, stakes } = readPosition(text, () => game);
  return Object.keys(stakes).length ? null : adviceOf(game, now);
}
