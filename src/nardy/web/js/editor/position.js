// A position being set up, and its text. Only the server knows whether it is valid.

/** @typedef {import("../board/checkers.js").CheckerCounts} CheckerCounts */
/** @typedef {"mine" | "theirs" | "pin" | "remove"} Brush */

/**
 * The checkers after a tap.
 * @param {CheckerCounts} checkers @param {number} place By the numbers of the player below; 25 is the bar.
 * @param {Brush} brush @param {(n: number) => number} facing @param {number} most
 * @returns {CheckerCounts}
 */
export function brushed(checkers, place, brush, facing, most) {
  const next = {
    mine: [...checkers.mine],
    theirs: [...checkers.theirs],
    minePinned: [...checkers.minePinned],
    theirsPinned: [...checkers.theirsPinned],
  };
  const there = place === 25 ? 25 : facing(place);
  const shared = place !== 25;
  if (place === 0) return checkers;
  if (brush === "pin") pin(next, place, there);
  else if (brush === "remove") take(next, place, there, shared);
  else put(next, brush, brush === "mine" ? [place, there] : [there, place], shared);
  next.mine[0] = Math.max(0, most - sum(next.mine));
  next.theirs[0] = Math.max(0, most - sum(next.theirs));
  return next;
}

/** @param {number[]} counts */
const sum = (counts) => counts.slice(1).reduce((all, n) => all + n, 0);

/** Add a checker; it replaces the other side's checkers there, except a pinned one. @param {CheckerCounts} checkers @param {"mine" | "theirs"} side @param {[number, number]} at @param {boolean} shared */
function put(checkers, side, [own, other], shared) {
  const against = side === "mine" ? "theirs" : "mine";
  const caught = checkers[`${against}Pinned`].includes(other);
  const lies = checkers[`${side}Pinned`].includes(own);
  if (lies) return;
  checkers[side][own] += 1;
  if (shared && !caught) checkers[against][other] = 0;
}

/** @param {CheckerCounts} checkers @param {number} place @param {number} there @param {boolean} shared */
function take(checkers, place, there, shared) {
  const top = checkers.minePinned.includes(place) || !checkers.mine[place] ? "theirs" : "mine";
  const at = top === "mine" ? place : there;
  checkers[top][at] = Math.max(0, checkers[top][at] - 1);
  if (!shared || checkers[top][at]) return;
  // The checker below is pinned no longer.
  if (top === "mine") checkers.theirsPinned = checkers.theirsPinned.filter((point) => point !== there);
  else checkers.minePinned = checkers.minePinned.filter((point) => point !== place);
}

/** Put one checker of the other side under those on this point. @param {CheckerCounts} checkers @param {number} place @param {number} there */
function pin(checkers, place, there) {
  if (place === 25) return;
  if (checkers.mine[place] && !checkers.theirs[there]) {
    checkers.theirs[there] = 1;
    checkers.theirsPinned.push(there);
  } else if (checkers.theirs[there] && !checkers.mine[place]) {
    checkers.mine[place] = 1;
    checkers.minePinned.push(place);
  }
}

/**
 * Position text.
 * @param {CheckerCounts} placed Seen by who must act.
 * @param {{game: string, side: "white" | "black", dice: number[], more: string[], checkers: number}} about
 */
export function positionText(placed, { game, side, dice, more, checkers }) {
  const mine = group(placed.mine, placed.minePinned, checkers);
  const theirs = group(placed.theirs, placed.theirsPinned, checkers);
  const both = side === "white" ? [mine, theirs] : [theirs, mine];
  const rolled = dice.length === 2 && dice.every(Boolean) ? [`dice=${Math.max(...dice)}${Math.min(...dice)}`] : [];
  return [game, side[0], ...both, ...rolled, ...more].join(" ");
}

/** @param {number[]} counts @param {number[]} pinned @param {number} checkers */
function group(counts, pinned, checkers) {
  const found = [];
  for (let place = 25; place > 0; place--)
    if (counts[place]) found.push(`${place === 25 ? "bar" : place}:${pinned.includes(place) ? "p" : counts[place]}`);
  return found.join(",") || `off:${checkers}`;
}

/** Fields of a position text that survive an edit: cube and score. @param {string} text */
export const kept = (text) =>
  text
    .trim()
    .split(/\s+/)
    .slice(4)
    .filter((field) => /^(cube|match|crawford)/.test(field));
