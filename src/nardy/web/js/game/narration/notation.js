// Places and turns as text.

import { settings } from "../../settings.js";
import { t } from "../../words.js";

/** The numbering of a seat's points: its own, or White's if the settings say so. @param {string} seat @param {{direction: string}} laws @returns {(n: number) => string} */
export const numbering =
  (seat, { direction }) =>
  (n) =>
    String(settings.numbers !== "white" || seat === "white" || n % 25 === 0 ? n : direction === "parallel" ? ((n + 11) % 24) + 1 : 25 - n);

/** A place as text. @param {number} place @param {(n: number) => string} [number] */
export const placeWord = (place, number = String) => (place === 25 ? t("place.bar") : place === 0 ? t("place.off") : number(place));

/**
 * A turn as text in the user's language, with the numbers of their setting.
 * @param {string} turn @param {(n: number) => string} [number]
 */
export const turnWord = (turn, number = String) =>
  turn === "(no move)"
    ? t("turn.dance")
    : turn
        .replace(/\(\d+\)|\d+/g, (n) => (n[0] === "(" ? n : number(Number(n))))
        .replace(/\bbar\b/g, t("place.bar"))
        .replace(/\boff\b/g, t("place.off"));

/**
 * The accessible name of a place, as the player below sees it.
 * @param {number} place
 * @param {{checkers: import("../checkers/counts.js").CheckerCounts, facing: (n: number) => number, head: boolean, target?: {hits: boolean}, number: string}} about
 */
export function placeName(place, { checkers, facing, head, target, number }) {
  const mine = checkers.mine[place] ?? 0;
  const there = place === 25 || place === 0 ? place : facing(place);
  const theirs = checkers.theirs[there] ?? 0;
  const parts = [place === 25 ? t("place.bar") : place === 0 ? t("place.off") : number];
  if (head && place === 24) parts.push(t("place.head"));
  if (checkers.theirsPinned.includes(there) && place % 25) parts.push(t("place.pins", { mine }));
  else if (checkers.minePinned.includes(place)) parts.push(t("place.pinned", { theirs }));
  else {
    if (mine) parts.push(t("place.yours", { mine }));
    if (theirs) parts.push(t("place.theirs", { theirs }));
    if (!mine && !theirs) parts.push(t("place.empty"));
  }
  if (target) parts.push(t(target.hits ? "place.canhit" : "place.can"));
  return parts.join(", ");
}
