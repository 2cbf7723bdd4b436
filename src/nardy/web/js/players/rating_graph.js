// Rating graphs.

import { h, s } from "../dom.js";
import { spoken, t } from "../words.js";

/** @typedef {import("../protocol.js").RatingMark} RatingMark */

const WIDE = 640;
const HIGH = 236;
const LEFT = 64;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 46;
/** The smallest span of the axis, so that small changes look small. */
const SPAN = 60;

/** @param {number[]} values @param {(value: number, i: number) => [number, number]} at */
const line = (values, at) => {
  const points = values.map((value, i) => at(value, i).map((n) => n.toFixed(1)));
  return `M${points.join("L")}`;
};

/** The last ratings as a sparkline. @param {number[]} trend */
export function trendLine(trend) {
  if (trend.length < 2) return h("span", { class: "muted" }, "–");
  const low = Math.min(...trend);
  const span = Math.max(Math.max(...trend) - low, 8);
  const path = line(trend, (value, i) => [1 + (i * 94) / (trend.length - 1), 20 - ((value - low) / span) * 18]);
  return s("svg", { viewBox: "0 0 96 22", class: "trend", "aria-hidden": "true" }, s("path", { d: path }));
}

/** The graph of a rating over all matches. @param {RatingMark[]} marks */
export function ratingGraph(marks) {
  const values = marks.map(({ rating }) => rating);
  const { low, high, ticks } = scale(Math.min(...values), Math.max(...values));
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (HIGH - TOP - BOTTOM);
  const x = (/** @type {number} */ i) =>
    LEFT + (values.length > 1 ? (i * (WIDE - LEFT - RIGHT)) / (values.length - 1) : (WIDE - LEFT - RIGHT) / 2);
  const day = new Intl.DateTimeFormat(spoken(), { day: "numeric", month: "short", year: "numeric" });
  const last = values.length - 1;
  const label = t("graph.label", {
    from: Math.round(values[0]),
    to: Math.round(values[last]),
    low: Math.round(Math.min(...values)),
    high: Math.round(Math.max(...values)),
    n: values.length,
  });
  return s(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "graph", role: "img", "aria-label": label },
    ...ticks.flatMap((value) => [
      s("path", { class: "grid", d: `M${LEFT},${y(value)}H${WIDE - RIGHT}` }),
      s("text", { x: LEFT - 8, y: y(value) + 4, class: "right" }, String(value)),
    ]),
    s("text", { x: LEFT, y: HIGH - 8 }, day.format(marks[0].at)),
    last ? s("text", { x: WIDE - RIGHT, y: HIGH - 8, class: "right" }, day.format(marks[last].at)) : null,
    s("path", { class: "curve", d: line(values, (value, i) => [x(i), y(value)]) }),
    s("circle", { class: "now", cx: x(last), cy: y(values[last]), r: 4.5 }),
  );
}

/** Round numbers for an axis. @param {number} least @param {number} most */
function scale(least, most) {
  const spare = Math.max(0, SPAN - (most - least)) / 2;
  const [from, to] = [least - spare, most + spare];
  const step = [10, 20, 25, 50, 100, 200, 250, 500].find((one) => (to - from) / one <= 5) ?? 1000;
  const low = Math.floor(from / step) * step;
  const high = Math.ceil(to / step) * step;
  return { low, high, ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step) };
}

/** A stacked bar: won, drawn, lost. @param {number} won @param {number} drawn @param {number} lost */
export function scoreBar(won, drawn, lost) {
  const all = won + drawn + lost || 1;
  const [first, second] = [(100 * won) / all, (100 * (won + drawn)) / all];
  return s(
    "svg",
    { viewBox: "0 0 100 8", class: "scorebar", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "lost", width: 100, height: 8 }),
    s("rect", { class: "drawn", width: second, height: 8 }),
    s("rect", { class: "won", width: first, height: 8 }),
  );
}
