// The cube, the score and what is due, as the club's messages have them.

import { told } from "../engine/cube.js";

/** @import { GameResult, Seat, View } from "../protocol.js" */
/** @typedef {import("../engine/cube.js").CubeLaws} CubeLaws */
/** @typedef {import("../engine/cube.js").State} State */
/** @typedef {import("../engine/cube.js").Told} Told */
/** The laws and the numbers of a match; the text of its rules, whether they have a cube, and whether Black began without an opening roll. @typedef {{laws: CubeLaws, state: State, text: string, hasCube: boolean, isBlackFirst?: boolean}} Stakes */

const OF_CHECKERS = ["left", "first", "bomb", "last", "turns"];
const ORDER = ["opening", "dice", "left", "cube", "offer", "match", "crawford", "first", "bomb", "last", "turns", "result"];

/** Complete a view of the checkers by everything that the laws of the cube and of matches decide. @param {View} view @param {Stakes} stakes @param {GameResult | null} result @returns {View} */
export function withStakes(view, stakes, result) {
  const { laws, state, hasCube } = stakes;
  const now = told(state);
  const sides = { white: view.white, black: view.black };
  const losses = laws.losses(state, sides);
  const mayLose = (/** @type {string} */ act) => Object.hasOwn(losses[now.to_act], act.slice("resign:".length));
  const score = laws.score(state);
  const acts = laws.acts(state).filter((act) => !act.startsWith("resign:") || mayLose(act));
  const mayExplode = now.phase === "roll" && view.acts.includes("bomb");
  const [, , white, black, ...others] = view.position.split(" ");
  return {
    ...view,
    position: [stakes.text, now.to_act[0], white, black, ...ordered(others, fields(now, view.roll, stakes.isBlackFirst))].join(" "),
    phase: now.phase,
    to_act: now.to_act,
    on_roll: now.on_roll,
    acts: mayExplode ? laws.names.filter((act) => act === "bomb" || acts.includes(act)) : acts,
    offer: now.offer,
    cube: hasCube && !now.is_crawford ? now.cube : null,
    score: now.length ? { length: now.length, white: score.white, black: score.black, is_crawford: now.is_crawford } : null,
    result,
    game: now.game,
    losses: now.phase === "over" ? {} : losses,
  };
}

/** Fields in their order (core/text.py): those about the checkers, and those of the match. @param {string[]} ofCheckers @param {string[]} ofMatch */
function ordered(ofCheckers, ofMatch) {
  const placeOf = (/** @type {string} */ field) => ORDER.indexOf(field.split("=")[0]);
  const kept = ofCheckers.filter((field) => OF_CHECKERS.includes(field.split("=")[0]));
  return [...kept, ...ofMatch].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The fields of a position text that the match decides (core/text.py). @param {Told} now @param {number[]} roll @param {boolean} [isBlackFirst] */
export function fields(now, roll, isBlackFirst = false) {
  const { cube, length, score, offer } = now;
  const owner = cube.owner ? cube.owner[0] : "";
  return [
    now.phase === "opening" ? "opening" : "",
    roll.length ? `dice=${roll.join("")}` : "",
    cube.value > 1 || owner ? `cube=${cube.value}${owner}` : "",
    offer ? `offer=${offer}` : "",
    length ? `match=${length}:${score.white}-${score.black}` : "",
    now.is_crawford ? "crawford" : "",
    isBlackFirst ? "first=b" : "",
    now.phase === "over" ? `result=${now.winner ? `${now.winner[0]}${now.points}` : now.points ? `draw:${now.points}` : "void"}` : "",
  ].filter(Boolean);
}
