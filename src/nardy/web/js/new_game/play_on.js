// A game from a position that is looked at: against a bot or a friend, with the club's dice.

import { ask } from "../api.js";
import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { open } from "../parts.js";
import { sheet } from "../sheet.js";
import { learn, t } from "../words.js";
import { levelChoice, levelOf } from "./bot_levels.js";
import { gamesHere } from "./terms.js";

/** @typedef {(path: string) => void} Go */

/** @param {string} position As position text. @param {Go} go */
export async function playOnSheet(position, go) {
  const [games] = await Promise.all([gamesHere(), open("order"), ...["home", "playon"].map(learn)]);
  const [name, side] = position.split(" ");
  const game = games.find(({ id }) => id === /^[^,@~]+/.exec(name)?.[0]) ?? games[0];
  const order = { against: "bot", level: levelOf(game), isMine: true };
  const levels = levelChoice(game, order.level, (level) => (order.level = level));
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "btn act big wide", onclick: () => begin() }, t("playon.start"));
  const mover = side === "b" ? "black" : "white";
  const begin = async () => {
    problem.textContent = "";
    start.disabled = true;
    try {
      const seat = order.isMine === (mover === "white") ? "white" : "black";
      const against = /** @type {"bot" | "friend"} */ (order.against);
      const { room } = await ask("/api/rooms", { game: game.text, against, bot: order.level, seat, position });
      dialog.close();
      go(`/play/${room}`);
    } catch (error) {
      const { message, law } = /** @type {import("../api.js").Refusal} */ (error);
      const fair = await fairPlay(law, message);
      problem.replaceChildren(...(fair ?? [message]));
    }
    start.disabled = false;
  };
  const dialog = sheet(
    t("playon.title"),
    h("p", { class: "muted" }, t("playon.is")),
    pick(
      t("order.against"),
      [
        ["bot", t("order.bot")],
        ["friend", t("order.friend")],
      ],
      order.against,
      (against) => {
        order.against = against;
        levels.element.hidden = against !== "bot";
      },
    ),
    levels.element,
    pick(
      t("playon.side"),
      [
        ["mine", t("playon.mover")],
        ["theirs", t("playon.other")],
      ],
      "mine",
      (whose) => (order.isMine = whose === "mine"),
    ),
  );
  dialog.classList.add("order");
  dialog.append(h("footer", {}, problem, start));
  start.focus();
}
