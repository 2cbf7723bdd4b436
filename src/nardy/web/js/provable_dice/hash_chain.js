// The hash chain of this browser, whose links are mixed into the dice (nardy/core/provable.py).

const LEAST = 800;
/** A match of n points has at most 2n - 1 games where each is worth a point: 150 throws for each. */
const FOR_A_POINT = 300;
const SIZE = 32;

/** Whether the browser has WebCrypto; over plain http it has none. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** A chain of this length, its tip first. @param {Uint8Array} seed @param {number} length */
export async function chain(seed, length) {
  const links = [await sha256(seed)];
  for (let i = 0; i < length; i++) links.push(await sha256(links[i]));
  return links.reverse().map(hex);
}

/** Links for a match of so many points; 0 is a single game. @param {number} points */
const enough = (points) => Math.max(LEAST, FOR_A_POINT * points);

/**
 * This browser's chain for a room, the same after a reload. Its length is kept with the seed: another
 * length, in another version of the page, would give another tip. The server's commitment is kept too,
 * unless the user has a chain already: such a one is of another browser.
 * @param {Pick<import("../game/play.js").Play, "room" | "me" | "facts">} play
 */
export async function myChain({ room, me, facts: { length: points, dice } }) {
  const key = `nardy-chain-${room}`;
  const told = me && dice[me] === null ? dice.commitment : "";
  // A full storage throws only where something is written, so a chain that is kept stays usable.
  const kept = (localStorage[key] ??= `${hex(crypto.getRandomValues(new Uint8Array(SIZE)))} ${enough(points)} ${told}`);
  const [seed, length = LEAST] = kept.split(" ");
  return chain(bytesOf(seed), Number(length));
}
