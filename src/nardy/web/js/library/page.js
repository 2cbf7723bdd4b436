// The library: lessons, the games and their origins, glossary, books and links.

import { isStatic, linkTo } from "../address.js";
import { ask } from "../api.js";
import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { open } from "../parts.js";
import { LESSONS } from "../learn/lesson_games.js";
import { follow } from "../nav.js";
import { spoken, t } from "../words.js";

/** @import { ListedGame } from "../protocol.js" */

/** @typedef {Record<string, string>} Said In each language. */
/** @typedef {{game: string, told: Said | null}} Story */
/** @typedef {{part: string, word: Said, means: Said}} Word */
/** @typedef {{by: Said, title: Said, year: number, languages: string[], isbn: string, why: Said}} Book */
/** @typedef {{address: string, name: string, why: Said}} Link */
/** @typedef {(path: string) => void} Go */

const PARTS = ["lessons", "games", "words", "books", "fair"];
const RULE = ["intro", "clock", "days", "others", "watch", "limits"];

/** @param {{go: Go}} wants */
export async function libraryPage({ go }) {
  const [games, stories, words, books, links] = await Promise.all([
    ask("/api/games"),
    /** @type {Promise<Story[]>} */ (read("games")),
    /** @type {Promise<Word[]>} */ (read("words")),
    /** @type {Promise<Book[]>} */ (read("books")),
    /** @type {Promise<Link[]>} */ (read("links")),
    open("library"),
    open("home"),
  ]);
  const element = h(
    "main",
    { class: "library", id: "page" },
    h("h1", { tabindex: -1 }, t("library")),
    h(
      "nav",
      { class: "chips", "aria-label": t("library.parts") },
      ...PARTS.map((part) => h("button", { class: "chip tall", onclick: () => jump(part) }, t(`library.${part}`))),
    ),
    lessons(games, go),
    part("games", ...withOthers(stories, games).map((story) => told(story, games, go))),
    glossary(words),
    part(
      "books",
      h("p", { class: "muted" }, t("library.titles")),
      h("ul", { class: "books" }, ...books.map(book)),
      h("h3", {}, t("library.web")),
      h("ul", { class: "books" }, ...links.map(link)),
    ),
    part("fair", ...RULE.map((one) => h("p", {}, t(`library.fair.${one}`)))),
  );
  // Refusals under fair play link here.
  if (location.hash === "#fair") requestAnimationFrame(() => jump("fair"));
  return { element, title: `${t("library")} · nardy`, close: () => {} };
}

/** @param {string} name */
const read = async (name) => (await fetch(new URL(`../../library/${name}.json`, import.meta.url))).json();

/** Scroll and move the focus to a part of the page. @param {string} name */
function jump(name) {
  const heading = /** @type {HTMLElement} */ (document.getElementById(`library-${name}`));
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}

/** @param {string} name @param {...HTMLElement} content */
const part = (name, ...content) =>
  h("section", { class: `part-of-${name}` }, h("h2", { id: `library-${name}`, tabindex: -1 }, t(`library.${name}`)), ...content);

/** @param {ListedGame[]} games @param {string} id */
const gameOf = (games, id) => /** @type {ListedGame} */ (games.find((one) => one.id === id));

/** @param {ListedGame[]} games @param {Go} go */
function lessons(games, go) {
  const card = (/** @type {string} */ id) => {
    const game = gameOf(games, id);
    return h(
      "a",
      { class: "panel lesson", href: linkTo(`/learn/${id}`), onclick: follow(go) },
      h("span", { class: "mini" }, picture(game)),
      h("span", {}, h("b", {}, game.name[spoken()]), h("span", { class: "muted sm" }, t("library.lesson"))),
    );
  };
  const explorer = h("a", { href: "/openings/long-nardy", onclick: follow(go) }, t("library.openings"));
  return part(
    "lessons",
    h("div", { class: "two" }, ...LESSONS.filter((id) => gameOf(games, id)).map(card)),
    ...(isStatic ? [] : [h("p", { class: "more" }, explorer)]),
  );
}

/** The stories of games that can be played, and the built-in games that have none. @param {Story[]} stories @param {ListedGame[]} games */
function withOthers(stories, games) {
  const known = new Set(stories.map((story) => story.game));
  // Without a club some games are missing.
  const here = stories.filter((story) => games.some((game) => game.id === story.game));
  const others = games.filter((game) => !known.has(game.id) && !game.house && !game.rotation.length);
  return [...here, ...others.map((game) => ({ game: game.id, told: null }))];
}

/** A game: its origin, its rules, and a button to play it. @param {Story} story @param {ListedGame[]} games @param {Go} go */
function told({ game: id, told: says }, games, go) {
  const game = gameOf(games, id);
  const name = game.name[spoken()];
  const rules = async () => (await import("../game/sheets.js")).rulesSheet(game);
  const play = async () =>
    isStatic
      ? (await import("../offline/begin.js")).beginSheet(id, go)
      : (await import("../new_game/sheet.js")).newGameSheet(go, { game: id });
  return h(
    "article",
    { class: "story" },
    h("span", { class: "mini" }, picture(game)),
    h("div", {}, h("h3", {}, name), says && h("p", {}, says[spoken()])),
    h(
      "div",
      { class: "row" },
      h("button", { class: "btn", "aria-label": `${t("rules")}: ${name}`, onclick: rules }, icon("book"), t("rules")),
      h("button", { class: "btn", "aria-label": `${t("library.play")}: ${name}`, onclick: play }, t("library.play")),
    ),
  );
}

/** The glossary with a search field. @param {Word[]} words */
function glossary(words) {
  const other = spoken() === "en" ? "ru" : "en";
  const rows = words.map((one) => ({
    one,
    row: h(
      "div",
      { class: "entry" },
      h("dt", {}, one.word[spoken()], h("span", { class: "muted sm", lang: other }, one.word[other])),
      h("dd", {}, one.means[spoken()]),
    ),
  }));
  const found = h("p", { class: "muted sm", role: "status" });
  const field = h("input", { class: "field", id: "library-find", type: "search", autocomplete: "off" });
  const parts = [...new Set(words.map((one) => one.part))].map((name) =>
    h(
      "section",
      {},
      h("h3", {}, t(`library.of.${name}`)),
      h("dl", {}, ...rows.filter(({ one }) => one.part === name).map(({ row }) => row)),
    ),
  );
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    for (const { one, row } of rows)
      row.hidden = ![...Object.values(one.word), one.means[spoken()]].some((text) => text.toLocaleLowerCase().includes(wanted));
    for (const section of parts) section.hidden = !section.querySelector(".entry:not([hidden])");
    found.textContent = wanted ? t("library.found", { n: rows.filter(({ row }) => !row.hidden).length }) : "";
  });
  return part("words", h("div", { class: "find" }, h("label", { for: field.id }, t("library.find")), field, found), ...parts);
}

/** @param {Book} one */
const book = ({ by, title, year, languages, isbn, why }) =>
  h(
    "li",
    {},
    h("b", {}, title[spoken()]),
    h(
      "span",
      {},
      `${by[spoken()]}, ${year} · ${languages.map((one) => t(`language.of.${one}`)).join(", ")}${isbn ? ` · ISBN ${isbn}` : ""}`,
    ),
    h("span", { class: "muted" }, why[spoken()]),
  );

/** A link out of the club, marked as such. @param {Link} one */
const link = ({ address, name, why }) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: address, rel: "noreferrer", target: "_blank" },
      name,
      h("span", { class: "out", "aria-hidden": "true" }, " ↗"),
      h("span", { class: "spoken" }, ` ${t("library.leaves")}`),
    ),
    h("span", { class: "muted" }, why[spoken()]),
  );
