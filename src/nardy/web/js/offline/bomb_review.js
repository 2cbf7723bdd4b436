// The review of a bomb: exploded or kept, each with the mean over all rolls (nardy/analysis/cube_review.py).

import { exploded, hits, rolls } from "../engine/after_turn.js";
import { viewOf } from "./view.js";

/** @import { BombDecision } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** @typedef {import("../engine/engine.js").Position} Position */

const OUTCOMES = 36;

/** The mean over the rolls, each answered by the best turn without look-ahead; a bomb that was not exploded is kept. @param {LoadedGame} game @param {Position} position */
export function meanOf(game, position) {
  const chances = game.game.points.map(() => 0);
  let equity = 0;
  for (const roll of rolls()) {
    const [best] = game.ranked(position, roll, 0);
    const weight = (roll[0] === roll[1] ? 1 : 2) / OUTCOMES;
    equity += weight * best.equity;
    game.seenByMover(best).forEach((chance, i) => {
      chances[i] += weight * chance;
    });
  }
  return { equity, chances };
}

/** Whether the bomb of the player on roll would hit: without a blot there is nothing to decide. @param {LoadedGame} game @param {Position} position */
export const mayDecide = (game, position) => game.game.laws.has_bomb && hits(game, position)[0] === 1;

/** The decision before an event that explodes the bomb, or forgoes it; null where nobody would have exploded it. @param {LoadedGame} game @param {import("./view.js").Moment} now @param {{number: number, act: "bomb" | "keep"}} done @returns {BombDecision | null} */
export function bombDecision(game, now, { number, act }) {
  const [after, before] = [meanOf(game, exploded(game, now.position)), meanOf(game, now.position)];
  const best = after.equity > before.equity ? "bomb" : "keep";
  const loss = act === best ? 0 : Math.abs(after.equity - before.equity);
  const { grades, close } = game.tables;
  const grade = grades.find(([least]) => loss >= least)?.[1] ?? "";
  if (act === "keep" && !grade && before.equity - after.equity >= close) return null;
  const { chances } = act === "bomb" ? after : before;
  const view = viewOf(game, now);
  return {
    ...{ white: view.white, black: view.black, white_pinned: view.white_pinned, black_pinned: view.black_pinned, cube: null },
    ...{ number, act, best, loss, grade, plies: 1 },
    player: now.turn,
    position: view.position,
    exploded: after.equity,
    kept: before.equity,
    win: game.wins(chances),
    lose: game.wins([...chances].reverse()),
  };
}
