// The home page: one button starts a game.

import { ask } from "./api.js";
import { h, icon } from "./dom.js";
import { families, ownGames } from "./home/families.js";
import { offer } from "./home/offer.js";
import { order } from "./home/play_button.js";
import { showLobby } from "./lobby.js";
import { follow } from "./nav.js";
import { gamesHere } from "./new_game/terms.js";
import { open } from "./parts.js";
import { settings } from "./settings.js";
import { learn, t } from "./words.js";

/** @import { FrontPage, ListedGame, Seek } from "./protocol.js" */

await open("home");

/** Load what the main button leads to while the user reads, so that sheet and board open at once. */
const ahead = () =>
  Promise.all([
    import("./new_game/sheet.js"),
    import("./game/page.js"),
    import("./game/narration/replay.js"),
    import("./game/late_parts.js"),
    import("./matchmaking/sit_down.js"),
    ...["rated", "said"].map(learn),
    ...["order", "sheets", "game", "room"].map(open),
  ]).catch(() => {});
/** Locales where long nardy is the best known game. */
const LONG = /^(ru|hy|ka|az|uk|kk|uz)/;
/** What is shown where the club does not tell. @type {FrontPage} */
const QUIET = { played: [], watched: null };

/** The id of the game offered first: the one chosen last, else the club's. @param {ListedGame} first */
const usual = ({ id, is_first: own }) => settings.game || (own ? id : LONG.test(navigator.language) ? "long-nardy" : "backgammon");

/** @param {{go: (path: string) => void, live: {hear: import("./live.js").Hear}}} wants */
export async function homePage({ go, live }) {
  if (location.search.includes("outside=")) import("./accounts/account.js").then(({ returned }) => returned(go));
  const [games, me, front] = await Promise.all([gamesHere(), ask("/api/me"), ask("/api/front").catch(() => QUIET)]);
  // With Save-Data the rest is loaded when needed, and the board is still.
  // @ts-expect-error Not every browser has it.
  const isSparing = Boolean(navigator.connection?.saveData);
  if (!isSparing) ahead();
  const game = games.find((one) => one.id === usual(games[0])) ?? games[0];
  const lobby = h("section", { class: "panel lobby", "aria-label": t("lobby.title") });
  const seek = () => order(go, { game: game.id, against: "anyone", me });
  /** Who waits now, for the cards of the games. @type {Seek[]} */
  let seeks = [];
  showLobby(lobby, { seeks: [], games: [], mine: [] }, go, seek, "…");
  live.hear = (message) => {
    if (message.type !== "lobby") return;
    seeks = message.seeks;
    showLobby(lobby, message, go, seek);
  };
  const show = (/** @type {ListedGame} */ one) => import("./home/game_card.js").then(({ gameCard }) => gameCard(one, seeks, { go, me }));
  const { element, living } = offer(game, me, go);
  if (!isSparing)
    import("./home/living_board.js").then(({ LivingBoard }) => new LivingBoard(living, game, front.watched, go)).catch(() => {});
  const promise = proof(go);
  import("./home/next_tournament.js").then(({ nextTournament }) => nextTournament(promise, go)).catch(() => {});
  return h(
    "main",
    { class: "home", id: "page" },
    h("div", { class: "front" }, element, lobby),
    ...ownGames(
      games.filter((one) => one.house),
      show,
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
      ...families(
        games.filter((one) => !one.house),
        front.played,
        show,
      ),
    ),
    promise,
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
