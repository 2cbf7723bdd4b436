// All games: the three played most, large, then the others by family.

import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { spoken, t } from "../words.js";

/** @import { ListedGame } from "../protocol.js" */
/** @typedef {(game: ListedGame) => void} Show Opens the card of a game. */

/** Games shown first where the club has played too few to tell. */
const FIRST = ["long-nardy", "backgammon", "plakoto"];

/** @param {ListedGame[]} games @param {string[]} played Ids, the most played first. @param {Show} show */
export function families(games, played, show) {
  const order = [...new Set([...played, ...FIRST])].filter((id) => games.some((one) => one.id === id)).slice(0, FIRST.length);
  const most = order.flatMap((id) => games.filter((one) => one.id === id));
  const others = games.filter((one) => !most.includes(one));
  const family = (/** @type {"hit" | "pin" | "block"} */ contact, /** @type {string} */ title, /** @type {string} */ says) =>
    h(
      "section",
      { class: `family ${contact}` },
      h("h3", {}, title),
      h("p", { class: "muted" }, says),
      h("div", { class: "minis" }, ...others.filter((one) => one.contact === contact).map((one) => tile(one, show))),
    );
  return [
    h("div", { class: "most", role: "group", "aria-label": t("games.most") }, ...most.map((one) => tile(one, show, "large"))),
    h(
      "div",
      { class: "families" },
      family("hit", t("family.hit"), t("family.hit.is")),
      family("pin", t("family.pin"), t("family.pin.is")),
      family("block", t("family.block"), t("family.block.is")),
    ),
  ];
}

/** @param {ListedGame} game @param {Show} show */
export const tile = (game, show, kind = "") => {
  // In a family its title says what happens to checkers.
  const says = game.rotation.length ? game.rotation.map((name) => name[spoken()]).join(" · ") : kind ? t(`kind.${game.contact}`) : "";
  return h(
    "button",
    { class: `panel mini-card ${kind}`, onclick: () => show(game) },
    picture(game),
    h("b", {}, game.name[spoken()]),
    says ? h("span", { class: "xs muted" }, says) : null,
  );
};

/** Games of this club's own, with their rules. @param {ListedGame[]} games @param {Show} show */
export function ownGames(games, show) {
  const rules = async (/** @type {ListedGame} */ game) => (await import("../game/sheets.js")).rulesSheet(game);
  const cards = games.map((game) =>
    h(
      "div",
      { class: "own-game" },
      tile(game, show),
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
