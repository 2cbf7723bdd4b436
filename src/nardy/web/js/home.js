// The first page: one button plays.

import { ask } from "./api.js";
import { picture } from "./board/board.js";
import { star } from "./board/shapes.js";
import { h, icon, s } from "./dom.js";
import { clockWord } from "./game/clocks.js";
import { ratingWord } from "./game/rating.js";
import { follow } from "./nav.js";
import { change, settings } from "./settings.js";
import { spoken, t } from "./words.js";

const LEVELS = ["easy", "steady", "strong", "strongest"];
/** Locales where the long game is the first that one thinks of. */
const LONG = ["ru", "hy", "ka", "az", "uk", "kk", "uz"];

/** Which game a newcomer is offered. */
function usual() {
  const tag = (navigator.language ?? "en").slice(0, 2);
  return settings.game || (LONG.includes(tag) ? "long-nardy" : "backgammon");
}

/** @param {{go: (path: string) => void, live: {hear: (message: any) => void}}} wants */
export async function homePage({ go, live }) {
  const [games, me] = await Promise.all([ask("/api/games"), ask("/api/me")]);
  const game = games.find((/** @type {any} */ one) => one.id === usual()) ?? games[0];
  const order = ["long-nardy", "backgammon", "plakoto"];
  const lobby = h("section", { class: "panel lobby", "aria-label": t("lobby.title") });
  const seek = async () => (await import("./game/friends.js")).friendSheet(game, games, me.name, go);
  showSeeks(lobby, [], go, seek);
  live.hear = (/** @type {any} */ message) => message.type === "lobby" && showSeeks(lobby, message.seeks, go, seek);
  games.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(order, a.id) - rank(order, b.id));
  return h("main", { class: "home", id: "page" }, h("div", { class: "front" }, hero(game, games, me, go), lobby), h("section", { class: "games" }, h("h2", {}, t("games.title")), h("div", { class: "minis" }, ...games.map((/** @type {any} */ one) => card(one, go)))), proof());
}

/** @param {string[]} order @param {string} id */
const rank = (order, id) => (order.includes(id) ? order.indexOf(id) : order.length);

/** Who is waiting. @param {HTMLElement} lobby @param {any[]} seeks @param {(path: string) => void} go */
function showSeeks(lobby, seeks, go, seek = () => {}) {
  const sit = async (/** @type {any} */ seek) => {
    if (!seek.is_yours) await ask(`/api/rooms/${seek.room}/seat`, {});
    go(`/play/${seek.room}`);
  };
  const rows = seeks.map((seek) =>
    h(
      "li",
      {},
      h("button", { class: "seek", onclick: () => sit(seek).catch(() => {}) }, h("span", { class: "dot" }), h("b", {}, seek.is_yours ? t("you") : seek.name, seek.rating && h("span", { class: "rating muted num" }, ratingWord(seek.rating))), h("span", {}, seek.laws.name[spoken()]), h("span", { class: "muted num" }, [seek.is_rated ? t("terms.rated") : "", seek.length ? t("terms.match", { n: seek.length }) : "", clockWord(seek.clock)].filter(Boolean).join(" · "))),
    ),
  );
  const empty = [h("p", { class: "muted" }, t("lobby.empty")), s("svg", { viewBox: "-50 -50 100 100", class: "quiet-star", "aria-hidden": "true" }, star(0, 0, 44))];
  lobby.replaceChildren(h("header", {}, h("h2", {}, t("lobby.title")), h("button", { class: "linkish", onclick: seek }, t("lobby.new"))), ...(rows.length ? [h("ul", {}, ...rows)] : empty));
}

/** @param {any} game @param {any[]} games @param {{name: string, rooms: string[]}} me @param {(path: string) => void} go */
function hero(game, games, me, go) {
  const problem = h("p", { class: "problem", role: "alert" });
  const play = (/** @type {string} */ bot) => start(game.text, bot, go).catch((error) => (problem.textContent = error.message));
  const scene = h("div", { class: "picture" }, picture(game, false));
  return h(
    "section",
    { class: "hero" },
    scene,
    h(
      "div",
      { class: "offer" },
      h("h1", {}, game.name[spoken()]),
      h("p", { class: "muted" }, [settings.length === "0" ? "" : t("terms.match", { n: Number(settings.length) }), t("home.terms", { bot: t(`level.${settings.bot}`) })].filter(Boolean).join(". ")),
      h("button", { class: "btn act huge", onclick: () => play(settings.bot) }, t("play")),
      h(
        "div",
        { class: "row three" },
        h("button", { class: "btn", onclick: async () => (await import("./game/friends.js")).friendSheet(game, games, me.name, go) }, t("home.friend")),
        h("button", { class: "btn", onclick: () => levelSheet(play) }, t("home.bot")),
        h("button", { class: "btn", onclick: async () => (await import("./game/sheets.js")).rulesSheet(game) }, t("rules")),
      ),
      me.rooms.length ? h("p", {}, h("a", { href: `/play/${me.rooms[0]}`, class: "resume", onclick: follow(go) }, t("home.resume"))) : null,
      problem,
    ),
  );
}

/** @param {(bot: string) => void} play */
async function levelSheet(play) {
  const [{ sheet }, { LENGTHS, lengthWord, pick }] = await Promise.all([import("./game/sheets.js"), import("./game/friends.js")]);
  const dialog = sheet(
    t("home.bot"),
    pick(t("friend.length"), LENGTHS.map((length) => [length, lengthWord(length)]), settings.length, (length) => change({ length })),
    ...LEVELS.map((level) =>
      h("button", { class: "btn wide level", onclick: () => (dialog.close(), change({ bot: level }), play(level)) }, h("b", {}, t(`level.${level}`)), h("span", { class: "muted sm" }, t(`level.${level}.is`))),
    ),
  );
}

/** @param {any} game @param {(path: string) => void} go */
function card(game, go) {
  return h(
    "button",
    { class: "panel mini-card", onclick: () => start(game.text, settings.bot, go) },
    picture(game),
    h("b", {}, game.name[spoken()]),
    h("span", { class: "xs muted" }, t(`kind.${game.contact}`)),
  );
}

const proof = () => h("p", { class: "panel promise" }, icon("proof"), h("span", {}, h("b", {}, t("home.promise")), " ", h("span", { class: "muted" }, t("home.promise.more"))));

/** Begin a game and go there. @param {string} game @param {string} bot @param {(path: string) => void} go */
export async function start(game, bot, go) {
  change({ game: game.split(/[,@]/)[0] });
  // What the board needs comes while the club sets it up.
  const [{ room }] = await Promise.all([ask("/api/rooms", { game, bot, length: Number(settings.length) }), import("./game/page.js")]);
  go(`/play/${room}`);
}
