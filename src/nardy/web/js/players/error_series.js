// What an error rate over time is made of: the games of each kind of decisions, and their running means.

/** @import { ErrorMark, ErrorPart } from "../protocol.js" */
/** @typedef {{part: Pick<ErrorPart, "kind" | "id">, word: string}} NamedPart */
/** One game. @typedef {{at: number, room: string, count: number, lost: number}} Spot */
/** What is drawn. @typedef {{id: string, word: string, spots: Spot[]}} Series */

/** Games in a running mean. */
export const RUN = 10;

/** All that can be drawn over time. @param {ErrorMark[]} marks @param {string[]} words Of all, turns and cubes. @param {NamedPart[]} parts @returns {Series[]} */
export function seriesOf(marks, [all, turns, cubes], parts) {
  const series = (/** @type {string} */ id, /** @type {string} */ word, /** @type {(mark: ErrorMark) => [number, number]} */ of) => ({
    id,
    word,
    spots: marks
      .map((mark) => ({ at: mark.ended_at, room: mark.room, count: of(mark)[0], lost: of(mark)[1] }))
      .filter(({ count }) => count),
  });
  const inside = (/** @type {ErrorMark} */ mark, /** @type {NamedPart["part"]} */ part) => {
    const found = mark.parts.find(({ kind, id }) => kind === part.kind && id === part.id);
    return /** @type {[number, number]} */ (found ? [found.count, found.lost] : [0, 0]);
  };
  return [
    series("all", all, (mark) => [mark.turns + mark.cubes, mark.turns_lost + mark.cubes_lost]),
    series("turns", turns, (mark) => [mark.turns, mark.turns_lost]),
    series("cubes", cubes, (mark) => [mark.cubes, mark.cubes_lost]),
    ...parts.map(({ part, word }) => series(`${part.kind} ${part.id}`, word, (mark) => inside(mark, part))),
  ];
}

/** The rate over each game and those before it, at most ten. @param {Spot[]} spots */
export const means = (spots) =>
  spots.map((_, i) => {
    const some = spots.slice(Math.max(0, i + 1 - RUN), i + 1);
    return some.reduce((sum, { lost }) => sum + lost, 0) / some.reduce((sum, { count }) => sum + count, 0);
  });
