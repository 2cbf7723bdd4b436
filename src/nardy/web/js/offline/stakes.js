// The cube and the score of a position outside a game of this browser.

import { stateOf } from "../engine/cube.js";
import { other } from "./view.js";

/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("./view.js").Moment} Moment */
/** @typedef {import("./match_view.js").Stakes} Stakes */

/** Whether a resignation awaits its answer, which only a bot of the club gives. @param {Record<string, string>} stakes */
export const isResignation = ({ offer = "double" }) => offer !== "double";

/**
 * A moment with its cube and score, seen by the player on roll; null where the game has other options than this browser knows.
 * @param {LoadedGame} game @param {string} text The rules, as position text has them. @param {Moment} now Seen by the player to act. @param {Record<string, string>} fields Those of the cube and the match.
 * @returns {(Moment & {stakes: Stakes}) | null}
 */
export function withFields(game, text, now, { cube = "1", offer, match = "0:0-0", crawford }) {
  if (!Object.hasOwn(game.game.cubes, text)) return null;
  const [length, ...score] = match.split(/[:-]/).map(Number);
  const owner = cube.endsWith("w") ? /** @type {const} */ ("white") : cube.endsWith("b") ? /** @type {const} */ ("black") : null;
  const phase = offer ? /** @type {const} */ ("answer") : now.phase;
  const state = stateOf(game.tables, {
    phase,
    to_act: now.turn,
    cube: Number.parseInt(cube, 10),
    owner,
    offer: offer ?? null,
    length,
    score: [score[0], score[1]],
    is_crawford: crawford !== undefined,
  });
  const stakes = { laws: game.lawsOf(text), state, text, hasCube: game.game.laws_of[text].has_cube };
  if (!offer) return { ...now, stakes };
  // The player who is asked does not roll next.
  const { board, pins, facts } = now.position;
  const half = board.length / 2;
  const position = {
    board: [...board.slice(half), ...board.slice(0, half)],
    pins: [pins[1], pins[0]],
    facts: [1 - facts[0], ...facts.slice(1)],
  };
  return { ...now, phase, turn: other(now.turn), position, stakes };
}
