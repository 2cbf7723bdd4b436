// The offer of the first page: the game, its terms, the button that plays, and the way for newcomers.

import { picture } from "../board/board.js";
import { h } from "../dom.js";
import { clockWord } from "../game/layout/clock_words.js";
import { LESSONS } from "../learn/lesson_games.js";
import { follow } from "../nav.js";
import { begins, clockOf, lengthOf, lengthWord, textOf } from "../new_game/terms.js";
import { onSettings, settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { order, playNow, search } from "./play_button.js";

/** @import { ListedGame, Me } from "../protocol.js" */

/** The offer, with a board beside it that begins to live. @param {ListedGame} game @param {Me} me @param {(path: string) => void} go */
export function offer(game, me, go) {
  const terms = h("p", { class: "muted" }, termsOf(game));
  const off = onSettings(() => (terms.isConnected ? (terms.textContent = termsOf(game)) : off()));
  const living = h("div", { class: "living" }, h("div", { class: "living-board" }, picture(game, false)));
  // Who has played here before knows how.
  const isNew = !settings.game;
  const words = h(
    "div",
    { class: "offer" },
    h("h1", {}, game.name[spoken()]),
    terms,
    isNew ? h("p", { class: "way sm", id: "way-known" }, t("home.known")) : null,
    h("button", { class: "btn act huge", "aria-describedby": isNew ? "way-known" : null, onclick: () => playNow(go, game, me) }, t("play")),
    h(
      "div",
      { class: "row three" },
      lesson(game, go, isNew),
      h("button", { class: "btn", onclick: () => order(go, { game: game.id, against: "friend", me }) }, t("home.friend")),
      h("button", { class: "btn", onclick: () => search(go, game, me) }, t("home.anyone")),
    ),
    me.rooms.length ? h("p", {}, h("a", { href: `/play/${me.rooms[0]}`, class: "resume", onclick: follow(go) }, t("home.resume"))) : null,
  );
  return { element: h("section", { class: "hero" }, words, living), living };
}

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

/** The way to the lesson, from which a first game begins; the rules of a game without one. @param {ListedGame} game @param {(path: string) => void} go @param {boolean} isNew */
function lesson(game, go, isNew) {
  if (LESSONS.includes(game.id))
    return h("a", { class: "btn", href: `/learn/${game.id}`, onclick: follow(go) }, t(isNew ? "home.new" : "home.learn"));
  const show = async () => (await import("../game/sheets.js")).rulesSheet({ ...game, text: textOf(game) });
  return h("button", { class: "btn", onclick: show }, t("rules"));
}
