// Whose turn it is and what is asked, in the words that stand at the dice or at the cube.

import { t } from "../../words.js";
import { list } from "../actions/pending.js";

/** @typedef {import("../page.js").GamePage} GamePage */
/** @typedef {import("../../board/asked.js").Asked} Asked */

const LONGEST_NAME = 14;

/** What is asked now; null where nothing is. @param {GamePage} page @returns {Asked | null} */
export function askedOf(page) {
  const asked = page.play.full ? told(page) : null;
  const asks = asked?.answers ? asked.text : "";
  if (asks && asks !== page.asks) page.askedAt = performance.now();
  page.asks = asks;
  return asked;
}

/** @param {GamePage} page @returns {Asked | null} */
function told(page) {
  const { play } = page;
  const { view } = play;
  if (view.phase === "over" || view.phase === "opening") return null;
  if (play.telling) return shown(page);
  const right = view.to_act === play.below;
  if (view.phase === "answer") return answer(page, right);
  if (play.sent) return null;
  return { text: play.due ? mine(page) : theirs(page, view.to_act), right };
}

/** Of a turn while it is shown. @param {GamePage} page @returns {Asked | null} */
function shown(page) {
  const { play, lastTurn } = page;
  const [one, other] = lastTurn.throws;
  if (!one || other || one.seat === play.me) return null;
  return { text: theirs(page, one.seat), right: one.seat === play.below };
}

/** @param {GamePage} page @param {import("../../protocol.js").Seat} seat */
function theirs({ play, name }, seat) {
  if (play.me) return t("asked.theirs");
  const who = name(seat);
  return who.length > LONGEST_NAME ? `${who.slice(0, LONGEST_NAME)}…` : who;
}

/** What the player is asked before and in their turn. @param {GamePage} page */
function mine({ play }) {
  const { acts, phase } = play.view;
  if (phase === "roll") return t(acts.includes("double") ? "asked.double" : "asked.roll");
  if (play.complete) return t("asked.done");
  if (play.origins.has(25)) return t("asked.bar");
  return t("asked.dice", { dice: play.node ? list(play.node.dice) : "" });
}

/** A cube or a resignation that waits for its answer. @param {GamePage} page @param {boolean} right @returns {Asked} */
function answer({ play }, right) {
  const { acts, cube, offer } = play.view;
  if (!play.due) return { text: t("asked.answers"), right };
  const isCube = acts.includes("take");
  const text = isCube ? t(`asked.offer.${offer}`, { value: cube ? cube.value * 2 : 2 }) : t("asked.resigned");
  const [yes, no] = isCube ? ["take", "pass"] : ["accept", "refuse"];
  return {
    text,
    right,
    answers: [
      [yes, t(`act.${yes}`)],
      [no, t(`act.${no}`)],
    ],
  };
}
