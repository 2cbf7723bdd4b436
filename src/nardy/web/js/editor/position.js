// A position being set up: checkers put and taken, and its text. Whether it is one the server says.

/** @typedef {import("../board/checkers.js").Men} Men */
/** @typedef {"mine" | "theirs" | "pin" | "remove"} Brush */

/**
 * The men after a tap with a brush.
 * @param {Men} men @param {number} place By the numbers of the player below; 25 is the bar.
 * @param {Brush} brush @param {(n: number) => number} facing @param {number} most
 * @returns {Men}
 */
export function brushed(men, place, brush, facing, most) {
  const next = { mine: [...men.mine], theirs: [...men.theirs], minePinned: [...men.minePinned], theirsPinned: [...men.theirsPinned] };
  const there = place === 25 ? 25 : facing(place);
  const shared = place !== 25;
  if (place === 0) return men;
  if (brush === "pin") pin(next, place, there);
  else if (brush === "remove") take(next, place, there, shared);
  else put(next, brush, brush === "mine" ? [place, there] : [there, place], shared);
  next.mine[0] = Math.max(0, most - sum(next.mine));
  next.theirs[0] = Math.max(0, most - sum(next.theirs));
  return next;
}

/** @param {number[]} counts */
const sum = (counts) => counts.slice(1).reduce((all, n) => all + n, 0);

/** Put a checker; what stood there of the other side goes, but for one that is pinned. @param {Men} men @param {"mine" | "theirs"} side @param {[number, number]} at @param {boolean} shared */
function put(men, side, [own, other], shared) {
  const against = side === "mine" ? "theirs" : "mine";
  const caught = men[`${against}Pinned`].includes(other);
  const lies = men[`${side}Pinned`].includes(own);
  if (lies) return;
  men[side][own] += 1;
  if (shared && !caught) men[against][other] = 0;
}

/** @param {Men} men @param {number} place @param {number} there @param {boolean} shared */
function take(men, place, there, shared) {
  const top = men.minePinned.includes(place) || !men.mine[place] ? "theirs" : "mine";
  const at = top === "mine" ? place : there;
  men[top][at] = Math.max(0, men[top][at] - 1);
  if (!shared || men[top][at]) return;
  // Nothing lies on what was pinned any more.
  if (top === "mine") men.theirsPinned = men.theirsPinned.filter((point) => point !== there);
  else men.minePinned = men.minePinned.filter((point) => point !== place);
}

/** One checker of the other side under those that stand here. @param {Men} men @param {number} place @param {number} there */
function pin(men, place, there) {
  if (place === 25) return;
  if (men.mine[place] && !men.theirs[there]) {
    men.theirs[there] = 1;
    men.theirsPinned.push(there);
  } else if (men.theirs[there] && !men.mine[place]) {
    men.mine[place] = 1;
    men.minePinned.push(place);
  }
}

/**
 * Position text.
 * @param {Men} men Seen by who must act.
 * @param {{game: string, side: "white" | "black", dice: number[], more: string[], checkers: number}} about
 */
export function positionText(men, { game, side, dice, more, checkers }) {
  const mine = group(men.mine, men.minePinned, checkers);
  const theirs = group(men.theirs, men.theirsPinned, checkers);
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

/** The fields of a text that an edit keeps: cube and score, but no dice and no end. @param {string} text */
export const kept = (text) =>
  text
    .trim()
    .split(/\s+/)
    .slice(4)
    .filter((field) => /^(cube|match|crawford)/.test(field));
