// The steps of the lessons.

import { LESSONS } from "./lesson_games.js";

/** @typedef {Record<string, string>} Said In each language. */
/**
 * The goal of a step: an act; a law to run into; or checkers after the turn. `reach` counts own checkers on
 * places at least, `theirs` the opponent's on the bar; `pins` are points that hold a pinned checker of theirs,
 * `empty` points without an own one. A turn with `points` ends the game; the tests compare them with its result.
 * @typedef {{act?: string, law?: string, reach?: Record<string, number>, theirs?: number, pins?: number[], empty?: number[], points?: number}} Goal
 */
/** A legal turn that misses the plan, and the answer to it. @typedef {{reach: Record<string, number>, show: [number, number][], says: Said}} Mistake */
/** @typedef {{position: string, title: Said, text: Said, task: Said, done?: Said, goal: Goal, mistake?: Mistake, show: [number, number][], way?: [number, number][]}} Step */
/** @typedef {{game: string, name: Said, steps: Step[]}} Lesson */

/** The lesson of a game, or of the first game if it has none. @param {string} game @returns {Promise<Lesson>} */
export async function readLesson(game) {
  const [lesson, shared] = await Promise.all([read(LESSONS.includes(game) ? game : LESSONS[0]), read("shared")]);
  // Games alike in a law share the words of its step.
  const steps = lesson.steps.map((/** @type {Step & {like?: string}} */ step) => ({ ...(step.like ? shared[step.like] : {}), ...step }));
  return { ...lesson, steps };
}

/** @param {string} name */
const read = async (name) => (await fetch(new URL(`../../lessons/${name}.json`, import.meta.url))).json();
