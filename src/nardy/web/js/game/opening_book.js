// The opening book of a game, on the sheet of its rules.

import { isStatic, linkTo } from "../address.js";
import { ask } from "../api.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { signed } from "../review/number_words.js";
import { percent, t } from "../words.js";
import { turnWord } from "./narration/notation.js";

/** @import { BookRow } from "../protocol.js" */

await open("openings");

/** The section with all first rolls; null without a book. @param {string} game As text, with its options. */
export async function bookSection(game) {
  try {
    const book = await ask(`/api/books/${encodeURIComponent(game)}`);
    if (!book) return null;
    const { low, high, wins, rows } = book;
    const worth = t("book.worth", { low: signed(low), high: signed(high), wins: percent(wins) });
    // Without a club there are no games to count.
    const more = isStatic ? null : h("p", {}, h("a", { href: linkTo(`/openings/${encodeURIComponent(game)}`) }, t("openings.link")));
    return section(h("p", {}, worth), h("p", { class: "muted" }, t("book.how")), more, firstTurns(rows));
  } catch (refusal) {
    // The club keeps its book closed during a game that counts, and says so.
    return section(h("p", { class: "muted" }, /** @type {Error} */ (refusal).message));
  }
}

/** @param {...(HTMLElement | null)} content */
const section = (...content) => h("section", { class: "rule opening-book" }, h("h3", {}, t("book.title")), ...content);

/** The first rolls; one that is chosen shows the replies below. @param {BookRow[]} rows */
function firstTurns(rows) {
  const below = h("div", { "aria-live": "polite" });
  const chosen = (/** @type {BookRow} */ row, /** @type {Event} */ event) => {
    for (const button of table.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button === event.currentTarget));
    // The list of rolls is longer than a screen.
    requestAnimationFrame(() => below.scrollIntoView({ block: "start" }));
    below.replaceChildren(bookTable(row.replies, t("book.replies", { roll: row.roll, turn: turnWord(row.turns[0]) })));
  };
  const table = bookTable(rows, t("book.first"), (row) =>
    row.replies.length
      ? h(
          "button",
          {
            class: "chip",
            "aria-pressed": "false",
            "aria-label": t("book.show", { roll: row.roll }),
            onclick: (/** @type {Event} */ event) => chosen(row, event),
          },
          row.roll,
        )
      : row.roll,
  );
  return h("div", {}, table, below);
}

/** @param {BookRow[]} rows @param {string} caption @param {(row: BookRow) => HTMLElement | string} [head] */
function bookTable(rows, caption, head = ({ roll }) => roll) {
  const gammons = rows.some(({ gammon }) => gammon !== null);
  const names = ["roll", "turn", "equity", "wins", ...(gammons ? ["gammons"] : [])];
  return h(
    "table",
    {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(`book.${name}`))))),
    h("tbody", {}, ...rows.map((row) => bookRow(row, head(row), gammons))),
  );
}

/** @param {BookRow} row @param {HTMLElement | string} head @param {boolean} gammons */
function bookRow({ turns, equity, error, win, gammon }, head, gammons) {
  const [best, ...others] = turns.map((turn) => turnWord(turn));
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, head),
    h("td", {}, best, ...others.map((turn) => h("span", { class: "muted" }, t("book.equal", { turn })))),
    h("td", {}, signed(equity), " ", h("span", { class: "muted error" }, `±${signed(error).replace("+", "")}`)),
    h("td", {}, percent(win)),
    gammons ? h("td", {}, gammon === null ? "" : percent(gammon)) : null,
  );
}
