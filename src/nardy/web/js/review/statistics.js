// What a player's decisions lost, checker play and cube apart, for a match or one of its games.

import { isAct } from "./decision.js";
import { PR_SCALE } from "./performance_rating.js";

/** @import { Seat } from "../protocol.js" */
/** @typedef {import("./decision.js").Decision} Decision */
/** Decisions and what they lost in all; `rating` is their PR, null without a decision. @typedef {{decisions: number, lost: number, rating: number | null}} Share */
/** @typedef {{all: Share, checkers: Share, cube: Share, blunders: number, errors: number, inaccuracies: number, missed: number, wrongDoubles: number, wrongTakes: number, wrongPasses: number, luck: number, rolls: number}} Statistics */

const DOUBLES = ["double", "roll"];
const TAKES = ["take", "beaver"];

/** @param {Decision[]} turns @param {Seat} seat @returns {Statistics} */
export function statisticsOf(turns, seat) {
  const own = turns.filter(({ player }) => player === seat);
  const acts = own.filter(isAct);
  const played = own.flatMap((one) => (isAct(one) ? [] : [one]));
  // As the club counts decisions: forced turns, and those that nobody compared, are none.
  const checkers = played.filter(({ choices, is_forced }) => choices.length && !is_forced);
  const decided = [...checkers, ...acts];
  const graded = (/** @type {string} */ grade) => decided.filter((one) => one.grade === grade).length;
  const wrong = (/** @type {string[]} */ made, /** @type {string[]} */ better) =>
    acts.filter(({ act, best, grade }) => grade && made.includes(act) && better.includes(best) && act !== best).length;
  const lucks = played.flatMap(({ luck }) => (luck === null ? [] : [luck]));
  return {
    all: shareOf(decided),
    checkers: shareOf(checkers),
    cube: shareOf(acts.filter((one) => !("kept" in one))),
    blunders: graded("blunder"),
    errors: graded("error"),
    inaccuracies: graded("inaccuracy"),
    missed: wrong(["roll"], DOUBLES),
    wrongDoubles: wrong(["double"], DOUBLES),
    wrongTakes: wrong(TAKES, ["pass"]),
    wrongPasses: wrong(["pass"], TAKES),
    luck: lucks.reduce((sum, one) => sum + one, 0),
    rolls: lucks.length,
  };
}

/** @param {Decision[]} some @returns {Share} */
function shareOf(some) {
  const lost = some.reduce((sum, { loss }) => sum + loss, 0);
  return { decisions: some.length, lost, rating: some.length ? (PR_SCALE * lost) / some.length : null };
}

/** The decisions of each game of a match. @param {Decision[]} turns @param {number[]} starts The numbers of the events that start the games. @returns {Decision[][]} */
export const byGame = (turns, starts) =>
  starts.map((start, n) => turns.filter(({ number }) => number >= start && number < (starts[n + 1] ?? Number.POSITIVE_INFINITY)));
