// The home page: one button starts a game.

import { ask } from "./api.js";
import { picture } from "./board/board.js";
import { h, icon } from "./dom.js";
import { clockWord } from "./game/layout/clock_words.js";
import { LESSONS } from "./learn/lesson_games.js";
import { showLobby } from "./lobby.js";
import { follow } from "./nav.js";
import { begins, clockOf, gamesHere, lengthOf, lengthWord, textOf } from "./new_game/terms.js";
import { open } from "./parts.js";
import { onSettings, settings } from "./settings.js";
import { learn, spoken, t } from "./words.js";

/** @import { ListedGame, Me } from "./protocol.js" */

await open("home");

/** The sheet of a new game is loaded when it is opened. @param {(path: string) => void} go @param {import("./new_game/sheet.js").Prefilled} prefilled */
const order = async (go, prefilled) => (await import("./new_game/sheet.js")).newGameSheet(go, prefilled);
/** The search for an opponent, loaded when it begins. @param {(path: string) => void} go @param {ListedGame} game @param {Me} me */
const search = async (go, game, me) => (await import("./meeting/quick_search.js")).quickSearch(go, game, me, (wish) => order(go, wish));
/** Load what the main button leads to while the user reads, so that sheet and board open at once. */
const ahead = () =>
  Promise.all([
    import("./new_game/sheet.js"),
    import("./game/page.js"),
    import("./game/narration/replay.js"),
    import("./game/late_parts.js"),
    ...["rated", "said"].map(learn),
    ...["order", "sheets", "game", "room"].map(open),
  ]).catch(() => {});
/** Locales where long nardy is the best known game. */
const LONG = ["ru", "hy", "ka", "az", "uk", "kk", "uz"];

/** The game offered first. */
function usual() {
  const tag = (navigator.language ?? "en").slice(0, 2);
  return settings.game || (LONG.includes(tag) ? "long-nardy" : "backgammon");
}

/** @param {{go: (path: string) => void, live: {hear: import("./live.js").Hear}}} wants */
export async function homePage({ go, live }) {
  if (location.search.includes("outside=")) import("./accounts/account.js").then(({ returned }) => returned(go));
  const [listed, me] = await Promise.all([gamesHere(), ask("/api/me")]);
  // Users who ask for fewer downloads (Save-Data) load the rest when they need it.
  // @ts-expect-error Not every browser has it.
  if (!navigator.connection?.saveData) ahead();
  const games = [...listed];
  const game = games.find((one) => one.id === usual()) ?? games[0];
  const first = ["long-nardy", "backgammon", "plakoto"];
  const lobby = h("section", { class: "panel lobby", "aria-label": t("lobby.title") });
  const seek = () => order(go, { game: game.id, against: "anyone", me });
  showLobby(lobby, { seeks: [], games: [], mine: [] }, go, seek);
  live.hear = (message) => message.type === "lobby" && showLobby(lobby, message, go, seek);
  games.sort((a, b) => rank(first, a.id) - rank(first, b.id));
  return h(
    "main",
    { class: "home", id: "page" },
    h("div", { class: "front" }, hero(game, me, go), lobby),
    ...ownGames(
      games.filter((one) => one.house),
      go,
    ),
    h(
      "section",
      { class: "games" },
      h(
        "header",
        { class: "row" },
        h("h2", {}, t("games.title")),
        h("span", { class: "grow" }),
        h("a", { href: "/learn", onclick: follow(go) }, t("home.library")),
        h("a", { href: "/puzzles", onclick: follow(go) }, t("puzzles.title")),
        h("a", { href: "/board", onclick: follow(go) }, t("home.board")),
        h("a", { href: "/offline", onclick: follow(go) }, t("offline.link")),
      ),
      h("div", { class: "minis" }, ...games.filter((one) => !one.house).map((one) => card(one, go))),
    ),
    withTournament(proof(go), go),
    h(
      "p",
      { class: "promise panel" },
      icon("person"),
      h(
        "span",
        {},
        h("a", { href: "/clubs", onclick: follow(go) }, h("b", {}, t("home.clubs"))),
        " ",
        h("span", { class: "muted" }, t("home.clubs.are")),
      ),
    ),
  );
}

/** @param {string[]} order @param {string} id */
const rank = (order, id) => (order.includes(id) ? order.indexOf(id) : order.length);

/** What the main button starts, in a line. @param {ListedGame} game */
function termsOf(game) {
  const length = lengthOf(game);
  const clock = clockWord(clockOf(settings.botclock, length));
  return [
    textOf(game) === begins(game) || (game.stake && length !== "0") ? "" : t("home.changed"),
    length === "0" ? "" : lengthWord(length),
    t("home.terms", { bot: t(`level.${settings.level || game.newcomer}`), clock }),
  ]
    .filter(Boolean)
    .join(". ");
}

/** @param {ListedGame} game @param {Me} me @param {(path: string) => void} go */
function hero(game, me, go) {
  const scene = h("div", { class: "picture" }, picture(game, false));
  const terms = h("p", { class: "muted" }, termsOf(game));
  const off = onSettings(() => (terms.isConnected ? (terms.textContent = termsOf(game)) : off()));
  return h(
    "section",
    { class: "hero" },
    scene,
    h(
      "div",
      { class: "offer" },
      h("h1", {}, game.name[spoken()]),
      terms,
      h("button", { class: "btn act huge", onclick: () => order(go, { game: game.id, me }) }, t("play")),
      h(
        "div",
        { class: "row three" },
        h("button", { class: "btn", onclick: () => order(go, { game: game.id, against: "friend", me }) }, t("home.friend")),
        h("button", { class: "btn", onclick: () => search(go, game, me) }, t("home.anyone")),
        LESSONS.includes(game.id)
          ? h("a", { class: "btn", href: `/learn/${game.id}`, onclick: follow(go) }, t("home.learn"))
          : h(
              "button",
              { class: "btn", onclick: async () => (await import("./game/sheets.js")).rulesSheet({ ...game, text: textOf(game) }) },
              t("rules"),
            ),
      ),
      me.rooms.length ? h("p", {}, h("a", { href: `/play/${me.rooms[0]}`, class: "resume", onclick: follow(go) }, t("home.resume"))) : null,
    ),
  );
}

/** @param {ListedGame} game @param {(path: string) => void} go */
function card(game, go) {
  return h(
    "button",
    { class: "panel mini-card", onclick: () => order(go, { game: game.id }) },
    picture(game),
    h("b", {}, game.name[spoken()]),
    h(
      "span",
      { class: "xs muted" },
      game.rotation.length ? game.rotation.map((name) => name[spoken()]).join(" · ") : t(`kind.${game.contact}`),
    ),
  );
}

/** @param {(path: string) => void} go */
const proof = (go) =>
  h(
    "p",
    { class: "panel promise" },
    icon("proof"),
    h(
      "span",
      {},
      h("b", {}, t("home.promise")),
      " ",
      h("span", { class: "muted" }, t(isSecureContext ? "home.promise.more" : "home.plain")),
      " ",
      h("a", { href: "/dice", onclick: follow(go) }, t("home.dice")),
    ),
  );

/** Games of this club's own, with their rules. @param {ListedGame[]} games @param {(path: string) => void} go */
function ownGames(games, go) {
  const rules = async (/** @type {ListedGame} */ game) => (await import("./game/sheets.js")).rulesSheet(game);
  const cards = games.map((game) =>
    h(
      "div",
      { class: "own-game" },
      card(game, go),
      h(
        "button",
        { class: "btn quiet", "aria-label": `${t("rules")}: ${game.name[spoken()]}`, onclick: () => rules(game) },
        icon("book"),
        h("span", {}, t("rules")),
      ),
    ),
  );
  return games.length
    ? [h("section", { class: "games own-games" }, h("header", {}, h("h2", {}, t("games.own"))), h("div", { class: "minis" }, ...cards))]
    : [];
}

/** An element, followed by the next tournament that can be entered, if there is one. @param {HTMLElement} before @param {(path: string) => void} go */
function withTournament(before, go) {
  const show = (/** @type {import("./protocol.js").TournamentLine[]} */ told) => {
    const line = told.filter(({ phase }) => phase === "open").sort((a, b) => (a.starts ?? Infinity) - (b.starts ?? Infinity))[0];
    if (!line) return;
    const terms = [line.game[spoken()], lengthWord(String(line.length)), clockWord(line.clock)].join(" · ");
    const link = h("a", { href: `/tournament/${line.id}`, onclick: follow(go) }, h("b", {}, t("home.tournament", { name: line.name })));
    before.after(h("p", { class: "panel promise" }, icon("cup"), h("span", {}, link, " ", h("span", { class: "muted" }, terms))));
  };
  ask("/api/tournaments").then(show, () => {});
  return before;
}
