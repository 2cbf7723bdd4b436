// Challenges that wait for an answer: to the user, and their own.

import { ask } from "../api.js";
import { h, icon } from "../dom.js";
import { clockWord } from "../game/layout/clock_words.js";
import { lengthWord } from "../new_game/terms.js";
import { open } from "../parts.js";
import { sound } from "../settings.js";
import { spoken, t } from "../words.js";

/** @import { ChallengeLine } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** The terms of a challenge in a line. @param {ChallengeLine} one */
const termsOf = ({ name, length, clock, is_rated: rated }) =>
  [name[spoken()], lengthWord(String(length)), clockWord(clock), rated ? t("terms.rated") : ""].filter(Boolean).join(" · ");

/** Until when it can be accepted. @param {ChallengeLine} one */
export const untilOf = ({ until }) =>
  t("challenge.until", { when: new Intl.DateTimeFormat(spoken(), { weekday: "short", hour: "numeric", minute: "2-digit" }).format(until) });

/** @param {ChallengeLine} one */
const end = ({ room }) => ask(`/api/challenges/${room}/end`, {});

/** Take the kept seat, and go to the board. @param {ChallengeLine} one @param {Go} go */
const take = ({ room }, go) => ask(`/api/rooms/${room}/seat`, {}).then(() => go(`/play/${room}`));

/** Rows for the page of friends. @param {ChallengeLine[]} challenges @param {Go} go @param {() => void} changed */
export const challengeRows = (challenges, go, changed) =>
  challenges.map((one) =>
    h(
      "li",
      {},
      h(
        "span",
        { class: "person" },
        h("b", {}, t(one.is_yours ? "challenge.mine" : "challenge.theirs", { who: one.person.name })),
        h("span", { class: "muted sm num" }, termsOf(one)),
        h("span", { class: "muted sm num" }, untilOf(one)),
      ),
      h(
        "span",
        { class: "row" },
        one.is_yours
          ? h("button", { class: "btn", onclick: () => go(`/play/${one.room}`) }, t("challenge.board"))
          : h("button", { class: "btn act", onclick: () => take(one, go).catch(changed) }, t("challenge.accept")),
        h(
          "button",
          { class: "btn quiet", onclick: () => end(one).then(changed, changed) },
          t(one.is_yours ? "challenge.withdraw" : "challenge.decline"),
        ),
      ),
    ),
  );

/** Challenges that have a card already. @type {Set<string>} */
const told = new Set();

/** Milliseconds between requests about challenges. */
const PAUSE = 15_000;

/** Ask for challenges from now on. @param {HTMLElement} region Where cards are shown. @param {Go} go */
export function begin(region, go) {
  const look = () => showChallenges(region, go);
  setInterval(look, PAUSE);
  look();
}

/** Show a card for each new challenge to the user, and remove cards of those that are over. @param {HTMLElement} region @param {Go} go */
async function showChallenges(region, go) {
  const found = await ask("/api/challenges").catch(() => null);
  if (!found) return;
  const theirs = found.filter((/** @type {ChallengeLine} */ one) => !one.is_yours);
  for (const card of region.querySelectorAll("[data-challenge]"))
    if (!theirs.some(({ room }) => room === /** @type {HTMLElement} */ (card).dataset.challenge)) card.remove();
  for (const one of theirs) if (!told.has(one.room)) await tell(one, region, go);
}

/** @param {ChallengeLine} one @param {HTMLElement} region @param {Go} go */
async function tell(one, region, go) {
  told.add(one.room);
  await open("matchmaking");
  const problem = (/** @type {Error} */ error) => (said.textContent = error.message);
  const said = h("span", {}, t("challenge.card", { who: one.person.name, terms: termsOf(one) }));
  const card = h(
    "div",
    { class: "notice panel", "data-challenge": one.room },
    said,
    h("button", { class: "btn", onclick: () => take(one, go).then(() => card.remove(), problem) }, t("challenge.accept")),
    h("button", { class: "btn quiet", onclick: () => end(one).then(() => card.remove(), problem) }, t("challenge.decline")),
    h("button", { class: "btn quiet ico", "aria-label": t("close"), onclick: () => card.remove() }, icon("cross")),
  );
  region.append(card);
  sound("offer");
}
