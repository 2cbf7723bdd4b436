// Games against bots in this browser: begin one, or go on with one.

import { isStatic } from "../address.js";
import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { beginSheet } from "./begin.js";
import { request } from "./client.js";
import { layKept } from "./kept_games.js";

/** @import { ListedGame } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

const FIRST = ["long-nardy", "backgammon", "plakoto"];

/** @param {{go: Go}} wants @param {{isCut?: boolean}} [why] The club did not answer. */
export async function offlinePage({ go }, { isCut = false } = {}) {
  const asked = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([asked, ...["home", "offline"].map(open)]);
  const rank = (/** @type {string} */ id) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  const sorted = [...games].sort((one, other) => rank(one.id) - rank(other.id));
  const kept = h("section", { class: "offline-kept" });
  await layKept(kept, games, go);
  const title = t(isStatic ? "offline.bots" : "offline.title");
  const element = h(
    "main",
    { class: "home offline", id: "page" },
    h("header", {}, h("h1", { tabindex: -1 }, title), h("p", { class: "muted" }, t(isCut ? "offline.cut" : "offline.is"))),
    kept,
    h(
      "section",
      { class: "games" },
      h("h2", {}, t("offline.new")),
      h("div", { class: "minis" }, ...sorted.map((game) => card(game, () => beginSheet(game.id, go)))),
    ),
    h("p", { class: "promise panel" }, icon("dice"), h("span", { class: "muted" }, t("offline.dice.more"))),
  );
  return { element, title: `${title} · nardy`, close: () => {} };
}

/** @param {ListedGame} game @param {() => void} does */
const card = (game, does) =>
  h(
    "button",
    { class: "panel mini-card", onclick: does },
    picture(game),
    h("b", {}, game.name[spoken()]),
    h("span", { class: "xs muted" }, t(`kind.${game.contact}`)),
  );
