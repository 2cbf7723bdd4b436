// Rated or casual: a rating needs a clock, and rules as they are published.

import { h } from "../dom.js";
import { change, settings } from "../settings.js";
import { learn, t } from "../words.js";
import { pick } from "./chips.js";

await learn("rated");

/** @typedef {"rated" | "botrated"} Kept */

/** Whether a game with this clock is to be rated. @param {string} clock @param {Kept} kept */
export const isRated = (clock, kept = "rated") => settings[kept] && Boolean(clock);

/** The choice, and what lets it follow another clock. @param {string} now The clock. @param {Kept} kept @param {() => void} changed */
export function ratedChoice(now, kept = "rated", changed = () => {}) {
  const box = h("div", { class: "rated" });
  const follow = (/** @type {string} */ clock) => {
    const row = pick(t("rated"), [["", t("rated.no")], ["1", t("terms.rated")]], isRated(clock, kept) ? "1" : "", (value) => (change({ [kept]: Boolean(value) }), changed()));
    row.querySelectorAll("button")[1].disabled = !clock;
    box.replaceChildren(row, h("p", { class: "muted sm" }, t(!clock ? "rated.clock" : kept === "rated" ? "rated.is" : "botrated.is")));
  };
  follow(now);
  return { box, follow };
}
