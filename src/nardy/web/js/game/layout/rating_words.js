// The rating beside a name in a rated game, and what the match made of it.

import { spoken, t } from "../../words.js";

/** @typedef {import("../../protocol.js").Rating} Rating */

/** As it is read; the question mark: too few matches to say much. @param {{value: number, is_provisional?: boolean}} rating */
export const ratingText = ({ value, is_provisional: open }) => `${Math.round(value)}${open ? "?" : ""}`;

/** With its sign: +7.2. @param {number} change */
export const changeText = (change) =>
  change.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−");

/** Empty in a casual game. @param {Rating | null | undefined} rating */
export function ratingWord(rating) {
  if (!rating) return "";
  return ratingText(rating) + (rating.change === null ? "" : ` (${changeText(/** @type {number} */ (rating.change))})`);
}

/** One's own, at the end. @param {import("../play.js").Play} play */
export function ratingAfter({ facts, me }) {
  const rating = me && facts[me]?.rating;
  return rating?.change == null ? "" : t("rating.after", { rating: ratingText(rating), change: changeText(rating.change) });
}
