// The sheet that begins a game against a bot in this browser.

import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { LADDER_LEVELS, present } from "../levels.js";
import { LENGTHS, lengthWord } from "../new_game/terms.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { request } from "./client.js";

/** @import { ListedGame, Seat } from "../protocol.js" */

/** Instead of a length: a single game with the cube. */
const MONEY = "money";

/** Choose the level and the seat. @param {string} id @param {(path: string) => void} go */
export async function beginSheet(id, go) {
  const listed = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([listed, open("home"), open("order")]);
  const game = /** @type {ListedGame} */ (games.find((one) => one.id === id));
  let level = [present(settings.level), game.newcomer, LADDER_LEVELS[0]].find((one) => LADDER_LEVELS.includes(one)) ?? "";
  const about = h("p", { class: "muted sm about-level", role: "status" }, t(`level.${level}.is`));
  const problem = h("p", { class: "problem", role: "alert" });
  const levels = pick(
    t("order.level"),
    LADDER_LEVELS.map((one) => [one, t(`level.${one}`)]),
    level,
    (one) => {
      level = one;
      about.textContent = t(`level.${one}.is`);
    },
  );
  const words = new Map(LENGTHS.map((one) => [one, lengthWord(one)]));
  const [single, ...matches] = words;
  // Games with a cube are listed without it, and begin at the club with it.
  const hasCube = game.begins !== game.text;
  const choices = /** @type {[string, string][]} */ ([single, ...(hasCube ? [[MONEY, t("terms.money")]] : []), ...matches]);
  let length = settings.length === "0" || !words.has(settings.length) ? LENGTHS[0] : settings.length;
  const lengths = pick(t("friend.length"), choices, length, (one) => {
    length = one;
    if (one !== MONEY) change({ length: one });
  });
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
  const dialog = sheet(game.name[spoken()], levels, about, lengths, seats);
  dialog.classList.add("order");
  dialog.append(h("footer", {}, problem, start));
  start.addEventListener("click", async () => {
    start.disabled = true;
    const terms = { length: length === MONEY ? 0 : Number(length), hasCube: length !== LENGTHS[0] };
    const seat = /** @type {Seat} */ (settings.seat || (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "white" : "black"));
    try {
      const room = await request({ ask: "begin", game: id, level, seat, ...terms });
      dialog.close();
      go(`/offline/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      start.disabled = false;
    }
  });
  start.focus();
}
