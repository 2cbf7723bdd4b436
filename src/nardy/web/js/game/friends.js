// The sheet that asks what is to be played with people. Loaded when it is opened.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { pick } from "../order/chips.js";
import { isRated, ratedChoice } from "../order/rated.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";
import { clockWord } from "./clocks.js";
import { sheet } from "./sheets.js";

export { pick };

export const CLOCKS = ["", "300+5", "600+8", "180d12"];

export const LENGTHS = ["0", "3", "5", "7"];

/** How long a match is. @param {string} length */
export const lengthWord = (length) => (length === "0" ? t("terms.single") : t("terms.match", { n: Number(length) }));

/**
 * What shall be played with people?
 * @param {any} game @param {any[]} games @param {string} name @param {(path: string) => void} go
 */
export function friendSheet(game, games, name, go) {
  const wish = { game: game.text, clock: settings.clock, length: settings.length, seat: "" };
  const problem = h("p", { class: "problem", role: "alert" });
  const rated = ratedChoice(wish.clock);
  const field = h("input", { class: "field", value: name, maxlength: 24, autocomplete: "nickname", id: "own-name" });
  const select = h("select", { class: "field", id: "own-game", onchange: () => (wish.game = select.value) }, ...games.map((one) => h("option", { value: one.text, selected: one.text === game.text }, one.name[document.documentElement.lang] ?? one.name.en)));
  const start = async (/** @type {string} */ against) => {
    try {
      if (field.value.trim() && field.value !== name) await ask("/api/me", { name: field.value.trim() });
      change({ clock: wish.clock, length: wish.length });
      const { room } = await ask("/api/rooms", { ...wish, against, length: Number(wish.length), clock: wish.clock || null, rated: isRated(wish.clock), seat: wish.seat || null });
      dialog.close();
      go(`/play/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const dialog = sheet(
    t("home.friend"),
    h("label", { for: "own-name" }, t("friend.name")),
    field,
    h("label", { for: "own-game" }, t("friend.game")),
    select,
    pick(t("friend.clock"), CLOCKS.map((clock) => [clock, clockWord(clock)]), wish.clock, (clock) => rated.follow((wish.clock = clock))),
    rated.box,
    pick(t("friend.length"), LENGTHS.map((length) => [length, lengthWord(length)]), wish.length, (length) => (wish.length = length)),
    pick(t("friend.seat"), [["", t("seat.lot")], ["white", t("seat.white")], ["black", t("seat.black")]], "", (seat) => (wish.seat = seat)),
    h("div", { class: "row wrap" }, h("button", { class: "btn act", onclick: () => start("friend") }, t("friend.link")), h("button", { class: "btn", onclick: () => start("anyone") }, t("friend.anyone"))),
    problem,
  );
}
