// A decision with the cube in a review: what was done, what was best, and what the three ways were worth.

import { h } from "../dom.js";
import { t } from "../words.js";
import { percent, signed } from "./figures.js";

/** @typedef {import("./figures.js").Doubled} Doubled */

/** What was done, in a word. @param {Doubled} one */
export const actWord = ({ act, best }) => t(act === "roll" && best === "double" ? "cube.missed" : `cube.${act}`);

/** What it was worth, in one sentence. @param {Doubled} one */
export function cubeVerdict({ act, best, loss, advice, match_chances: chances }) {
  if (loss < 0.0005) return t(act === "roll" ? (advice === "too good to double" ? "cube.toogood" : "cube.right.roll") : `cube.right.${act}`);
  // In a match it is the match that counts, and its chances say more than points.
  const lost = chances ? t("cube.lost.match", { chance: percent(matchLoss(act, chances)) }) : t("cube.lost", { points: signed(loss).replace("+", "") });
  return `${t(`cube.better.${best}`)} ${lost}`;
}

/** By how much the chance to win the match fell. @param {string} act @param {[number, number, number]} chances */
function matchLoss(act, [waiting, taken, passed]) {
  const doubled = Math.min(taken, passed);
  const worth = { roll: waiting, double: doubled, take: 1 - taken, pass: 1 - passed }[act] ?? 0;
  return Math.max(0, (act === "roll" || act === "double" ? Math.max(waiting, doubled) : 1 - doubled) - worth);
}

/** The three ways, seen by who may double. @param {Doubled} one @param {string} who */
export function cubeTable({ act, best, no_double, double_take, double_pass, match_chances: chances }, who) {
  const ways = [["roll", no_double], ["take", double_take], ["pass", double_pass]];
  const chosen = act === "beaver" ? "take" : act;
  const rows = ways.map(([way, worth], n) =>
    h(
      "tr",
      { class: way === chosen ? "chosen" : "" },
      h("th", { scope: "row" }, t(`cube.way.${way}`), way === chosen || (act === "double" && n) ? h("span", { class: "tag" }, t(act === "double" ? "cube.tag.doubled" : "cube.tag.chosen")) : way === best ? h("span", { class: "tag" }, t("cube.tag.best")) : null),
      chances ? h("td", {}, percent(chances[n])) : null,
      h("td", {}, signed(/** @type {number} */ (worth))),
    ),
  );
  const heads = [t("cube.way"), chances ? t("cube.match") : "", t("review.equity")].filter(Boolean);
  return h("table", { class: "num" }, h("caption", { class: "muted xs" }, t("cube.seen", { who })), h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows));
}
