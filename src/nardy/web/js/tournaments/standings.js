// Standings with tie breaks.

import { avatar } from "../avatars/drawing.js";
import { h, icon } from "../dom.js";
import { follow } from "../nav.js";
import { t } from "../words.js";
import { entrantName, points } from "./labels.js";

/** @import { EntrantFacts as Entrant, StandingRow as Row, TournamentFacts as Facts } from "../protocol.js" */
/** @typedef {import("./tournament.js").Does} Does */

/** Tie breaks with columns of their own; wins and games are in the row already. */
const SHOWN = ["buchholz", "median", "sonneborn"];

/** @param {Facts} facts @param {Does} does */
export function standingsOf(facts, does) {
  const begun = facts.begun !== null;
  if (!facts.entrants.length)
    return h("section", {}, h("h2", {}, t("cup.players")), h("p", { class: "panel none muted" }, t("cup.nobody")));
  const ties = begun ? facts.ties.filter((tie) => SHOWN.includes(tie)) : [];
  const score = t(facts.line.format === "knock-out" ? "cup.through" : "cup.score");
  const head = [
    ...(begun ? [["#", "right"]] : []),
    [t("leaders.player"), ""],
    ...(begun
      ? [
          [score, "right"],
          ...ties.map((tie) => [t(`short.${tie}`), "right wide", t(`tie.${tie}`)]),
          [t("cup.record"), "right", t("cup.record.is")],
        ]
      : []),
  ];
  const rows = facts.standings.map((row) => line(row, facts, does, ties));
  return h(
    "section",
    { class: "standing" },
    h("h2", {}, t(begun ? "cup.standings" : "cup.players")),
    h(
      "div",
      { class: "panel tablebox" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h("tr", {}, ...head.map(([word, cls, full]) => h("th", { class: cls, scope: "col", title: full, "aria-label": full }, word))),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
    begun && facts.ties.length
      ? h("p", { class: "muted sm ties" }, t("cup.ties", { list: facts.ties.map((tie) => t(`tie.${tie}`)).join(", ") }))
      : null,
  );
}

/** @param {Row} row @param {Facts} facts @param {Does} does @param {string[]} ties */
function line(row, facts, does, ties) {
  const one = facts.entrants[row.number - 1];
  const begun = facts.begun !== null;
  return h(
    "tr",
    { class: [row.number === facts.you ? "you" : "", one.is_in ? "" : "gone"].filter(Boolean).join(" ") },
    begun ? h("td", { class: "right num muted rank" }, String(row.rank)) : null,
    h(
      "th",
      { scope: "row" },
      who(one, does),
      one.is_in ? null : h("span", { class: "tag" }, t("cup.left")),
      mayRemove(facts, one) ? remove(one, does) : null,
    ),
    ...(begun
      ? [
          h("td", { class: "right num" }, h("b", {}, points(row.score))),
          ...ties.map((tie) => h("td", { class: "right num muted wide" }, points(row.ties[facts.ties.indexOf(tie)]))),
          h("td", { class: "right num muted" }, [row.won, row.drawn, row.lost].filter((_, i) => i !== 1 || row.drawn).join("–")),
        ]
      : []),
  );
}

/** @param {Entrant} one @param {Does} does */
const who = (one, { go }) =>
  h("a", { class: "named", href: `/player/${one.player ?? `bot:${one.name}`}`, onclick: follow(go) }, avatar(one, 28), entrantName(one));

/** @param {Facts} facts @param {Entrant} one */
const mayRemove = ({ line: { is_yours: directs, phase }, you }, one) => directs && phase !== "over" && one.is_in && one.number !== you;

/** @param {Entrant} one @param {Does} does */
const remove = (one, { act }) =>
  h(
    "button",
    {
      class: "remove",
      title: t("cup.remove"),
      id: `remove-${one.number}`,
      "aria-label": t("cup.remove.who", { who: entrantName(one) }),
      onclick: () => act("remove", { number: one.number }).catch(() => {}),
    },
    icon("cross"),
  );
