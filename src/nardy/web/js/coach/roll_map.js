// The opponent's 36 rolls after two turns: how much of the difference each of them makes.

import { h } from "../dom.js";
import { turnWord } from "../game/narration/notation.js";
import { signed } from "../review/number_words.js";
import { spoken, t } from "../words.js";

/** @import { RollGroup, TurnExplanation } from "../protocol.js" */

const DICE = [1, 2, 3, 4, 5, 6];
/** Groups that are listed and marked in the map. */
const MOST_GROUPS = 3;
/** The least part of the loss for which a group is listed. */
const LEAST_PART = 0.08;
/** Points of a roll from which its cell is one shade darker. */
const SHADES = [0.02, 0.1, 0.3];

/** @param {TurnExplanation} told */
export function rollMap(told) {
  const listed = groupsOf(told);
  const mark = (/** @type {string} */ group) => listed.findIndex((one) => one.group === group) + 1;
  const cell = (/** @type {number} */ one, /** @type {number} */ other) => {
    const roll = told.rolls.find(({ dice }) => dice[0] === Math.max(one, other) && dice[1] === Math.min(one, other));
    if (!roll) return h("td", {});
    const points = roll.best - roll.played;
    return h("td", { class: [shadeOf(points), `mark${mark(roll.group)}`].join(" ") }, brief(points));
  };
  const words = { best: turnWord(told.best), played: turnWord(told.played) };
  return h(
    "div",
    { class: "roll-map" },
    h(
      "table",
      { class: "num" },
      h("caption", { class: "muted xs" }, t("coach.map", words)),
      h("thead", {}, h("tr", {}, h("td", {}), ...DICE.map((n) => h("th", { scope: "col" }, String(n))))),
      h("tbody", {}, ...DICE.map((n) => h("tr", {}, h("th", { scope: "row" }, String(n)), ...DICE.map((m) => cell(n, m))))),
    ),
    listed.length
      ? h("ul", { class: "roll-groups" }, ...listed.map((one, n) => h("li", { class: `mark${n + 1}` }, groupWord(one, told))))
      : "",
  );
}

/** The groups worth naming, the largest part first. @param {TurnExplanation} told */
const groupsOf = ({ groups, loss }) =>
  groups
    .filter(({ group, part }) => group !== "same" && Math.abs(part) >= LEAST_PART * Math.abs(loss ?? 0) && Math.abs(part) >= 0.005)
    .slice(0, MOST_GROUPS);

/** What the rolls of a group do, and what they make of the difference. @param {RollGroup} one @param {TurnExplanation} told */
function groupWord({ group, rolls, part }, { best, played }) {
  const lacks = group.startsWith("-");
  const what = t(`coach.group.${(lacks ? group.slice(1) : group).replaceAll(" ", "-")}`);
  return t("coach.group", { n: rolls, turn: turnWord(lacks ? best : played), what, points: signed(part) });
}

/** Points in hundredths: a cell has little room. @param {number} points */
function brief(points) {
  const hundredths = Math.round(points * 100);
  return hundredths ? hundredths.toLocaleString(spoken(), { signDisplay: "exceptZero" }).replace("-", "−") : "0";
}

/** How much the roll is worth, as a class. @param {number} points */
function shadeOf(points) {
  const step = SHADES.filter((least) => Math.abs(points) >= least).length;
  return step ? `${points > 0 ? "for" : "against"}${step}` : "";
}
