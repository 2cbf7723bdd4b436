// The page of a tournament: actions, standings, pairings.

import { ask } from "../api.js";
import { announce } from "../live_region.js";
import { h } from "../dom.js";
import { follow } from "../nav.js";
import { named, t } from "../words.js";
import { botsSheet, endSheet } from "./director_sheets.js";
import { bracketOf } from "./bracket.js";
import { updated } from "./updates.js";
import { roundsOf } from "./rounds.js";
import { standingsOf } from "./standings.js";
import { entrantName, absenceOf, howOf, stateOf, termsOf } from "./labels.js";

/** @typedef {import("../protocol.js").TournamentFacts} Facts */
/** @typedef {(path: string) => void} Go */
/** The user's choices on the page. @typedef {{round: number | null, isTable: boolean}} Chosen */

/** @param {string} id @param {Go} go @returns {Promise<import("./pages.js").Shown>} */
export async function tournamentPage(id, go) {
  const body = h("div", { class: "cup-body" });
  const element = h("div", { class: "leaders cup" }, body);
  /** @type {{element: HTMLElement, renew: () => Promise<void>} | null} */
  let talk = null;
  /** @type {Chosen} */
  const chosen = { round: null, isTable: false };
  /** @type {Facts | null} */
  let told = null;
  const show = (/** @type {Facts} */ facts) => {
    // Answers overtake each other.
    if (told && facts.version < told.version) return undefined;
    const focused = document.activeElement?.id;
    const isCalled = facts.your_room && facts.your_room !== told?.your_room;
    if (isCalled) announce(t("cup.called", { who: opponentOf(facts) }));
    // A round that is paired before one's eyes leads to the board; whoever comes later finds the button.
    // What may be read changes with one's own game.
    if (told && facts.your_room !== told.your_room) talk?.renew().catch(() => {});
    const goes = told && isCalled && !document.hidden && !document.querySelector("dialog[open]");
    told = facts;
    if (goes) return go(`/play/${facts.your_room}`);
    const at = document.getElementById("cup-tree")?.scrollLeft ?? null;
    body.replaceChildren(...parts(facts, { go, act, show: () => show(facts), chosen }));
    const tree = document.getElementById("cup-tree");
    if (tree && at !== null) tree.scrollLeft = at;
    if (focused && focused !== "page") document.getElementById(focused)?.focus({ preventScroll: true });
    return undefined;
  };
  /** @type {Act} */
  const act = async (what, data = {}) => show(await ask(`/api/tournaments/${id}/${what}`, data));
  const renew = async () => show(updated(told, await ask(`/api/tournaments/${id}${told ? `?since=${told.version}` : ""}`)));
  await renew();
  import("./chat.js")
    .then(({ tournamentChat }) => tournamentChat(id))
    .then(
      (made) => element.append((talk = made).element),
      () => {},
    );
  return { element, renew, renewTalk: () => talk?.renew() };
}

/** @typedef {import("./director_sheets.js").Act} Act */
/** @typedef {{go: Go, act: Act, show: () => void, chosen: Chosen}} Does */

/** @param {Facts} facts @param {Does} does */
function parts(facts, does) {
  const { line } = facts;
  return [
    h(
      "header",
      {},
      h("h1", { tabindex: -1, id: "cup-title" }, line.name),
      h("p", { class: "muted" }, termsOf(line)),
      facts.prizes ? h("p", { id: "cup-prizes" }, t("cup.prizes.are", { prizes: facts.prizes })) : null,
      facts.circle
        ? h("p", {}, h("a", { href: `/club/${facts.circle}`, onclick: follow(does.go) }, t("cup.club", { name: facts.circle_name })))
        : null,
    ),
    bar(facts, does),
    h(
      "div",
      { class: facts.duels.length ? "cupboard drawn" : "cupboard" },
      standingsOf(facts, does),
      facts.duels.length ? bracketOf(facts, does) : facts.tables.length ? roundsOf(facts, does) : null,
    ),
    h("p", { class: "muted sm" }, `${howOf(line)} ${absenceOf(line)}${t("cup.director", { who: named(facts.director) })}`),
  ];
}

/** The state, and what the user may do; at most one main button. @param {Facts} facts @param {Does} does */
function bar(facts, { go, act }) {
  const { line } = facts;
  const problem = h("p", { class: "problem", role: "alert" });
  const tried = (/** @type {() => Promise<void>} */ does) => () =>
    does().catch((/** @type {Error} */ error) => (problem.textContent = error.message));
  const button = (/** @type {Parameters<Act>[0]} */ what, cls = "", does = () => act(what)) =>
    h("button", { class: `btn ${cls}`, id: `cup-${what}`, onclick: tried(does) }, t(`cup.${what}`));
  const isIn = facts.you !== null && facts.entrants[facts.you - 1].is_in;
  const game = facts.your_room
    ? h(
        "a",
        { class: "btn act", id: "cup-game", href: `/play/${facts.your_room}`, onclick: follow(go) },
        t("cup.game", { who: opponentOf(facts) }),
      )
    : null;
  const enter = facts.may_enter && !isIn ? button("enter", game || facts.may_begin ? "" : "act") : null;
  const leave = isIn && line.phase !== "over" ? button("leave") : null;
  const begin = facts.may_begin ? button("begin", game ? "" : "act") : null;
  const directs = line.is_yours && line.phase !== "over";
  const bots = directs && facts.may_enter ? button("bots", "", async () => botsSheet(act)) : null;
  const end = directs ? button("end", "quiet", async () => endSheet(act)) : null;
  return h(
    "section",
    { class: "panel cupbar" },
    h("p", { class: "state" }, h("b", {}, stateOf(line)), h("span", { class: "muted num" }, t("cup.entrants", { n: line.entrants }))),
    h("div", { class: "row wrap" }, game, begin, enter, leave, bots, end),
    isIn && !game && line.phase === "going" ? h("p", { class: "muted sm" }, t("cup.wait")) : null,
    problem,
  );
}

/** The user's opponent now. @param {Facts} facts */
function opponentOf(facts) {
  const table = facts.tables.find(({ room }) => room === facts.your_room);
  const number = table && (table.white === facts.you ? table.black : table.white);
  return number ? entrantName(facts.entrants[number - 1]) : "";
}
