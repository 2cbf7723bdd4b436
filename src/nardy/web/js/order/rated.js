// Rated or casual: a rating needs a clock, and rules as they are published.

import { h } from "../dom.js";
import { change, settings } from "../settings.js";
import { learn, t } from "../words.js";
import { pick } from "./chips.js";

await learn("rated");

/** Whether a game with this clock is to be rated. @param {string} clock */
export const isRated = (clock) => settings.rated && Boolean(clock);

/** The choice, and what lets it follow another clock. @param {string} now The clock. */
export function ratedChoice(now) {
  const box = h("div", { class: "rated" });
  const follow = (/** @type {string} */ clock) => {
    const row = pick(t("rated"), [["", t("rated.no")], ["1", t("terms.rated")]], isRated(clock) ? "1" : "", (value) => change({ rated: Boolean(value) }));
    row.querySelectorAll("button")[1].disabled = !clock;
    box.replaceChildren(row, h("p", { class: "muted sm" }, t(clock ? "rated.is" : "rated.clock")));
  };
  follow(now);
  return { box, follow };
}
