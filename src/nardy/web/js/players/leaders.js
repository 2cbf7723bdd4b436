// The leaderboard of a game at a pace.

import { ask } from "../api.js";
import { avatar } from "../avatars/drawing.js";
import { h } from "../dom.js";
import { ratingText } from "../game/layout/rating_words.js";
import { follow } from "../nav.js";
import { change, settings } from "../settings.js";
import { named, spoken, t } from "../words.js";
import { trendLine } from "./rating_graph.js";

/** @import { LadderFacts, Leader, Leaders } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** @param {string} game @param {string} pace @param {Go} go */
export async function leadersPage(game, pace, go) {
  /** @type {LadderFacts[]} */
  const ladders = await ask("/api/leaders");
  const here = ladders.find((one) => one.game === game && one.pace === pace) ?? (game ? undefined : ladders[0]);
  if (!here) return empty(ladders, go);
  /** @type {Leaders} */
  const told = await ask(`/api/leaders/${here.game}/${here.pace}`);
  return h(
    "div",
    { class: "leaders" },
    h("h1", { tabindex: -1 }, t("leaders.top", { game: lowered(here.name[spoken()]) })),
    choices(ladders, here, go),
    botSwitch([...told.leaders, ...told.provisional]),
    told.leaders.length ? table(told.leaders, told.you, go) : h("p", { class: "panel none" }, t("leaders.nobody", needed(told))),
    ...(told.provisional.length
      ? [
          h("h2", {}, t("leaders.provisional")),
          h("p", { class: "muted sm" }, t("leaders.provisional.is", needed(told))),
          table(told.provisional, null, go),
        ]
      : []),
    h("p", { class: "muted sm" }, t("leaders.how")),
  );
}

/** What a rank takes. @param {Leaders} told */
const needed = (told) => ({ n: told.needs, others: told.needs_opponents });

/** The switch that shows bots in the leaderboard. @param {Leader[]} rows */
function botSwitch(rows) {
  if (!rows.some(({ is_bot }) => is_bot)) return null;
  const box = h("input", {
    type: "checkbox",
    checked: settings.leaderbots,
    onchange: () => (change({ leaderbots: box.checked }), dress()),
  });
  const dress = () => box.closest(".leaders")?.classList.toggle("no-bots", !box.checked);
  queueMicrotask(dress);
  return h("label", { class: "check bots" }, box, h("span", {}, t("leaders.bots")));
}

/** The page where nobody has a rating yet. @param {LadderFacts[]} ladders @param {Go} go */
function empty(ladders, go) {
  return h(
    "div",
    { class: "leaders" },
    h("h1", { tabindex: -1 }, t("leaders")),
    ladders.length ? choices(ladders, null, go) : null,
    h(
      "div",
      { class: "panel none" },
      h("p", {}, t("leaders.none")),
      h("p", { class: "muted" }, t("leaders.none.how")),
      h("a", { class: "btn act", href: "/", onclick: follow(go) }, t("leaders.begin")),
    ),
  );
}

/** Links to games, and to the paces of the one shown. @param {LadderFacts[]} ladders @param {LadderFacts | null} here @param {Go} go */
function choices(ladders, here, go) {
  const games = ladders.filter((one, i) => ladders.findIndex(({ game }) => game === one.game) === i);
  const chip = (/** @type {LadderFacts} */ one, /** @type {string} */ word, /** @type {boolean} */ isHere, cls = "") =>
    h(
      "a",
      { class: `chip ${cls}`, href: `/leaders/${one.game}/${one.pace}`, "aria-current": isHere ? "page" : false, onclick: follow(go) },
      word,
    );
  const paces = here ? ladders.filter(({ game }) => game === here.game) : [];
  return h(
    "nav",
    { class: "choices", "aria-label": t("leaders.choose") },
    h("div", { class: "chips" }, ...games.map((one) => chip(one, one.name[spoken()], one.game === here?.game, "tall"))),
    paces.length ? h("div", { class: "chips" }, ...paces.map((one) => chip(one, t(`pace.${one.pace}`), one === here))) : null,
  );
}

/** @param {Leader[]} rows @param {Leader | null} you The user's row, shown below if it is not among the rows. @param {Go} go */
function table(rows, you, go) {
  const all = you?.rank && !rows.some(({ is_you: mine }) => mine) ? [...rows, you] : rows;
  const head = [
    ["#", "right"],
    [t("leaders.player"), ""],
    [t("leaders.rating"), "right"],
    [t("leaders.matches"), "right wide"],
    [t("leaders.trend"), "wide"],
  ];
  return h(
    "div",
    { class: "panel tablebox" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...head.map(([word, cls]) => h("th", { class: cls, scope: "col" }, word)))),
      h("tbody", {}, ...all.map((one) => row(one, go))),
    ),
  );
}

/** @param {Leader} one @param {Go} go */
function row(one, go) {
  const open = one.rank === null;
  return h(
    "tr",
    { class: one.is_you ? "you" : one.is_bot ? "bot" : "" },
    h("td", { class: "right muted num" }, open ? "–" : String(one.rank)),
    h(
      "th",
      { scope: "row" },
      h(
        "a",
        { class: "named", href: `/player/${one.player}`, onclick: follow(go) },
        avatar(one, 28),
        one.is_bot ? t(`bot.${one.name}`) : named(one.name),
      ),
      one.is_you ? h("span", { class: "muted sm" }, ` ${t("leaders.you")}`) : null,
    ),
    h("td", { class: "right num" }, h("b", {}, ratingText({ value: one.rating, is_provisional: one.is_provisional }))),
    h("td", { class: "right num muted wide" }, one.matches.toLocaleString(spoken())),
    h("td", { class: "wide" }, trendLine(one.trend)),
  );
}

/** A name within a sentence. @param {string} name */
export const lowered = (name) => name.charAt(0).toLocaleLowerCase() + name.slice(1);
