// The bracket of a knock-out: a column a round, lines between duels, and the same as a table.

import { h, icon, s } from "../dom.js";
import { follow } from "../nav.js";
import { t } from "../words.js";
import { entrantName, points } from "./labels.js";

/** @import { BracketPairFacts as Duel, TournamentFacts as Facts } from "../protocol.js" */
/** @typedef {import("./tournament.js").Does} Does */

/** @param {Facts} facts @param {Does} does */
export function bracketOf(facts, does) {
  const rounds = columns(facts.duels);
  const tree = h(
    "div",
    { class: "tree", id: "cup-tree", tabindex: 0, role: "group", "aria-label": t("bracket.tree") },
    ...rounds
      .flatMap((duels, i) => [column(duels, rounds.length - i, facts, does), i < rounds.length - 1 ? wires(rounds[i + 1]) : null])
      .filter(Boolean),
    winner(facts),
  );
  return h("section", { class: "bracket" }, h("h2", {}, t("bracket")), tree, table(rounds, facts, does));
}

/** The duels of each round, the final last. @param {Duel[]} duels */
function columns(duels) {
  /** @type {Duel[][]} */
  const rounds = [];
  // Knots are numbered like a binary heap: 1 is the final, and 2n and 2n + 1 lead to n.
  for (const duel of duels) (rounds[Math.floor(Math.log2(duel.knot))] ??= []).push(duel);
  return rounds.reverse();
}

/** The name of a round, by how many rounds are left with it. @param {number} left @param {Facts} facts */
function roundName(left, facts) {
  const of = Math.ceil(Math.log2(facts.duels.length + 1));
  return left <= 3 ? t(`bracket.${["final", "semi", "quarter"][left - 1]}`) : t("cup.pairings", { n: of - left + 1 });
}

/** @param {Duel[]} duels @param {number} left @param {Facts} facts @param {Does} does */
function column(duels, left, facts, does) {
  return h(
    "div",
    { class: "round" },
    h("h3", {}, roundName(left, facts)),
    h("ol", {}, ...duels.map((duel) => h("li", {}, card(duel, facts, does)))),
  );
}

/** A duel, linked to its room if it has one. @param {Duel} duel @param {Facts} facts @param {Does} does */
function card(duel, facts, { go }) {
  const table = facts.tables.find((one) => one.table === duel.table);
  const plays = Boolean(table && !table.result && facts.line.phase !== "over");
  const cls = ["duel", plays ? "live" : "", isFree(duel) ? "free" : ""].filter(Boolean).join(" ");
  const inside = [side(duel, duel.white, table, facts), side(duel, duel.black, table, facts)];
  if (!table?.room) return h("div", { class: cls, role: "group", "aria-label": said(duel, facts, plays) }, ...inside);
  // A link's name must contain the text that is seen: whoever speaks to the browser says that (WCAG 2.5.3).
  const result = h("span", { class: "spoken" }, resultOf(duel, facts, plays));
  return h("a", { class: cls, id: `duel-${duel.knot}`, href: `/play/${table.room}`, onclick: follow(go) }, ...inside, result);
}

/** Whether a duel is a bye. @param {Duel} duel */
const isFree = (duel) => duel.is_decided && (duel.white === null || duel.black === null);

/** @param {Duel} duel @param {number | null} number @param {import("../protocol.js").TableFacts | undefined} table @param {Facts} facts */
function side(duel, number, table, facts) {
  const cls = [
    "who",
    number !== null && number === facts.you ? "mine" : "",
    duel.winner !== null && duel.winner === number ? "won" : "",
    duel.is_decided && duel.winner !== number ? "lost" : "",
  ]
    .filter(Boolean)
    .join(" ");
  const score = table?.result && number !== null ? points(table.result[table.white === number ? 0 : 1]) : "";
  return h("span", { class: cls }, h("span", { class: "name" }, nameOf(number, duel, facts)), h("span", { class: "num" }, score));
}

/** @param {number | null} number @param {Duel} duel @param {Facts} facts */
const nameOf = (number, duel, facts) =>
  number === null ? (isFree(duel) ? t("bracket.free") : "") : entrantName(facts.entrants[number - 1]);

/** The duel in words. @param {Duel} duel @param {Facts} facts @param {boolean} plays */
function said(duel, facts, plays) {
  const [white, black] = [duel.white, duel.black].map((number) =>
    number === null ? t("bracket.open") : entrantName(facts.entrants[number - 1]),
  );
  if (isFree(duel))
    return t("bracket.through", { who: duel.winner === null ? t("bracket.open") : entrantName(facts.entrants[duel.winner - 1]) });
  return [t("bracket.pair", { white, black }), resultOf(duel, facts, plays)].filter(Boolean).join(", ");
}

/** Who goes on, or that it is played. @param {Duel} duel @param {Facts} facts @param {boolean} plays */
function resultOf(duel, facts, plays) {
  if (duel.winner === null) return plays ? t("cup.playing") : "";
  return t("bracket.won", { who: entrantName(facts.entrants[duel.winner - 1]) });
}

/** Lines from two duels to the next one; those of decided duels are colored. @param {Duel[]} duels The round that they lead to. */
function wires(duels) {
  const high = duels.length * 100;
  const wire = (/** @type {number} */ from, /** @type {number} */ to, /** @type {boolean} */ sure) =>
    s("path", { class: sure ? "sure" : "", d: `M0,${from}H50V${to}H100` });
  const lines = duels.flatMap((duel, i) => [
    wire(i * 100 + 25, i * 100 + 50, duel.white !== null),
    wire(i * 100 + 75, i * 100 + 50, duel.black !== null),
  ]);
  return h(
    "div",
    { class: "wires", "aria-hidden": "true" },
    s("svg", { viewBox: `0 0 100 ${high}`, preserveAspectRatio: "none" }, ...lines),
  );
}

/** The winner. @param {Facts} facts */
function winner({ duels, entrants, line }) {
  const number = duels[0]?.winner;
  if (line.phase !== "over" || !number) return null;
  return h(
    "div",
    { class: "champion" },
    icon("cup"),
    h("b", {}, entrantName(entrants[number - 1])),
    h("span", { class: "muted sm" }, t("bracket.champion")),
  );
}

/** The bracket as a table. @param {Duel[][]} rounds @param {Facts} facts @param {Does} does */
function table(rounds, facts, { go, chosen }) {
  const row = (/** @type {Duel} */ duel, /** @type {number} */ left) => {
    const met = facts.tables.find((one) => one.table === duel.table);
    const words = said(duel, facts, Boolean(met && !met.result && facts.line.phase !== "over"));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, roundName(left, facts)),
      h("td", {}, met?.room ? h("a", { href: `/play/${met.room}`, onclick: follow(go) }, words) : words),
    );
  };
  const body = rounds.flatMap((duels, i) =>
    duels.filter(({ white, black }) => white !== null || black !== null).map((duel) => row(duel, rounds.length - i)),
  );
  const box = h(
    "details",
    { class: "as-table", open: chosen.isTable },
    h("summary", { id: "cup-as-table" }, t("bracket.table")),
    h(
      "div",
      { class: "panel tablebox" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...["round", "duel"].map((key) => h("th", { scope: "col" }, t(`bracket.${key}`))))),
        h("tbody", {}, ...body),
      ),
    ),
  );
  box.addEventListener("toggle", () => (chosen.isTable = box.open));
  return box;
}
