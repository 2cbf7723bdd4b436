// The hash chain of this browser: with its links it has a hand in the dice (nardy/core/provable.py).

const LENGTH = 800;
const SIZE = 32;

/** Over plain http in a local network browsers have no WebCrypto: then there is no chain. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** So many links behind a tip, the tip first. @param {Uint8Array} seed @param {number} length */
export async function chain(seed, length) {
  const links = [await sha256(seed)];
  for (let i = 0; i < length; i++) links.push(await sha256(links[i]));
  return links.reverse().map(hex);
}

/** This browser's chain for a room, the same after a reload. @param {string} room */
export async function myChain(room) {
  const key = `nardy-chain-${room}`;
  const kept = localStorage.getItem(key) ?? hex(crypto.getRandomValues(new Uint8Array(SIZE)));
  localStorage.setItem(key, kept);
  return chain(bytesOf(kept), LENGTH);
}
