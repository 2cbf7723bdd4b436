// Statistics of all throws. nardy/server/dice_counts/findings.py is its twin; tests hold both equal.

import { SURE, chanceOf, chiSquare, corrected, wilson } from "./distributions.js";

/** @import { DiceCounts, DoubleNext, ThrownBy } from "../protocol.js" */
/** @typedef {{name: string, statistic: number, degrees: number, chance: number, corrected: number}} Finding `chance` is its p-value, `corrected` the same for the number of tests. */
/** @typedef {{value: number, low: number, high: number, of: number}} Estimate */

/** Expected count of the rarest roll below which chi-square says nothing. */
const LEAST = 5;
/** Throws at which that count is reached. */
export const ENOUGH = 36 * LEAST;
export const FACES = [1, 2, 3, 4, 5, 6];
/** Mean pips of a fair roll; a double counts twice. */
export const PIPS = 49 / 6;

/** @param {string} roll */
export const diceOf = (roll) => roll.split("-").map(Number);
/** @param {string} roll */
export const isDouble = (roll) => roll[0] === roll[2];
/** The probability of a roll. @param {string} roll */
export const fairShare = (roll) => (isDouble(roll) ? 1 / 36 : 1 / 18);
/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** Counts by roll, over all of these. @param {ThrownBy[]} thrown */
export const totals = (thrown) => thrown[0].counts.map((_, n) => sum(thrown.map(({ counts }) => counts[n])));

/** Counts by face. @param {DiceCounts} told */
export function faces({ rolls, thrown }) {
  const counts = totals(thrown);
  return FACES.map((face) => sum(rolls.map((roll, n) => counts[n] * diceOf(roll).filter((die) => die === face).length)));
}

/** Tests of rolls, faces, face after face, and doubles after doubles; none where there are too few throws. @param {DiceCounts} told @returns {Finding[]} */
export function findings(told) {
  if (told.throws < ENOUGH) return [];
  const rolls = chiSquare(
    totals(told.thrown),
    told.rolls.map((roll) => told.throws * fairShare(roll)),
  );
  const each = chiSquare(
    faces(told),
    // Two dice a throw, six faces.
    FACES.map(() => told.throws / 3),
  );
  // Chi-square of 25 degrees takes squares over n (2/6)^2, without the factor (5/6)^2 of `deviations`.
  const after =
    sum(
      deviations(told.after)
        .flat()
        .map((one) => one ** 2),
    ) *
    (25 / 36);
  // So many throws that LEAST doubles are expected.
  const nexts = [...told.streaks, ...told.waits].filter(({ throws }) => throws >= LEAST * 6);
  // A number of doubles has the mean n/6 and the variance 5n/36.
  const doubles = sum(nexts.map(({ throws, doubles: seen }) => (seen - throws / 6) ** 2 / ((throws * 5) / 36)));
  /** @type {[string, number, number][]} */
  const found = [
    ["rolls", rolls, told.rolls.length - 1],
    ["faces", each, 5],
    ["after", after, 25],
    ["doubles", doubles, nexts.length],
  ];
  const tests = found
    .filter(([, , degrees]) => degrees)
    .map(([name, statistic, degrees]) => ({ name, statistic, degrees, chance: chanceOf(statistic, degrees) }));
  const together = corrected(tests.map(({ chance }) => chance));
  return tests.map((one, n) => ({ ...one, corrected: together[n] }));
}

/**
 * By how many standard deviations each face followed each face more often than with fair dice.
 * Of two throws behind each other x[j] and y[i] dice show these faces: the products (x[j] - 1/3) (y[i] - 1/3), summed
 * over n pairs, have the variance n (2/6)^2 (5/6)^2.
 * @param {number[][]} after
 */
export function deviations(after) {
  const pairs = sum(after.flat()) / 4;
  if (!pairs) return after.map((row) => row.map(() => 0));
  const columns = FACES.map((_, i) => sum(after.map((row) => row[i])) / 2);
  return after.map((row) => row.map((count, i) => (count - (sum(row) / 2 + columns[i]) / 3 + pairs / 9) / Math.sqrt((pairs * 25) / 324)));
}

/** Throws by people, by bots, and by seat. @param {DiceCounts} told */
export function groups({ thrown }) {
  const own = (/** @type {(one: ThrownBy) => boolean} */ test) => thrown.filter(test);
  return {
    people: own(({ by }) => by === "people"),
    bots: own(({ by }) => by === "bots"),
    white: own(({ seat }) => seat === "white"),
    black: own(({ seat }) => seat === "black"),
  };
}

/** A share of all throws of a group. @param {ThrownBy[]} group @param {(n: number) => boolean} counts Whether the roll at a place counts. @returns {Estimate} */
export function share(group, counts) {
  const all = totals(group);
  const of = sum(all);
  return { ...wilson(sum(all.filter((_, n) => counts(n))), of || 1), of };
}

/** Mean pips of a group's rolls. @param {ThrownBy[]} group @param {string[]} rolls @returns {Estimate} */
export function pips(group, rolls) {
  const all = totals(group);
  const of = sum(all);
  const worth = rolls.map((roll) => sum(diceOf(roll)) * (isDouble(roll) ? 2 : 1));
  const value = sum(all.map((count, n) => count * worth[n])) / (of || 1);
  const spread = Math.sqrt(sum(all.map((count, n) => count * (worth[n] - value) ** 2)) / (of - 1 || 1));
  const error = (SURE * spread) / Math.sqrt(of || 1);
  return { value, low: value - error, high: value + error, of };
}

/** Share of doubles after streaks of these lengths. @param {DoubleNext[]} nexts @param {number} from @param {number} to @returns {Estimate} */
export function doublesBehind(nexts, from, to) {
  const some = nexts.slice(from - 1, to);
  const of = sum(some.map(({ throws }) => throws));
  return { ...wilson(sum(some.map(({ doubles }) => doubles)), of || 1), of };
}

/** How often doubles came at least 1, 2, 3, ... times in a row, and the expected counts. @param {DiceCounts} told */
export function streaks({ throws, rolls, thrown, streaks: nexts }) {
  const counts = totals(thrown);
  const doubles = sum(counts.filter((_, n) => isDouble(rolls[n])));
  const behind = sum(nexts.map((one) => one.throws));
  const first = { length: 1, seen: doubles - sum(nexts.map((one) => one.doubles)), fair: (throws - behind) / 6 };
  // The last count holds all longer streaks too.
  const more = nexts.slice(0, -1).map((one, n) => ({ length: n + 2, seen: one.doubles, fair: one.throws / 6 }));
  return [first, ...more].filter(({ seen, fair }) => seen || fair >= 0.1);
}

/** The median of the longest streak in so many throws, of an event with this probability. @param {DiceCounts} told @param {number} chance */
export function usualLongest({ throws, reached }, chance) {
  // With x streaks expected there is none with a chance of about e^-x: one half at x = ln 2.
  let [behind, longest] = [throws, 0];
  for (const [n, rooms] of reached.entries()) {
    behind -= rooms;
    if (chance ** (n + 1) * (rooms + (1 - chance) * behind) >= Math.LN2) longest = n + 1;
  }
  return longest;
}
