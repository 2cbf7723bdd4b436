// The sheet of a new game: which game, against whom, on which terms. It is the same everywhere,
// and nothing begins before its button is pressed. Loaded when it is opened.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { sheet } from "../sheet.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { learn, t } from "../words.js";
import { levelChoice, levelOf } from "./bot_levels.js";
import { pick } from "../choice_buttons.js";
import { isRated, rateFor, ratedChoice } from "./rated_choice.js";
import { begins, clockOf, gamesHere, isGone, keepText, lengthOf, textOf } from "./terms.js";

/** @import { ListedGame, Me } from "../protocol.js" */

/** @typedef {"bot" | "friend" | "anyone"} Against */
/** @typedef {{game?: string, against?: Against, level?: string, group?: string, me?: Me, isNew?: boolean}} Prefilled In a private group only members may join; `me` if it is known already. */
/** The choices of terms, loaded with the sheet. @typedef {typeof import("./term_choices.js")} Choices */
/** @typedef {{game: ListedGame, against: Against, level: string, name: () => string, group: string, choices: Choices}} Order */

/** @type {Against[]} */
const AGAINST = ["bot", "friend", "anyone"];

/** Open the sheet, with some values chosen already. @param {(path: string) => void} go @param {Prefilled} prefilled */
export async function newGameSheet(go, { game, against = "bot", level, group = "", me: known, isNew = false }) {
  const loaded = [import("./term_choices.js"), gamesHere(), known ?? ask("/api/me"), open("order"), learn("home")];
  const [choices, games, me] = /** @type {[Choices, ListedGame[], Me, ...unknown[]]} */ (await Promise.all(loaded));
  rateFor(me);
  const chosen = games.find((one) => one.id === (game ?? settings.game)) ?? games[0];
  /** @type {Order} */
  const order = { game: chosen, against, level: level ?? (isNew ? chosen.newcomer : levelOf(chosen)), name: () => me.name, group, choices };
  const terms = h("div", { class: "terms" });
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { class: "btn act big wide", autofocus: true, onclick: () => begin() });
  const lay = () => {
    terms.replaceChildren(...(order.against === "bot" ? botTerms(order) : peopleTerms(order)));
    name();
  };
  const name = () => (start.textContent = t(`order.start.${order.against}`));
  const meet = (/** @type {Against} */ against) => {
    const isOther = (against === "bot") !== (order.against === "bot");
    order.against = against;
    if (isOther) lay();
    else name();
  };
  const search = async () =>
    (await import("../matchmaking/search_order.js")).searchOrder(order, me.name, go, (prefilled) => newGameSheet(go, prefilled));
  const begin = async () => {
    problem.textContent = "";
    start.disabled = true;
    await choices.rulesLoaded();
    // A request for rules may hang; whoever closes the sheet meanwhile wants no game.
    if (!dialog.open) return;
    const isSearch = order.against === "anyone" && !group;
    await (isSearch ? search() : play(order, me.name).then((room) => go(`/play/${room}`))).then(
      () => dialog.close(),
      (error) => (problem.textContent = error.message),
    );
    start.disabled = false;
  };
  const turnTo = (/** @type {string} */ id) => {
    order.game = games.find((one) => one.id === id) ?? order.game;
    if (!level && !settings.level) order.level = levelOf(order.game);
    lay();
  };
  lay();
  const offered = AGAINST.slice(group ? 1 : 0);
  const dialog = sheet(
    t("order.title"),
    choices.gameChoice(games, chosen, turnTo),
    pick(
      t("order.against"),
      offered.map((one) => [one, t(`order.${one}`)]),
      against,
      (one) => meet(/** @type {Against} */ (one)),
    ),
    terms,
  );
  dialog.classList.add("order");
  dialog.append(h("footer", {}, problem, start));
  start.focus();
}

/** @param {Order} order */
function botTerms(order) {
  const { game, choices } = order;
  const levels = levelChoice(game, order.level, (level) => change({ level: (order.level = level) }));
  const rated = ratedChoice(settings.botclock, "botrated", levels.show);
  return [
    levels.element,
    choices.lengthPicker(game, levels.show),
    choices.sessionChoice(game),
    choices.clockPicker(settings.botclock, (botclock) => (change({ botclock }), rated.follow(botclock), levels.show())),
    choices.rulesChoice(
      game,
      textOf(game),
      (text) => (keepText(game, text), levels.show()),
      () => lengthOf(game) !== "0",
    ),
    rated.box,
    choices.seats(),
  ];
}

/** @param {Order} order */
function peopleTerms(order) {
  const { game, choices } = order;
  const rated = ratedChoice(settings.clock);
  const field = h("input", { class: "field", value: order.name(), maxlength: 24, autocomplete: "nickname", id: "own-name" });
  order.name = () => field.value;
  return [
    h("section", { class: "setting" }, h("label", { class: "label", for: "own-name" }, t("friend.name")), field),
    choices.lengthPicker(game),
    choices.sessionChoice(game),
    choices.clockPicker(settings.clock, (clock) => (change({ clock }), rated.follow(clock))),
    choices.rulesChoice(
      game,
      textOf(game),
      (text) => keepText(game, text),
      () => lengthOf(game) !== "0",
    ),
    rated.box,
    choices.seats(),
  ];
}

/** Make the room. Returns its id. @param {Order} order @param {string} before The user's name so far. @returns {Promise<string>} */
async function play({ game, against, level, name, group, choices }, before) {
  const wanted = name().trim();
  if (against !== "bot" && wanted && wanted !== before) await ask("/api/me", { name: wanted });
  const [clock, kept] =
    against === "bot" ? [settings.botclock, /** @type {const} */ ("botrated")] : [settings.clock, /** @type {const} */ ("rated")];
  const length = lengthOf(game);
  const wish = {
    against,
    length: Number(length),
    clock: clockOf(clock, length),
    rated: isRated(clock, kept),
    session: choices.isSession(game, clock, kept),
    seat: /** @type {"white" | "black" | ""} */ (settings.seat) || null,
    ...(against === "bot" ? { bot: level } : { circle: group }),
  };
  // The page of a game is loaded while the club makes the room.
  const page = Promise.all([import("../game/page.js"), open("game")]);
  const { room } = await ask("/api/rooms", { ...wish, game: textOf(game) }).catch((error) => {
    // Options chosen long ago may not exist any more; the default rules always do.
    if (!isGone(error)) throw error;
    keepText(game, begins(game));
    return ask("/api/rooms", { ...wish, game: begins(game) });
  });
  change({ game: game.id });
  await page;
  return room;
}
