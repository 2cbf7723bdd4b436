// The sheets that ask what is to be played: with a bot, or with people. Loaded when they are opened.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { sheet } from "../game/sheets.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { botStandings } from "./bots.js";
import { pick } from "./chips.js";
import { isRated, ratedChoice } from "./rated.js";
import { rulesChoice } from "./rules.js";
import { CLOCKS, clockChoice, clockOf, keepText, lengthOf, lengthWord, lengthsOf, textOf } from "./terms.js";

const LEVELS = ["easy", "steady", "strong", "strongest"];

/** Light, dark, or as the lot falls. @param {(seat: string) => void} set */
const seats = (set) => pick(t("friend.seat"), [["", t("seat.lot")], ["white", t("seat.white")], ["black", t("seat.black")]], settings.seat, set);

/** @param {string} now @param {(clock: string) => void} set */
const clocks = (now, set) => pick(t("friend.clock"), CLOCKS.map((clock) => [clock, clockChoice(clock)]), now, set);

/** @param {any} game @param {(length: string) => void} set */
const lengths = (game, set) => pick(t("friend.length"), lengthsOf(game).map((length) => [length, lengthWord(length)]), lengthOf(game), set);

/** A game against a bot: a level starts it. @param {any} game @param {(bot: string) => void} play */
export async function botSheet(game, play) {
  await open("order");
  const standing = botStandings(game);
  const rated = ratedChoice(settings.botclock, "botrated", standing.show);
  const levels = LEVELS.map((level) =>
    h("button", { class: `btn wide level${level === settings.bot ? " usual" : ""}`, onclick: () => (dialog.close(), change({ bot: level }), play(level)) }, h("b", {}, t(`level.${level}`)), standing.of(level), h("span", { class: "muted sm" }, t(`level.${level}.is`))),
  );
  const dialog = sheet(
    `${t("home.bot")} · ${game.name[spoken()]}`,
    h("div", { class: "levels" }, ...levels),
    rulesChoice(game, textOf(game), (text) => (keepText(game, text), standing.show()), () => lengthOf(game) !== "0"),
    lengths(game, (length) => (change({ length }), standing.show())),
    clocks(settings.botclock, (botclock) => (change({ botclock }), rated.follow(botclock), standing.show())),
    rated.box,
    seats((seat) => change({ seat })),
  );
}

/**
 * What shall be played with people?
 * @param {any} game @param {any[]} games @param {string} name @param {(path: string) => void} go @param {string} circle The club whose members alone may join.
 */
export async function friendSheet(game, games, name, go, circle = "") {
  await open("order");
  const problem = h("p", { class: "problem", role: "alert" });
  const field = h("input", { class: "field", value: name, maxlength: 24, autocomplete: "nickname", id: "own-name" });
  const terms = h("div", { class: "terms" });
  const rated = ratedChoice(settings.clock);
  let chosen = game;
  const lay = () => terms.replaceChildren(rulesChoice(chosen, textOf(chosen), (text) => keepText(chosen, text), () => lengthOf(chosen) !== "0"), lengths(chosen, (length) => change({ length })));
  const select = h("select", { class: "field", id: "own-game", onchange: () => ((chosen = games.find((one) => one.id === select.value)), lay()) }, ...games.map((one) => h("option", { value: one.id, selected: one.id === game.id }, one.name[spoken()])));
  const start = async (/** @type {string} */ against) => {
    try {
      if (field.value.trim() && field.value !== name) await ask("/api/me", { name: field.value.trim() });
      const length = lengthOf(chosen);
      const wish = { game: textOf(chosen), against, length: Number(length), clock: clockOf(settings.clock, length), rated: isRated(settings.clock), seat: settings.seat || null, circle };
      const { room } = await ask("/api/rooms", wish);
      change({ game: chosen.id });
      dialog.close();
      go(`/play/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  lay();
  const dialog = sheet(
    t("home.friend"),
    h("label", { for: "own-name" }, t("friend.name")),
    field,
    h("label", { for: "own-game" }, t("friend.game")),
    select,
    terms,
    clocks(settings.clock, (clock) => (change({ clock }), rated.follow(clock))),
    rated.box,
    seats((seat) => change({ seat })),
    h("div", { class: "row wrap" }, h("button", { class: "btn act", onclick: () => start("friend") }, t("friend.link")), h("button", { class: "btn", onclick: () => start("anyone") }, t("friend.anyone"))),
    problem,
  );
}
