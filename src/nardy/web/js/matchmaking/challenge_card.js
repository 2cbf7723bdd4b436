// The card of a free seat that is kept for somebody: who is challenged, or the challenge itself.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { t } from "../words.js";
import { untilOf } from "./challenges.js";

/** @import { ChallengeLine } from "../protocol.js" */

/** Milliseconds for which an answer is used again: the card is drawn anew with each change of the room. */
const FRESH = 5_000;
/** @type {{at: number, told: Promise<ChallengeLine[]>}} */
let asked = { at: -FRESH, told: Promise.resolve([]) };

/** Change the card of a room where a seat is kept; other cards stay. @param {HTMLElement} card @param {string} room */
export async function markChallenge(card, room) {
  const now = performance.now();
  if (now - asked.at > FRESH) asked = { at: now, told: ask("/api/challenges").catch(() => []) };
  const one = (await asked.told).find((found) => found.room === room);
  if (!one) return;
  await open("matchmaking");
  const title = card.querySelector("h2");
  const problem = h("p", { class: "problem", role: "alert" });
  const end = () =>
    ask(`/api/challenges/${room}/end`, {}).catch((/** @type {Error} */ error) => {
      problem.textContent = error.message;
    });
  const no = h("button", { class: "btn", onclick: end }, t(one.is_yours ? "challenge.withdraw" : "challenge.decline"));
  if (title) title.textContent = t(one.is_yours ? "challenge.waits" : "challenge.theirs", { who: one.person.name });
  // The seat is kept, so a link for anybody would lead nowhere.
  if (one.is_yours) card.replaceChildren(...(title ? [title] : []));
  card.append(no, h("p", { class: "muted sm num" }, untilOf(one)), problem);
}
