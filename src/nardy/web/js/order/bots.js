// How strong the bots are in a game at a pace, told beside their levels; and which may be rated now.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { ratingText } from "../game/rating.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { isRated } from "./rated.js";
import { clockOf, lengthOf, textOf } from "./terms.js";

/** @typedef {import("../protocol.js").BotFacts} BotFacts */

/** A place beside each level, filled whenever the terms change. @param {any} game */
export function botStandings(game) {
  /** @type {Map<string, HTMLElement>} */
  const places = new Map();
  const tell = (/** @type {BotFacts} */ { level, rating, obstacle }) => {
    const place = places.get(level);
    const shut = isRated(settings.botclock, "botrated") && obstacle;
    place?.replaceChildren(shut ? t(obstacle) : rating ? ratingText(rating) : "");
    place?.closest("button")?.toggleAttribute("disabled", Boolean(shut));
  };
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const length = lengthOf(game);
    const terms = new URLSearchParams({ game: textOf(game), clock: clockOf(settings.botclock, length) ?? "", length });
    const told = await ask(`/api/bots?${terms}`).catch(() => []);
    if (mine === asked) told.forEach(tell);
  };
  show();
  return {
    show,
    of: (/** @type {string} */ level) => {
      const place = h("span", { class: "num sm rating" });
      places.set(level, place);
      return place;
    },
  };
}
