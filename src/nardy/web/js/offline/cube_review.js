// The review of decisions on the cube, as the club does it (nardy/analysis/cube_review.py).

import { told } from "../engine/cube.js";
import { mayDouble } from "./judge.js";

/** @import { GameEvent, ReviewedDouble } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineRoom} OfflineRoom */
/** Equities of the player who may double. @typedef {[noDouble: number, doubleTake: number, doublePass: number]} Equities */

/** The decision before an event; null where there was none. @param {OfflineRoom} now @param {number} number @param {GameEvent} event @param {number} plies @returns {ReviewedDouble | null} */
export function reviewedCube(now, number, event, plies) {
  const { laws, state, position, game } = now;
  const act = event.kind === "acted" ? event.act : event.kind === "rolled" ? "roll" : "";
  const { offer, phase, to_act: player } = told(state);
  if (!decides(now, phase, offer, act)) return null;
  const valued = game.at(laws, state, position, now.turn, { isJudge: true });
  const { equities, chances } = valued.weighed(position, plies);
  const three = /** @type {Equities} */ (equities);
  const { advice, isDouble } = game.cube.advice(laws, state, three);
  const worth = offer ? answersOf(now, three) : doublesOf(now, three);
  const best = offer ? bestOf(worth) : isDouble ? "double" : "roll";
  const loss = Math.max(0, worth[best] - worth[act]);
  const grade = game.tables.grades.find(([least]) => loss >= least)?.[1] ?? "";
  if (act === "roll" && !grade && !isClose(game.tables.acts, three, loss, advice)) return null;
  const view = now.view();
  const [win, lose] = [game.wins(chances), game.wins([...chances].reverse())];
  return {
    ...{ white: view.white, black: view.black, white_pinned: view.white_pinned, black_pinned: view.black_pinned, cube: view.cube },
    number,
    player,
    position: view.position,
    loss,
    grade,
    plies,
    act,
    best,
    no_double: three[0],
    double_take: three[1],
    double_pass: three[2],
    match_chances: game.cube.matchChances(laws, state, three),
    advice,
    win: offer ? lose : win,
    lose: offer ? win : lose,
  };
}

/** Whether an act is a decision: rolling is none where a double is not allowed or useless. @param {OfflineRoom} now @param {string} phase @param {string | null} offer @param {string} act */
function decides({ laws, state, game }, phase, offer, act) {
  if (phase === "answer") return offer === "double" && ["take", "pass", "beaver"].includes(act);
  if (phase !== "roll" || !["roll", "double"].includes(act) || laws.law(state, "double")) return false;
  return act === "double" || mayDouble(game, laws, state);
}

/** Equities of rolling and doubling; the opponent answers best. @param {OfflineRoom} now @param {Equities} equities @returns {Record<string, number>} */
function doublesOf({ laws, state }, [waiting, taken, passed]) {
  const again = laws.law(laws.after(state, "double"), "beaver") ? taken : beavered(taken, false);
  return { roll: waiting, double: Math.min(taken, passed, again) };
}

/** Equities of the answers, for the player who answers. @param {Pick<OfflineRoom, "laws" | "state">} now @param {Equities} equities @returns {Record<string, number>} */
export function answersOf({ laws, state }, [, taken, passed]) {
  const found = { take: -taken, pass: -passed };
  if (laws.law(state, "beaver")) return found;
  return { ...found, beaver: -beavered(taken, !laws.law(laws.after(state, "beaver"), "raccoon")) };
}

/** The doubler's equity after a beaver, who may pass it, play on or double again (core/cube.py). @param {number} taken @param {boolean} mayRaccoon */
function beavered(taken, mayRaccoon) {
  const answered = Math.max(2 * taken, -2);
  return mayRaccoon ? Math.max(answered, Math.min(4 * taken, 4)) : answered;
}

/** The first of the best. @param {Record<string, number>} worth */
export const bestOf = (worth) => Object.keys(worth).reduce((best, one) => (worth[one] > worth[best] ? one : best));

/** Whether rolling without a double was a close decision. @param {{close: number, alike: number, hopeless: number}} bounds @param {Equities} equities @param {number} loss @param {string} advice */
function isClose({ close, alike, hopeless }, [waiting, taken, passed], loss, advice) {
  const far = Math.abs(waiting - Math.min(taken, passed));
  const isHopeless = Math.max(waiting, taken) < hopeless && loss < alike;
  return alike <= far && far < close && !isHopeless && advice !== "too good to double";
}
