// Numbers of puzzles as text.

import { spoken, t } from "../words.js";

/** @param {number} rating */
export const rounded = (rating) => Math.round(rating).toLocaleString(spoken(), { useGrouping: false });

/** A change of a rating with its sign. @param {number} change */
export const changed = (change) => Math.round(change).toLocaleString(spoken(), { signDisplay: "exceptZero" }).replace("-", "−");

/** @param {number} points */
const points = (points) => points.toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** What a turn loses; an error comes from a rollout. @param {string} turn @param {number | null} loss @param {number | null} error */
export function lossWord(turn, loss, error) {
  if (loss === null) return t("puzzles.unknown", { turn });
  if (error === null) return t("puzzles.loses.about", { turn, points: points(Math.max(0, loss)) });
  return t("puzzles.loses", { turn, points: points(loss), error: points(error) });
}

/** When a mistake comes again. @param {number} again In milliseconds since 1970. @param {number} now */
export function againWord(again, now) {
  const minutes = Math.max(1, Math.round((again - now) / 60_000));
  if (minutes < 60) return t("puzzles.again.minutes", { n: minutes });
  const days = Math.round(minutes / 1440);
  return days ? t("puzzles.again.days", { n: days }) : t("puzzles.again.today");
}
