// Levels of bots for people, as nardy/search/ladder.py: each misjudges positions a little, always in the same way.

/** @typedef {import("./engine.js").LoadedGame} LoadedGame */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Turn} Turn */

/** The turn that a bot of some level plays. @param {LoadedGame} game @param {Position} position @param {number[]} roll @param {string} level @returns {Turn} */
export function chosen(game, position, roll, level) {
  const { plies, number } = game.tables.levels[level];
  const noise = number ? game.game.noise[number - 1] : 0;
  const turns = game.ranked(position, roll, noise ? 0 : plies);
  const { points } = game.game;
  // Where a turn wins at once, no position is misjudged.
  if (!noise || turns.some(({ outcome }) => outcome >= 0 && points[outcome] > 0)) return turns[0];
  const { bound, oversight, styles } = game.tables.ladder;
  const share = Math.min(1, oversight * noise);
  const half = (bound * noise) / 2;
  const features = game.features(turns);
  const seen = turns.map((turn, k) => {
    if (turn.outcome >= 0 || isCounted(turn, features[k])) return turn.equity;
    const blind = styles[number - 1].reduce((sum, [column, cost]) => sum + cost * features[k][column], 0);
    const error = share * blind + noise * noiseOf(turn);
    return turn.equity + Math.max(-half, Math.min(half, error));
  });
  return turns[seen.indexOf(Math.max(...seen))];
}

/** Whether the mover has all checkers home in a race, where everybody can count. @param {Turn} turn @param {number[]} features */
const isCounted = ({ board }, features) => features[0] > 0 && board.slice(7, board.length / 2).every((count) => !count);

/** A roughly normal number for a position, always the same: the sum of four uniform ones (Irwin and Hall). @param {Turn} turn */
function noiseOf({ board, pins }) {
  let sum = 0;
  for (let seed = 1; seed <= 4; seed++) sum += hashed([seed, ...board, ...pins]) / 2 ** 32 - 0.5;
  // Four uniform numbers have a variance of 4/12 together; the factor makes it 1.
  return sum * Math.sqrt(3);
}

/** A 32-bit hash of numbers: FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), then the finalizer of MurmurHash3 (A. Appleby). @param {number[]} numbers */
function hashed(numbers) {
  let bits = 0x811c9dc5;
  for (const n of numbers) bits = Math.imul(bits ^ n, 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
