// Counts of checkers by place. Moving one here is for drawing only; the server says what is legal.

import { BAR, OFF } from "../../board/geometry.js";

/** @typedef {import("../../board/checkers.js").CheckerCounts} CheckerCounts */

/** The checkers of a view, seen from a seat. @param {Pick<import("../../protocol.js").View, "white" | "black" | "white_pinned" | "black_pinned">} view @param {"white" | "black"} seat @returns {CheckerCounts} */
export function checkersOf(view, seat) {
  const other = seat === "white" ? "black" : "white";
  return { mine: view[seat], theirs: view[other], minePinned: view[`${seat}_pinned`], theirsPinned: view[`${other}_pinned`] };
}

/** The same seen from the other seat. @param {CheckerCounts} checkers @returns {CheckerCounts} */
export const flipped = ({ mine, theirs, minePinned, theirsPinned }) => ({
  mine: theirs,
  theirs: mine,
  minePinned: theirsPinned,
  theirsPinned: minePinned,
});

/**
 * The counts after one move.
 * @param {CheckerCounts} checkers @param {{from: number, to: number}} move
 * @param {{direction: string, contact: string}} laws
 * @returns {CheckerCounts}
 */
export function moved(checkers, { from, to }, laws) {
  const facing = (/** @type {number} */ n) => (laws.direction === "parallel" ? (n <= 12 ? n + 12 : n - 12) : 25 - n);
  const [mine, theirs] = [[...checkers.mine], [...checkers.theirs]];
  let theirsPinned = checkers.theirsPinned;
  mine[from] -= 1;
  mine[to] += 1;
  const there = to === OFF || to === BAR ? 0 : facing(to);
  if (there && laws.contact === "hit" && theirs[there]) {
    theirs[BAR] += theirs[there];
    theirs[there] = 0;
  }
  if (laws.contact === "pin") {
    if (there && theirs[there] && !theirsPinned.includes(there)) theirsPinned = [...theirsPinned, there];
    if (from !== BAR && !mine[from]) theirsPinned = theirsPinned.filter((point) => point !== facing(from));
  }
  return { mine, theirs, minePinned: checkers.minePinned, theirsPinned };
}

/** Pip count. @param {number[]} counts */
export const pips = (counts) => counts.reduce((sum, count, place) => sum + count * place, 0);
