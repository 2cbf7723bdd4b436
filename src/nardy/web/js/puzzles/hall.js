// The puzzles of the club: today's of every game, rated ones, and mistakes of one's own.

import { ask } from "../api.js";
import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { rounded } from "./words.js";

/** @import { ListedGame, PuzzleGame, PuzzleHall } from "../protocol.js" */

/** @param {(path: string) => void} go */
export async function hallPage(go) {
  const [hall, games] = await Promise.all([ask("/api/puzzles"), ask("/api/games"), open("puzzles")]);
  const element = h(
    "main",
    { class: "puzzles", id: "page" },
    h("header", {}, h("h1", { tabindex: -1 }, t("puzzles.title")), h("p", { class: "muted" }, t("puzzles.what"))),
    h("div", { class: "puzzle-games" }, ...hall.games.map((one) => card(one, games, go))),
    mistakes(hall, go),
  );
  return { element, title: t("puzzles.title"), close: () => {} };
}

/** @param {PuzzleGame} one @param {ListedGame[]} games @param {(path: string) => void} go */
function card(one, games, go) {
  const laws = games.find(({ id }) => id === one.game);
  const name = one.name[spoken()];
  const standing = one.tried
    ? t("puzzles.standing", { rating: rounded(one.rating), solved: one.solved, tried: one.tried })
    : t("puzzles.untried", { n: one.count });
  const daily = one.is_daily_done ? [icon("proof"), t("puzzles.daily.done")] : [icon("bulb"), t("puzzles.daily")];
  const link = (/** @type {string} */ which, /** @type {string} */ kind, /** @type {(Node | string)[]} */ ...words) =>
    h("a", { class: `btn ${kind}`, href: `/puzzles/${one.game}/${which}`, onclick: follow(go) }, ...words);
  return h(
    "section",
    { class: "panel puzzle-game", "aria-label": name },
    laws ? picture(laws) : null,
    h("div", { class: "about" }, h("h2", {}, name), h("p", { class: "sm muted num" }, standing)),
    h("div", { class: "row" }, link("daily", one.is_daily_done ? "" : "act", ...daily), link("next", "", t("puzzles.solve"))),
  );
}

/** @param {PuzzleHall} hall @param {(path: string) => void} go */
function mistakes({ mistakes: kept, due }, go) {
  const words = kept ? t("puzzles.mistakes.due", { n: due, kept }) : t("puzzles.mistakes.none");
  return h(
    "section",
    { class: "panel own-mistakes", "aria-label": t("puzzles.mistakes") },
    h("div", { class: "about" }, h("h2", {}, t("puzzles.mistakes")), h("p", { class: "muted" }, words)),
    due ? h("a", { class: "btn act", href: "/puzzles/mistakes", onclick: follow(go) }, t("puzzles.mistakes.train")) : null,
  );
}
