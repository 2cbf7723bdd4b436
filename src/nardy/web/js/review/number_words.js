// Numbers of a review as text.

import { spoken, t } from "../words.js";
import { turnWord } from "../game/narration/notation.js";

/** @import { Reviewed } from "../protocol.js" */
/** @typedef {import("./decision.js").Decision} Decision */

/** Points with their sign: +0.103. @param {number} points */
export const signed = (points) => {
  // What rounds to zero is shown without a sign.
  const shown = Math.abs(points) < 0.0005 ? 0 : points;
  return shown
    .toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: "exceptZero" })
    .replace("-", "−");
};

/** A roll as text; a double is written as two dice. @param {number[]} dice */
export const rollWord = (dice) => (dice.length > 2 && dice.every((die) => die === dice[0]) ? `${dice[0]}-${dice[0]}` : dice.join("-"));

/** The verdict on a turn in one sentence. @param {Reviewed} one */
export function verdictWord({ choices, chosen, loss, is_forced }) {
  if (!choices.length) return t("review.unknown");
  if (is_forced) return t(choices[0].moves.length ? "review.forced" : "review.dance");
  const [best, played] = [choices[0], choices[chosen]];
  if (loss < 0.0005) return t("review.best");
  const games = Math.round((best.win - played.win) * 100);
  const turn = turnWord(best.turn);
  // If the loss is more in gammons than in wins, it is told in points.
  if (games >= 1 && games / 50 > loss / 2) return t("review.games", { turn, n: games });
  return t("review.points", { turn, points: signed(loss).replace("+", "") });
}

/** The decisions with the largest losses. @param {Decision[]} decisions @param {number} [most] */
export const worst = (decisions, most = 5) =>
  [...decisions]
    .filter(({ grade }) => grade)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most);

/** Moves of the same checker joined into one. @param {[number, number][]} moves @returns {[number, number][]} */
export function ways(moves) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [from, to] of moves) {
    const before = found.find((way) => way[1] === from);
    if (before) before[1] = to;
    else found.push([from, to]);
  }
  return found;
}
