// Dice that can be checked: the chain of this browser, and the check of a finished game.
// nardy/core/provable.py says how dice follow; both are held to the same test vectors.

import { t } from "./words.js";

const LENGTH = 800;
const SIZE = 32;
const FAIR = 252;
const encoder = new TextEncoder();

/** Over plain http in a local network browsers have no WebCrypto: then there is no chain. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (bytes)));

/** @param {Uint8Array} key @param {Uint8Array} message */
async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
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
const lp = (bytes) => joined(u32(bytes.length), bytes);

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

/** What the server committed to. @param {string} room @param {string} seed */
export const commitment = async (room, seed) => hex(await sha256(joined("nardy-dice-v1", lp(encoder.encode(room)), bytesOf(seed))));

/**
 * The two dice of a throw.
 * @param {{room: string, seed: string, tips: string[]}} secret @param {number} number @param {(string | null)[]} links
 */
export async function thrown({ room, seed, tips }, number, links) {
  const secret = bytesOf(seed);
  const key = await hmac(secret, joined("key", lp(encoder.encode(room)), ...tips.map((tip) => lp(bytesOf(tip)))));
  const told = await Promise.all(
    links.map(async (link, i) => lp(link ? bytesOf(link) : tips[i] ? await hmac(secret, joined("lost", u32(number), ["white", "black"][i])) : new Uint8Array())),
  );
  /** @type {number[]} */
  const dice = [];
  for (let counter = 0; dice.length < 2; counter++) {
    const block = await hmac(key, joined("roll", u32(number), ...told, u32(counter)));
    dice.push(...[...block].filter((byte) => byte < FAIR).map((byte) => (byte % 6) + 1));
  }
  return dice.slice(0, 2);
}

/** Check a proof. Throws with the first thing that does not follow. @param {any} proof */
export async function check(proof) {
  const seats = ["white", "black"];
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
