// Compares a proof with what this browser was told while the game ran. A proof alone only follows from itself:
// a club could roll as it likes and make up a seed at the end. Loaded with the sheet.

import { check } from "./proof.js";
import { t } from "../words.js";

/** @import { DiceFacts, GameEvent, Seat } from "../protocol.js" */

/**
 * What this browser knows of the dice, apart from the proof.
 * @typedef {object} Known
 * @property {string} room
 * @property {[dice: DiceFacts, isOver: boolean][]} told All that the club told this page, the earliest first.
 * @property {string} kept The commitment kept before the first throw, also from before a reload; empty: none.
 * @property {{seat: Seat, tip: string, isSent: boolean} | null} mine The chain of this browser, and whether it was sent.
 * @property {GameEvent[]} thrown All throws received, also of turns that were taken back: the proof has them too.
 * @property {number} heard The number of the last event received.
 */

const SEATS = /** @type {const} */ (["white", "black"]);

/** What is known at the end of a game. @param {import("../game/play.js").Play} play @returns {Promise<Known>} */
export async function knownOf(play) {
  const { me, room, roomChain } = play;
  const [seed, , kept = ""] = stored(room).split(" ");
  // Only a chain that exists: a new one would be another than the one that was played with.
  const [tip] = seed || roomChain.links ? await roomChain.chain().catch(() => []) : [];
  return {
    room,
    told: play.told,
    kept,
    mine: me && tip ? { seat: me, tip, isSent: roomChain.committed || Boolean(kept) } : null,
    thrown: roomChain.thrown,
    heard: roomChain.heard,
  };
}

/** The chain of a room as stored. @param {string} room */
function stored(room) {
  try {
    return localStorage.getItem(`nardy-chain-${room}`) ?? "";
  } catch {
    return ""; // A browser may block storage.
  }
}

/** Check a proof, also against what is known. Throws at the first thing that differs. @param {unknown} proof @param {Known} known */
export async function judged(proof, known) {
  const { lost, without } = await check(proof);
  const { room, commitment, tips, rolls } = /** @type {import("./proof.js").Proof} */ (proof);
  if (room !== known.room) throw new Error(t("proof.room"));
  if ([known.kept, ...known.told.map(([dice]) => dice.commitment)].some((one) => one && one !== commitment))
    throw new Error(t("proof.changed"));
  for (const seat of SEATS)
    if (known.told.some(([dice]) => dice[seat] !== null && dice[seat] !== (tips[seat] ?? ""))) throw new Error(t(`proof.tip.${seat}`));
  const own = chainOf(known.mine, tips);
  const isSeen = known.heard > 0;
  if (isSeen) compareThrows(rolls, known.thrown);
  const isLate = !known.kept && known.told.every(([, isOver]) => isOver);
  return {
    // What could not be compared is no fault, but no proof either.
    isGood: isSeen && !own,
    text: [
      t(isSeen ? "proof.done" : "proof.unseen", { throws: rolls.length }),
      own && t(own),
      isLate ? t("proof.late") : "",
      lost ? t("proof.lost", { lost }) : "",
      without ? t("proof.without", { without }) : "",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

/**
 * What to say of the user's own chain; empty: the proof has it, or this browser has none.
 * @param {Known["mine"]} mine @param {import("./proof.js").BySeat<string | null>} tips
 */
function chainOf(mine, tips) {
  if (!mine || tips[mine.seat] === mine.tip) return "";
  // A page that comes too late plays without a chain; one on a second device is not the one that was first.
  if (tips[mine.seat] === null) return "proof.unused";
  if (mine.isSent) throw new Error(t("proof.own"));
  return "proof.elsewhere";
}

/** @param {import("./proof.js").Roll[]} rolls @param {GameEvent[]} thrown */
function compareThrows(rolls, thrown) {
  if (rolls.length !== thrown.length) throw new Error(t("proof.count", { throws: rolls.length, seen: thrown.length }));
  for (const [i, event] of thrown.entries()) {
    const { kind, dice } = rolls[i];
    const number = i + 1;
    if (kind !== event.kind) throw new Error(t("proof.kind", { number }));
    const seen = (event.kind === "rolled-off" ? [event.white, event.black] : event.kind === "rolled" ? event.dice : []).join("-");
    if (dice.join("-") !== seen) throw new Error(t("proof.differs", { number, proven: dice.join("-"), seen }));
  }
}
