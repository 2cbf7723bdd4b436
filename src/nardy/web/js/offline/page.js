// Games against bots in this browser: begin one, or go on with one.

import { isStatic } from "../address.js";
import { picture } from "../board/board.js";
import { pick } from "../choice_buttons.js";
import { h, icon } from "../dom.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { request } from "./client.js";
import { layKept } from "./kept_games.js";

/** @import { ListedGame, Seat } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

const LEVELS = ["beginner", "casual", "club", "expert", "strongest"];
const FIRST = ["long-nardy", "backgammon", "plakoto"];

/** @param {{go: Go}} wants @param {{isCut?: boolean}} [why] The club did not answer. */
export async function offlinePage({ go }, { isCut = false } = {}) {
  const asked = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([asked, ...["home", "offline", "order"].map(open)]);
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
      h("div", { class: "minis" }, ...sorted.map((game) => card(game, () => begin(game, go)))),
    ),
    h("p", { class: "promise panel" }, icon("proof"), h("span", { class: "muted" }, t("offline.dice.more"))),
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

/** Choose the level and the seat. @param {ListedGame} game @param {Go} go */
function begin(game, go) {
  let level = LEVELS.includes(settings.level) ? settings.level : LEVELS.includes(game.newcomer) ? game.newcomer : LEVELS[0];
  const about = h("p", { class: "muted sm about-level", role: "status" }, t(`level.${level}.is`));
  const problem = h("p", { class: "problem", role: "alert" });
  const levels = pick(
    t("order.level"),
    LEVELS.map((one) => [one, t(`level.${one}`)]),
    level,
    (one) => {
      level = one;
      about.textContent = t(`level.${one}.is`);
    },
  );
  const seats = pick(
    t("friend.seat"),
    [
      ["", t("seat.lot")],
      ["white", t("seat.white")],
      ["black", t("seat.black")],
    ],
    settings.seat,
    (seat) => change({ seat }),
  );
  const start = h("button", { class: "btn act big wide", autofocus: true }, t("order.start.bot"));
  const dialog = sheet(game.name[spoken()], levels, about, seats);
  dialog.classList.add("order");
  dialog.append(h("footer", {}, problem, start));
  start.addEventListener("click", async () => {
    start.disabled = true;
    const seat = /** @type {Seat} */ (settings.seat || (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "white" : "black"));
    try {
      const room = await request({ ask: "begin", game: game.id, level, seat });
      dialog.close();
      go(`/offline/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      start.disabled = false;
    }
  });
  start.focus();
}
