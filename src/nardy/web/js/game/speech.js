// What happened, in one sentence each, for whoever listens to the board.

import { has, t } from "../words.js";

/** @typedef {{kind: string, player?: string, [field: string]: any}} GameEvent */

/** A place as it is spoken and written. @param {number} place */
export const placeWord = (place) => (place === 25 ? t("place.bar") : place === 0 ? t("place.off") : String(place));

/** A turn as it is written: the words for bar, off and a dance are the reader's. @param {string} turn */
export const turnWord = (turn) =>
  turn === "(no move)" ? t("turn.dance") : turn.replace(/\bbar\b/g, t("place.bar")).replace(/\boff\b/g, t("place.off"));

/**
 * What an event says; empty where there is nothing to say.
 * @param {GameEvent} event @param {"white" | "black" | null} me @param {(seat: string) => string} name
 */
export function sentence(event, me, name) {
  const mine = event.player === me;
  const who = event.player ? name(event.player) : "";
  switch (event.kind) {
    case "rolled-off":
      return t("say.rolledoff", { mine: event[me ?? "white"], theirs: event[me === "black" ? "white" : "black"] });
    case "rolled": {
      const [high, low] = event.dice;
      const key = high === low ? "double" : "rolled";
      return t(mine ? `say.${key}` : `say.their.${key}`, { who, high, low });
    }
    case "played":
      if (!event.moves.length) return t(mine ? "say.dance" : "say.their.dance", { who });
      return mine ? "" : t("say.their.played", { who, turn: spokenTurn(event.moves) });
    case "resigned":
      return mine ? "" : t("say.their.resigned", { who, size: sizeWord(event.size) });
    case "acted": {
      // A double of the cube is no double of the dice.
      const key = `say.${mine ? "" : "their."}${event.act === "double" ? "cube" : event.act}`;
      return has(key) ? t(key, { who }) : "";
    }
    default:
      return "";
  }
}

/** @param {[number, number][]} moves */
const spokenTurn = (moves) => moves.map(([from, to]) => t("say.move", { from: placeWord(from), to: placeWord(to) })).join(", ");

/** What a size of win or loss is called. @param {string} size */
export const sizeWord = (size) => t(has(`size.${size}`) ? `size.${size}` : "size.single");

/**
 * What a place is called aloud, as the player below sees it.
 * @param {number} place
 * @param {{men: import("./men.js").Men, facing: (n: number) => number, head: boolean, target?: {hits: boolean}, number: string}} about
 */
export function placeName(place, { men, facing, head, target, number }) {
  const mine = men.mine[place] ?? 0;
  const there = place === 25 || place === 0 ? place : facing(place);
  const theirs = men.theirs[there] ?? 0;
  const parts = [place === 25 ? t("place.bar") : place === 0 ? t("place.off") : number];
  if (head && place === 24) parts.push(t("place.head"));
  if (men.theirsPinned.includes(there) && place % 25) parts.push(t("place.pins", { mine }));
  else if (men.minePinned.includes(place)) parts.push(t("place.pinned", { theirs }));
  else {
    if (mine) parts.push(t("place.yours", { mine }));
    if (theirs) parts.push(t("place.theirs", { theirs }));
    if (!mine && !theirs) parts.push(t("place.empty"));
  }
  if (target) parts.push(t(target.hits ? "place.canhit" : "place.can"));
  return parts.join(", ");
}
