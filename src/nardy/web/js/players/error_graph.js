// The error rate over time: a dot for each game, and the mean of the last ten; the same as a table.

import { h, s } from "../dom.js";
import { follow } from "../nav.js";
import { spoken, t } from "../words.js";
import { means, RUN, seriesOf } from "./error_series.js";

/** @import { GameErrors } from "../protocol.js" */
/** @import { NamedPart, Series, Spot } from "./error_series.js" */

const [WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM] = [640, 236, 64, 12, 14, 46];
/** Points, such as 0.021. @param {number} value */
export const points = (value) => value.toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** A game's rate may be far above the rest; the axis ends at this multiple of the highest mean. */
const MOST = 3;
const MOST_ROWS = 30;

/** @param {GameErrors} game @param {NamedPart[]} parts @param {((path: string) => void) | null} go Null on another's profile. */
export function errorGraph(game, parts, go) {
  const all = seriesOf(game.marks, [t("errors.all"), t("errors.turns"), t("errors.cubes")], parts).filter(({ spots }) => spots.length > 1);
  if (!all.length) return null;
  const box = h("div", { "aria-live": "polite" });
  const show = (/** @type {string} */ id) => {
    const one = all.find((series) => series.id === id) ?? all[0];
    box.replaceChildren(picture(one), table(one, go));
  };
  const name = `errors-of-${game.game}`;
  const select = h(
    "select",
    { class: "field", id: name, onchange: () => show(select.value) },
    ...all.map(({ id, word }) => h("option", { value: id }, word)),
  );
  show(all[0].id);
  return h("div", { class: "over-time" }, h("div", { class: "asked" }, h("label", { for: name }, t("errors.series")), select), box);
}

/** @param {Series} one */
function picture({ word, spots }) {
  const rates = spots.map(({ lost, count }) => lost / count);
  const running = means(spots);
  const { high, ticks } = scale(Math.max(Math.min(Math.max(...rates), MOST * Math.max(...running)), 0.002));
  const y = (/** @type {number} */ value) => TOP + (1 - Math.min(value, high) / high) * (HIGH - TOP - BOTTOM);
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDE - LEFT - RIGHT)) / (spots.length - 1);
  const day = new Intl.DateTimeFormat(spoken(), { day: "numeric", month: "short", year: "numeric" });
  const label = t("errors.graph", {
    part: word,
    n: spots.length,
    from: points(running[Math.min(RUN, running.length) - 1]),
    to: points(running[running.length - 1]),
  });
  return h(
    "figure",
    {},
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "graph", role: "img", "aria-label": label },
      ...ticks.flatMap((value) => [
        s("path", { class: "grid", d: `M${LEFT},${y(value)}H${WIDE - RIGHT}` }),
        s("text", { x: LEFT - 8, y: y(value) + 4, class: "right" }, value.toLocaleString(spoken())),
      ]),
      s("text", { x: LEFT, y: HIGH - 8 }, day.format(spots[0].at)),
      s("text", { x: WIDE - RIGHT, y: HIGH - 8, class: "right" }, day.format(spots[spots.length - 1].at)),
      ...rates.map((rate, i) => s("circle", { class: "one", cx: x(i).toFixed(1), cy: y(rate).toFixed(1), r: 3 })),
      s("path", { class: "curve", d: `M${running.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join("L")}` }),
    ),
    h("figcaption", { class: "muted sm" }, t("errors.key", { n: RUN })),
  );
}

/** Round numbers for an axis from 0. @param {number} most */
function scale(most) {
  const step = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((one) => most / one <= 5) ?? 1;
  const count = Math.ceil(most / step);
  return { high: count * step, ticks: Array.from({ length: count + 1 }, (_, i) => Number((i * step).toFixed(4))) };
}

/** The same figures, the latest first. @param {Series} one @param {((path: string) => void) | null} go */
function table({ spots }, go) {
  const day = new Intl.DateTimeFormat(spoken(), { dateStyle: "short" });
  const running = means(spots);
  const rows = spots.map((spot, i) => ({ ...spot, mean: running[i] })).reverse();
  const row = (/** @type {Spot & {mean: number}} */ { at, room, count, lost, mean }) =>
    h(
      "tr",
      {},
      h("td", { class: "day" }, go && room ? h("a", { href: `/review/${room}`, onclick: follow(go) }, day.format(at)) : day.format(at)),
      h("td", { class: "right num" }, points(lost / count)),
      h("td", { class: "right num" }, points(mean)),
      h("td", { class: "right num muted" }, count.toLocaleString(spoken())),
    );
  const head = [
    ["profile.ended", ""],
    ["errors.each", "right"],
    ["errors.mean", "right"],
    ["errors.decisions", "right"],
  ];
  const heads = head.map(([key, cls]) => h("th", { class: cls, scope: "col" }, t(key, { n: RUN })));
  return h(
    "details",
    {},
    h("summary", {}, t("errors.table")),
    h(
      "div",
      { class: "tablebox", tabindex: 0, role: "group", "aria-label": t("errors.table") },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows.slice(0, MOST_ROWS).map(row))),
    ),
  );
}
