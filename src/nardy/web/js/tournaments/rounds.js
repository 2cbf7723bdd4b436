// The pairings of a round, or the last games of an arena.

import { h } from "../dom.js";
import { follow } from "../nav.js";
import { t } from "../words.js";
import { entrantName, points } from "./labels.js";

/** @import { TableFacts as Table, TournamentFacts as Facts } from "../protocol.js" */
/** @typedef {import("./tournament.js").Does} Does */

/** How many games of an arena are shown. */
const LATEST = 20;

/** @param {Facts} facts @param {Does} does */
export function roundsOf(facts, does) {
  const isArena = facts.line.format === "arena";
  const round = does.chosen.round ?? facts.line.round;
  const tables = isArena ? facts.tables.slice(-LATEST).reverse() : facts.tables.filter((one) => one.round === round);
  return h(
    "section",
    { class: isArena ? "rounds latest" : "rounds" },
    h("h2", {}, isArena ? t("cup.latest") : t("cup.pairings", { n: round })),
    isArena || facts.line.round < 2 ? null : chips(facts.line.round, round, does),
    h("ul", { class: "panel tables" }, ...tables.map((table) => row(table, facts, does))),
  );
}

/** @param {number} last @param {number} now @param {Does} does */
function chips(last, now, { chosen, show }) {
  const chip = (/** @type {number} */ n) =>
    h(
      "button",
      {
        class: "chip",
        id: `round-${n}`,
        "aria-pressed": String(n === now),
        "aria-label": t("cup.pairings", { n }),
        onclick: () => ((chosen.round = n === last ? null : n), show()),
      },
      String(n),
    );
  return h("div", { class: "chips", role: "group", "aria-label": t("cup.rounds") }, ...Array.from({ length: last }, (_, i) => chip(i + 1)));
}

/** @param {Table} table @param {Facts} facts @param {Does} does */
function row(table, facts, { go }) {
  const name = (/** @type {number} */ n) => h("span", { class: n === facts.you ? "who mine" : "who" }, entrantName(facts.entrants[n - 1]));
  if (table.black === null)
    return h("li", {}, h("span", { class: "pair" }, name(table.white), h("span", { class: "muted" }, t("cup.bye"))));
  const { result } = table;
  const going = facts.line.phase === "over" ? "–" : t("cup.playing");
  const said = result ? result.map(points).join(" : ") : going;
  const inside = [name(table.white), h("span", { class: result ? "num points" : "points live" }, said), name(table.black)];
  const word = result && !table.is_played ? h("span", { class: "muted sm absent" }, t("cup.unplayed")) : null;
  return h(
    "li",
    {},
    table.room
      ? h("a", { class: "pair", href: `/play/${table.room}`, onclick: follow(go) }, ...inside)
      : h("span", { class: "pair" }, ...inside),
    word,
  );
}
