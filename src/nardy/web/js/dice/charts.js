// Charts of dice counts: bars against the expectation, confidence intervals, a tinted table.

import { die } from "../board/shapes.js";
import { h, s } from "../dom.js";
import { percent, spoken, t } from "../words.js";
import { SURE } from "./distributions.js";
import { FACES } from "./statistics.js";

/** @typedef {import("./statistics.js").Estimate} Estimate */
/** @typedef {{dice: number[], seen: number, fair: number}} Bar What was seen, and the share that is fair. */

const [WIDE, HIGH, DIE] = [44, 116, 20];
/** Estimates from fewer throws do not set the scale. */
const MANY = 100;

/** @param {number} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value.toLocaleString(spoken(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The half width of chance's band around the expectation, as a part of it. @param {number} fair @param {number} of */
const band = (fair, of) => SURE * Math.sqrt((1 - fair) / (of * fair));

/** Bars relative to their expectation, all on one scale. @param {Bar[][]} sets @param {number} of @param {string} label */
export function bars(sets, of, label) {
  const top = 1.04 * Math.max(...sets.flat().flatMap(({ seen, fair }) => [seen / (of * fair), 1 + band(fair, of)]));
  return h(
    "div",
    { class: "barsets", role: "img", "aria-label": label },
    ...sets.map((set) => h("div", { class: `bars of${set.length}` }, ...set.map((bar) => column(bar, of, Math.min(top, 3))))),
  );
}

/** @param {Bar} bar @param {number} of @param {number} top */
function column({ dice, seen, fair }, of, top) {
  const y = (/** @type {number} */ part) => +(HIGH * (1 - Math.min(part, top) / top)).toFixed(1);
  const [part, spare] = [seen / (of * fair), band(fair, of)];
  const foot = HIGH + 8 + dice.length * (DIE + 4);
  return h(
    "span",
    {},
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${foot}` },
      s("rect", {
        class: Math.abs(part - 1) > spare ? "bar out" : "bar",
        x: 9,
        width: WIDE - 18,
        y: y(part),
        height: HIGH - y(part),
        rx: 2,
      }),
      s("rect", { class: "band", x: 2, width: WIDE - 4, y: y(1 + spare), height: Math.max(y(Math.max(1 - spare, 0)) - y(1 + spare), 1) }),
      s("path", { class: "fair", d: `M2,${y(1)}H${WIDE - 2}` }),
      ...dice.map((value, n) => {
        const at = s("g", { transform: `translate(${WIDE / 2} ${HIGH + 8 + DIE / 2 + n * (DIE + 4)})` });
        at.append(die(value, "w", DIE, false));
        return at;
      }),
    ),
    h("b", { class: "num" }, percent(seen / of, of >= 20000 ? 2 : 1)),
  );
}

/** A small die within a line of text. @param {number} face */
export function smallDie(face) {
  const at = s("g", { transform: "translate(11 11)" });
  at.append(die(face, "w", 18, false));
  return s("svg", { viewBox: "0 0 22 24", class: "small-die", role: "img", "aria-label": String(face) }, at);
}

/**
 * Estimates with their confidence intervals against the fair value.
 * @param {string} title @param {number} fair @param {[string, Estimate][]} rows @param {(value: number) => string} told
 */
export function intervals(title, fair, rows, told) {
  // A rare estimate has a wide interval, which would shrink the others; it may end at the edge.
  const known = rows.filter(([, { of }]) => of >= MANY || rows.every(([, one]) => one.of < MANY && of));
  const [low, high] = [Math.min(fair, ...known.map(([, one]) => one.low)), Math.max(fair, ...known.map(([, one]) => one.high))];
  const spare = (high - low || fair) * 0.08;
  const x = (/** @type {number} */ value) =>
    `${Math.min(100, Math.max(0, (100 * (value - low + spare)) / (high - low + 2 * spare))).toFixed(2)}%`;
  return h(
    "table",
    { class: "intervals" },
    h("caption", {}, h("b", {}, title), " ", h("span", { class: "muted" }, t("dice.fairly", { value: told(fair) }))),
    h(
      "thead",
      { class: "spoken" },
      h("tr", {}, ...["dice.who", "dice.picture", "dice.value", "dice.of"].map((key) => h("th", { scope: "col" }, t(key)))),
    ),
    h("tbody", {}, ...rows.map(([name, one]) => interval(name, one, x, fair, told))),
  );
}

/** @param {string} name @param {Estimate} one @param {(value: number) => string} x @param {number} fair @param {(value: number) => string} told */
function interval(name, one, x, fair, told) {
  if (!one.of)
    return h(
      "tr",
      { class: "muted" },
      h("th", { scope: "row" }, name),
      h("td", {}),
      h("td", { class: "num right" }, "–"),
      h("td", { class: "num right" }, "0"),
    );
  const isOut = one.low > fair || one.high < fair;
  const label = t("dice.between", { low: told(one.low), high: told(one.high) });
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h(
      "td",
      { class: "wideline" },
      s(
        "svg",
        { height: 22, role: "img", "aria-label": label, class: isOut ? "out" : "" },
        s("line", { class: "fair", x1: x(fair), x2: x(fair), y1: 0, y2: 22 }),
        s("line", { class: "span", x1: x(one.low), x2: x(one.high), y1: 11, y2: 11 }),
        s("circle", { cx: x(one.value), cy: 11, r: 4.5 }),
      ),
    ),
    h("td", { class: "num right" }, told(one.value)),
    h("td", { class: "num right muted of" }, number(one.of)),
  );
}

/** Which face followed which, as shares. @param {number[][]} after @param {number[][]} off By how many standard deviations. */
export function follows(after, off) {
  const row = (/** @type {number[]} */ counts, /** @type {number} */ j) => {
    const all = counts.reduce((sum, one) => sum + one, 0) || 1;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, smallDie(j + 1)),
      ...counts.map((count, i) => h("td", { class: `num tint${tint(off[j][i])}` }, percent(count / all))),
    );
  };
  return h(
    "table",
    { class: "follows" },
    h("caption", { class: "muted sm" }, t("dice.after.table", { fair: percent(1 / 6) })),
    h("thead", {}, h("tr", {}, h("td", {}), ...FACES.map((face) => h("th", { scope: "col" }, smallDie(face))))),
    h("tbody", {}, ...after.map(row)),
  );
}

/** The tint of a cell, from -3 to 3. @param {number} off */
const tint = (off) => Math.sign(off) * (Math.abs(off) >= 3 ? 3 : Math.abs(off) >= SURE ? 2 : Math.abs(off) >= 1 ? 1 : 0) || 0;
