// Ratings as text, and the change by a match.

import { spoken, t } from "../../words.js";

/** @typedef {import("../../protocol.js").Rating} Rating */

/** A rating as text; a question mark says that it is provisional. @param {{value: number, is_provisional?: boolean}} rating */
export const ratingText = ({ value, is_provisional: open }) => `${Math.round(value)}${open ? "?" : ""}`;

/** A change with its sign: +7.2. @param {number} change */
export const changeText = (change) =>
  change.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−");

/** A rating with its change; empty in a casual game. @param {Rating | null | undefined} rating */
export function ratingWord(rating) {
  if (!rating) return "";
  return ratingText(rating) + (rating.change === null ? "" : ` (${changeText(/** @type {number} */ (rating.change))})`);
}

/** The player's own rating after the match. @param {import("../play.js").Play} play */
export function ratingAfter({ facts, me }) {
  const rating = me && facts[me]?.rating;
  return rating?.change == null ? "" : t("rating.after", { rating: ratingText(rating), change: changeText(rating.change) });
}
