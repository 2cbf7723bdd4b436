// The sheet that begins a game against a bot in this browser.

import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { request } from "./client.js";

/** @import { ListedGame, Seat } from "../protocol.js" */

const LEVELS = ["beginner", "casual", "club", "expert", "strongest"];

/** Choose the level and the seat. @param {string} id @param {(path: string) => void} go */
export async function beginSheet(id, go) {
  const listed = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([listed, open("home"), open("order")]);
  const game = /** @type {ListedGame} */ (games.find((one) => one.id === id));
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
      const room = await request({ ask: "begin", game: id, level, seat });
      dialog.close();
      go(`/offline/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      start.disabled = false;
    }
  });
  start.focus();
}
