// The opening explorer: first rolls, their turns and the replies, by the book and by the club's own games.

import { address, linkTo } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { turnWord } from "../game/narration/notation.js";
import { Practice } from "../game/practice.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { signed } from "../review/number_words.js";
import { percent, spoken, t } from "../words.js";

/** @import { ListedGame, OpeningRoll, Openings, OpeningTurn } from "../protocol.js" */
/** @typedef {{go: (path: string) => void, isHere: () => boolean}} Wants */
/** Where one is: a first roll, the turn with it, and the roll of the reply; '' if not chosen. @typedef {{roll: string, turn: string, reply: string}} Line */

/** @param {string} game As text, with its options. @param {Wants} wants */
export async function openingsPage(game, wants) {
  const asked = address().searchParams;
  const line = { roll: asked.get("roll") ?? "", turn: asked.get("turn") ?? "", reply: asked.get("reply") ?? "" };
  const after = line.turn ? `?roll=${line.roll}&turn=${encodeURIComponent(line.turn)}` : "";
  const told = ask(`/api/openings/${encodeURIComponent(game)}${after}`).catch((refusal) => refusal);
  const [games, answer] = await Promise.all([ask("/api/games"), told, open("game"), open("openings")]);
  const name = games.find((one) => one.id === game.split(",")[0])?.name[spoken()] ?? game;
  const heading = h("h1", { tabindex: -1 }, t("openings.title", { game: name }));
  const practice = new Practice({ act: () => practice.undo(true), refuse: () => {}, show: () => {} }, { tall: false });
  const shown = answer instanceof Error ? await refusal(answer) : await explored(answer, { game, line, wants, practice });
  const element = h("main", { class: "explorer", id: "page" }, heading, choice(games, game, wants), ...shown);
  // A step in the explorer goes on where the reader was.
  if (line.roll) requestAnimationFrame(() => /** @type {HTMLElement | null} */ (element.querySelector("h2"))?.focus());
  return { element, title: `${heading.textContent} · nardy`, close: () => practice.close() };
}

/** Why the club does not show it, as during a game that counts. @param {import("../api.js").Refusal} error */
async function refusal(error) {
  const fair = await fairPlay(error.law, error.message);
  return [h("p", { class: "panel note" }, ...(fair ? [fair[0], " ", fair[1]] : [error.message]))];
}

/** @param {ListedGame[]} games @param {string} game @param {Wants} wants */
function choice(games, game, { go }) {
  const own = games.filter((one) => !one.rotation.length);
  const options = own.map((one) => h("option", { value: one.id, selected: one.id === game }, one.name[spoken()]));
  const select = h("select", { class: "field", id: "openings-game" }, ...options);
  select.addEventListener("change", () => go(`/openings/${select.value}`));
  return h("div", { class: "row" }, h("label", { for: select.id }, t("openings.game")), select);
}

/** @typedef {{game: string, line: Line, wants: Wants, practice: Practice}} Seen */

/** @param {Openings} answer @param {Seen} seen */
async function explored(answer, seen) {
  const { line, practice } = seen;
  const roll = line.turn ? line.reply : line.roll;
  const here = answer.rolls.find((one) => one.roll === roll);
  await practice.open(withDice(answer.position, roll));
  const counted = answer.played ? t("openings.counted", { n: answer.played }) : t("openings.none");
  const turns = here?.turns ?? [];
  return [
    crumbs(seen),
    h(
      "div",
      { class: "opened" },
      practice.box,
      h(
        "section",
        {},
        h("h2", { tabindex: -1 }, headingOf(line)),
        roll ? turnTable(turns, roll, seen) : rollTable(answer.rolls, seen),
        roll && line.turn ? h("p", { class: "muted sm" }, t("openings.end"), " ", editor(answer.position, roll, seen.wants)) : null,
        h("p", { class: "muted sm" }, counted, " ", answer.book ? t("openings.values") : t("openings.nobook")),
      ),
    ),
  ];
}

/** Position text with the dice of the player on roll; they come before all other fields. @param {string} position @param {string} roll */
function withDice(position, roll) {
  const words = position.split(" ");
  if (roll) words.splice(4, 0, `dice=${roll}`);
  return words.join(" ");
}

/** @param {Line} line */
function headingOf({ roll, turn, reply }) {
  if (reply) return t("openings.answers", { roll: reply });
  if (turn) return t("openings.replies", { turn: `${roll}: ${turnWord(turn)}` });
  return roll ? t("openings.turns", { roll }) : t("openings.rolls");
}

/** The address of a place in the explorer. @param {string} game @param {Partial<Line>} line */
function pathOf(game, { roll, turn, reply }) {
  const asked = new URLSearchParams(
    Object.entries({ roll, turn, reply })
      .filter(([, value]) => value)
      .map(([key, value]) => [key, String(value)]),
  );
  return `/openings/${encodeURIComponent(game)}${asked.size ? `?${asked}` : ""}`;
}

/** A link inside the explorer. @param {string} path @param {Wants} wants @param {string} words @param {Record<string, unknown>} [more] */
const link = (path, { go }, words, more = {}) =>
  h(
    "a",
    {
      href: linkTo(path),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(path);
      },
      ...more,
    },
    words,
  );

/** The way to here, each step a link. @param {Seen} seen */
function crumbs({ game, line, wants }) {
  const { roll, turn, reply } = line;
  /** @type {[string, Partial<Line>][]} */
  const steps = [[t("openings.start"), {}]];
  if (roll) steps.push([roll, { roll }]);
  if (turn) steps.push([turnWord(turn), { roll, turn }]);
  if (reply) steps.push([reply, line]);
  const items = steps.map(([words, to], n) =>
    h("li", {}, link(pathOf(game, to), wants, words, n === steps.length - 1 ? { "aria-current": "page" } : {})),
  );
  return h("nav", { class: "crumbs", "aria-label": t("openings.way") }, h("ol", {}, ...items));
}

/** @param {string} position @param {string} roll @param {Wants} wants */
function editor(position, roll, { go }) {
  const path = `/board?text=${encodeURIComponent(withDice(position, roll))}`;
  return h("a", { href: linkTo(path), onclick: follow(() => go(path)) }, t("openings.board"));
}

/** @param {string[]} names @param {HTMLElement[]} rows */
const table = (names, rows) =>
  h("table", {}, h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(name))))), h("tbody", {}, ...rows));

/** All rolls with the best turn of each. @param {OpeningRoll[]} rolls @param {Seen} seen */
function rollTable(rolls, { game, line, wants }) {
  if (!rolls.length) return h("p", {}, t("openings.empty"));
  const rows = rolls.map(({ roll, turns }) => {
    const played = turns.reduce((sum, one) => sum + one.played, 0);
    const to = line.turn ? { ...line, reply: roll } : { roll };
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, link(pathOf(game, to), wants, roll, { class: "chip" })),
      h("td", {}, turnWord(turns[0].turn)),
      h("td", { class: "num" }, turns[0].equity === null ? "" : signed(turns[0].equity)),
      h("td", { class: "num" }, played ? String(played) : ""),
    );
  });
  return table(["book.roll", "book.turn", "book.equity", "openings.played"], rows);
}

/** The turns with a roll; a first turn leads on to the replies. @param {OpeningTurn[]} turns @param {string} roll @param {Seen} seen */
function turnTable(turns, roll, { game, line, wants, practice }) {
  if (!turns.length) return h("p", {}, t("openings.empty"));
  const rows = turns.map((one) => {
    const point = () => pointAt(practice, one.turn);
    const word = turnWord(one.turn);
    const turn = line.turn ? word : link(pathOf(game, { roll, turn: one.turn }), wants, word, { class: "turn", onfocus: point });
    return h(
      "tr",
      { class: one.is_best ? "best" : "", onpointerenter: point },
      h("th", { scope: "row" }, turn),
      h("td", { class: "num" }, one.equity === null ? "" : signed(one.equity)),
      h("td", { class: "num" }, one.loss ? signed(one.loss).replace("+", "") : ""),
      h("td", { class: "num" }, one.played ? String(one.played) : ""),
      h("td", { class: "num" }, one.won === null ? "" : percent(one.won)),
    );
  });
  pointAt(practice, turns[0].turn);
  return table(["openings.turn", "book.equity", "openings.loss", "openings.played", "openings.won"], rows);
}

/** Arrows of a turn on the board. @param {Practice} practice @param {string} turn */
function pointAt({ board }, turn) {
  board.marks.clear();
  for (const word of turn.split(" ")) {
    const places = word.replace(/\(\d\)|\*/g, "").split("/");
    const [from, to] = [places[0], places.at(-1)].map((place) => (place === "bar" ? 25 : place === "off" ? 0 : Number(place)));
    if (from > to) board.marks.arrow(from, to, "best");
  }
}
