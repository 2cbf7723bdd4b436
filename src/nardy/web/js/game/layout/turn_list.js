// The list of turns in two columns.

import { h } from "../../dom.js";
import { t } from "../../words.js";
import { numbering, turnWord } from "../narration/notation.js";

/** @typedef {{events: {number: number, event: import("../../protocol.js").GameEvent}[], laws: {direction: string}}} Happened */
/** `at`: the number of the event before which the board can be shown; 0 where it cannot. @typedef {{dice: string, turn: string, at?: number}} Cell */

/** Rows of the list, by seat. @param {Happened} play @param {"white" | "black"} first The left column. */
export function rowsOf({ events, laws }, first) {
  /** @type {Record<string, Cell>[]} */
  const rows = [];
  let dice = "";
  let isKnown = true;
  for (const { number, event } of events) {
    if (event.kind === "started") [rows.length, isKnown] = [0, true];
    if (event.kind === "acted" && event.act === "bomb") isKnown = false;
    if (event.kind === "rolled-off" && event.white !== event.black) dice = [event.white, event.black].sort((a, b) => b - a).join("-");
    if (event.kind === "rolled") dice = event.dice.join("-");
    if (event.kind !== "played" && event.kind !== "acted" && event.kind !== "resigned") continue;
    const turn =
      event.kind === "played"
        ? turnWord(event.turn, numbering(event.player, laws))
        : t(`act.${event.kind === "acted" ? event.act : "resign"}`);
    const row = rows.at(-1);
    const isPlayed = event.kind === "played";
    const cell = { dice: isPlayed ? dice : "", turn, at: isPlayed && isKnown ? number : 0 };
    if (!row || row[event.player] || (event.player === first && row[other(first)])) rows.push({ [event.player]: cell });
    else row[event.player] = cell;
    if (isPlayed) dice = "";
  }
  return rows;
}

/** @param {string} seat */
const other = (seat) => (seat === "white" ? "black" : "white");

/** @param {Happened} play @param {"white" | "black"} first @param {{seat: string, dice: string} | null} now @param {(at: number) => void} look Shows the board before a turn. */
export function turnList(play, first, now, look) {
  const rows = rowsOf(play, first);
  if (now) {
    const row = rows.at(-1);
    const cell = { dice: now.dice, turn: "…" };
    if (!row || row[now.seat] || (now.seat === first && row[other(first)])) rows.push({ [now.seat]: cell });
    else row[now.seat] = cell;
  }
  const cell = (/** @type {Cell | undefined} */ c, /** @type {boolean} */ current) => {
    const words = [c?.dice ? h("span", { class: "d" }, c.dice) : null, c?.turn ?? ""];
    const { at } = c ?? {};
    return at
      ? h("button", { class: "seek", "data-at": at, onclick: () => look(at) }, ...words)
      : h("span", { class: current ? "cur" : "" }, ...words);
  };
  return h(
    "ol",
    { class: "turns", "aria-label": t("turns.title") },
    ...rows.map((row, i) =>
      h(
        "li",
        {},
        h("span", { class: "n", "aria-hidden": "true" }, String(i + 1)),
        cell(row[first], row[first]?.turn === "…"),
        cell(row[other(first)], row[other(first)]?.turn === "…"),
      ),
    ),
  );
}

/** The last row as one line, for phones. @param {Happened} play @param {"white" | "black"} first */
export function lastTurns(play, first) {
  const row = rowsOf(play, first).at(-1);
  if (!row) return "";
  return [first, other(first)]
    .filter((seat) => row[seat])
    .map((seat) => `${row[seat].dice} ${row[seat].turn}`.trim())
    .join("  ·  ");
}
