// The card of a game: what it is in three lines, how to learn it, who waits, and the button that plays. Loaded when it is opened.

import { ask } from "../api.js";
import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { LESSONS } from "../learn/lesson_games.js";
import { sitDown } from "../matchmaking/sit_down.js";
import { follow } from "../nav.js";
import { textOf } from "../new_game/terms.js";
import { open } from "../parts.js";
import { sheet } from "../sheet.js";
import { settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { order, playNow } from "./play_button.js";

await open("card");

/** @import { ListedGame, Me, Seek } from "../protocol.js" */

/** @param {ListedGame} game @param {Seek[]} seeks @param {{go: (path: string) => void, me: Me}} wants */
export function gameCard(game, seeks, { go, me }) {
  const close = () => dialog.close();
  const lines = h("ul", { class: "three-lines" });
  const away = (/** @type {MouseEvent} */ event) => (close(), follow(go)(event));
  const level = settings.level || game.newcomer;
  const hasLesson = LESSONS.includes(game.id);
  const dialog = sheet(
    game.name[spoken()],
    h("div", { class: "card-board" }, picture(game, false)),
    lines,
    h("p", { class: "card-level muted" }, t("card.level", { level: t(`level.${level}`) })),
    waiting(
      seeks.filter((one) => one.laws.id === game.id && !one.is_yours),
      go,
      game,
      close,
    ),
  );
  dialog.classList.add("game-card");
  dialog.append(
    h(
      "footer",
      {},
      h(
        "div",
        { class: "row three" },
        hasLesson ? h("a", { class: "btn", href: `/learn/${game.id}`, onclick: away }, icon("cap"), t("home.learn")) : null,
        h(
          "button",
          { class: "btn", onclick: async () => (await import("../game/sheets.js")).rulesSheet({ ...game, text: textOf(game) }) },
          icon("book"),
          t("rules"),
        ),
      ),
      h("button", { class: "btn act big wide", autofocus: true, onclick: () => (close(), playNow(go, game, me)) }, t("play")),
    ),
  );
  /** @type {HTMLElement} */ (dialog.querySelector("footer .act")).focus();
  tell(game, lines);
}

/** @param {ListedGame} game @param {HTMLElement} lines */
async function tell(game, lines) {
  const told = await ask(`/api/rules/${encodeURIComponent(game.text)}/lines?language=${spoken()}`).catch(() => []);
  lines.replaceChildren(...told.map((line) => h("li", {}, line)));
}

/** Who waits for an opponent in this game. @param {Seek[]} seeks @param {(path: string) => void} go @param {ListedGame} game @param {() => void} close */
function waiting(seeks, go, game, close) {
  if (!seeks.length) return h("p", { class: "muted" }, t("card.nobody"));
  const seek = () => order(go, { game: game.id, against: "anyone" });
  return h(
    "section",
    { class: "card-waiting" },
    h("h3", {}, t("lobby.title")),
    h(
      "div",
      { class: "row wrap" },
      ...seeks.map((one) => h("button", { class: "btn", onclick: () => (close(), sitDown(one, go, seek)) }, icon("person"), one.name)),
    ),
  );
}
