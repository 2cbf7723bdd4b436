// Cube and bomb decisions in a review: the act, the best one, and the values of the alternatives.

import { h } from "../dom.js";
import { percent, t } from "../words.js";
import { signed } from "./number_words.js";

/** @import { BombDecision, ReviewedDouble } from "../protocol.js" */

/** Whether it is the answer to a double. @param {ReviewedDouble | BombDecision} one */
export const isAnswer = ({ act }) => ["take", "pass", "beaver"].includes(act);

/** The act in a word. @param {ReviewedDouble | BombDecision} one */
export const actWord = ({ act, best }) => t(act === "roll" && best === "double" ? "cube.missed" : `cube.${act}`);

/** The verdict in one sentence. @param {ReviewedDouble | BombDecision} one */
export function actVerdict(one) {
  const { act, best, loss } = one;
  const [advice, chances] = "kept" in one ? ["", null] : [one.advice, one.match_chances];
  if (loss < 0.0005)
    return t(act === "roll" ? (advice === "too good to double" ? "cube.toogood" : "cube.right.roll") : `cube.right.${act}`);
  // In a match the loss is in match-winning chance.
  const lost = chances
    ? t("cube.lost.match", { chance: percent(matchLoss(act, chances)) })
    : t("cube.lost", { points: signed(loss).replace("+", "") });
  return `${t(`cube.better.${best}`)} ${lost}`;
}

/** The loss of match-winning chance. @param {string} act @param {number[]} chances */
function matchLoss(act, [waiting, taken, passed]) {
  const doubled = Math.min(taken, passed);
  const worth = { roll: waiting, double: doubled, take: 1 - taken, pass: 1 - passed }[act] ?? 0;
  return Math.max(0, (act === "roll" || act === "double" ? Math.max(waiting, doubled) : 1 - doubled) - worth);
}

/** The best of the three alternatives, a double being met by the right answer. @param {ReviewedDouble} one */
export function bestWay(one) {
  const { best, advice } = one;
  if (isAnswer(one)) return best === "pass" ? "pass" : "take";
  return best === "roll" ? "roll" : advice === "double, pass" ? "pass" : "take";
}

/** The three alternatives, seen by the player who may double. @param {ReviewedDouble} one @param {string} who */
export function cubeTable(one, who) {
  const { act, no_double, double_take, double_pass, match_chances: chances } = one;
  const ways = [
    ["roll", no_double],
    ["take", double_take],
    ["pass", double_pass],
  ];
  const [chosen, best] = [act === "beaver" ? "take" : act, bestWay(one)];
  const rows = ways.map(([way, worth], n) =>
    h(
      "tr",
      { class: way === chosen ? "chosen" : "" },
      h(
        "th",
        { scope: "row" },
        t(`cube.way.${way}`),
        way === chosen || (act === "double" && n)
          ? h("span", { class: "tag" }, t(act === "double" ? "cube.tag.doubled" : "cube.tag.chosen"))
          : way === best
            ? h("span", { class: "tag" }, t("cube.tag.best"))
            : null,
      ),
      chances ? h("td", {}, percent(chances[n])) : null,
      h("td", {}, signed(/** @type {number} */ (worth))),
    ),
  );
  const heads = [t("cube.way"), chances ? t("cube.match") : "", t("review.equity")].filter(Boolean);
  return table(t("cube.seen", { who }), heads, rows);
}

/** The two alternatives, seen by the player who has the bomb. @param {BombDecision} one @param {string} who */
export function bombTable({ act, best, exploded, kept }, who) {
  const rows = Object.entries({ bomb: exploded, keep: kept }).map(([way, worth]) => {
    const tag = way === act ? t("cube.tag.chosen") : way === best ? t("cube.tag.best") : "";
    return h(
      "tr",
      { class: way === act ? "chosen" : "" },
      h("th", { scope: "row" }, t(`cube.way.${way}`), tag ? h("span", { class: "tag" }, tag) : null),
      h("td", {}, signed(worth)),
    );
  });
  return table(t("bomb.seen", { who }), [t("cube.bomb"), t("review.equity")], rows);
}

/** @param {string} caption @param {string[]} heads @param {Element[]} rows */
function table(caption, heads, rows) {
  return h(
    "table",
    { class: "num" },
    h("caption", { class: "muted xs" }, caption),
    h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows),
  );
}
