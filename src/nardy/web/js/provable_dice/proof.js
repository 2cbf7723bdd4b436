// Checking dice: derives the throws of a finished game again.
// nardy/core/provable.py is its twin; tests hold both to the same vectors.

import { bytesOf, hex, sha256 } from "./hash_chain.js";
import { t } from "../words.js";

// The largest multiple of 6 that fits in a byte: larger bytes would favor small numbers.
const FAIR = 252;
const encoder = new TextEncoder();

/** @param {Uint8Array} key @param {Uint8Array} message */
async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, /** @type {BufferSource} */ (message)));
}

/** @param {...(Uint8Array | string)} parts */
function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  all.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  return bytes;
}

/** @param {number} n */
const u32 = (n) => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
/** @param {Uint8Array} bytes */
// The length first, so that different parts never join to the same bytes.
const lp = (bytes) => joined(u32(bytes.length), bytes);

/** The server's commitment. @param {string} room @param {string} seed */
export const commitment = async (room, seed) => hex(await sha256(joined("nardy-dice-v1", lp(encoder.encode(room)), bytesOf(seed))));

/**
 * The two dice of a throw.
 * @param {{room: string, seed: string, tips: string[]}} secret @param {number} number @param {(string | null)[]} links
 */
export async function thrown({ room, seed, tips }, number, links) {
  const secret = bytesOf(seed);
  const key = await hmac(secret, joined("key", lp(encoder.encode(room)), ...tips.map((tip) => lp(bytesOf(tip)))));
  const told = await Promise.all(
    links.map(async (link, i) =>
      lp(link ? bytesOf(link) : tips[i] ? await hmac(secret, joined("lost", u32(number), ["white", "black"][i])) : new Uint8Array()),
    ),
  );
  /** @type {number[]} */
  const dice = [];
  for (let counter = 0; dice.length < 2; counter++) {
    const block = await hmac(key, joined("roll", u32(number), ...told, u32(counter)));
    dice.push(...[...block].filter((byte) => byte < FAIR).map((byte) => (byte % 6) + 1));
  }
  return dice.slice(0, 2);
}

/** A value by seat. @template T @typedef {{white: T, black: T}} BySeat */
/** @typedef {{number: number, kind: string, dice: unknown[], links: BySeat<string | null>}} Roll */
/** @typedef {{format: string, room: string, commitment: string, seed: string, tips: BySeat<string | null>, rolls: Roll[]}} Proof */

/** Whether a value is an object with exactly these fields. @template {string} Name @param {unknown} value @param {...Name} names @returns {value is Record<Name, unknown>} */
const has = (value, ...names) =>
  value !== null && typeof value === "object" && Object.keys(value).sort().join() === [...names].sort().join();
/** @param {unknown} value */
const isKey = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** Whether a value is a key or null for each seat. @param {unknown} value */
const arePair = (value) => has(value, "white", "black") && [value.white, value.black].every((one) => one === null || isKey(one));
/** @param {unknown} roll */
const isRoll = (roll) =>
  has(roll, "number", "kind", "dice", "links") &&
  (roll.kind === "rolled-off" || roll.kind === "rolled") &&
  Array.isArray(roll.dice) &&
  arePair(roll.links);
/** @param {unknown} proof @returns {proof is Proof} */
const isProof = (proof) =>
  has(proof, "format", "room", "commitment", "seed", "tips", "rolls") &&
  proof.format === "nardy-dice-v1" &&
  [proof.commitment, proof.seed].every(isKey) &&
  arePair(proof.tips) &&
  Array.isArray(proof.rolls) &&
  proof.rolls.every(isRoll);

/** Check a proof. Throws at the first thing that does not follow. @param {unknown} proof */
export async function check(proof) {
  if (!isProof(proof)) throw new Error(t("proof.shape"));
  const seats = /** @type {const} */ (["white", "black"]);
  const tips = seats.map((seat) => proof.tips[seat] ?? "");
  const secret = { room: proof.room, seed: proof.seed, tips };
  if ((await commitment(proof.room, proof.seed)) !== proof.commitment) throw new Error(t("proof.seed"));
  const known = tips.map((tip) => ({ link: tip, at: 0 }));
  let lost = 0;
  for (const [i, roll] of proof.rolls.entries()) {
    const number = i + 1;
    const links = seats.map((seat) => roll.links[seat]);
    for (const seat of [0, 1]) {
      if (!links[seat]) lost += tips[seat] ? 1 : 0;
      else if (!(await follows(links[seat], known[seat].link, number - known[seat].at))) throw new Error(t("proof.link", { number }));
      else known[seat] = { link: links[seat], at: number };
    }
    const dice = await thrown(secret, number, links);
    if (roll.kind === "rolled") dice.sort((a, b) => b - a);
    if (roll.number !== number || dice.join() !== roll.dice.join()) throw new Error(t("proof.dice", { number }));
  }
  return { throws: proof.rolls.length, lost, without: tips.filter((tip) => !tip).length };
}

/** @param {string} link @param {string} earlier @param {number} steps */
async function follows(link, earlier, steps) {
  let bytes = bytesOf(link);
  for (let i = 0; i < steps; i++) bytes = await sha256(bytes);
  return hex(bytes) === earlier;
}
