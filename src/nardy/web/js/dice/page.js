// The page about all dice of the club: counts, what fair dice do, and what that proves.

import { ask } from "../api.js";
import { h, icon } from "../dom.js";
import { open } from "../parts.js";
import { counted, percent, t } from "../words.js";
import * as figures from "./statistics.js";
import { bars, follows, intervals, number } from "./charts.js";

/** @import { DiceCounts } from "../protocol.js" */
/** @typedef {figures.Finding} Finding */

const ADDRESS = "/api/dice";
/** Lengths of rows that share a line of the chart. */
const WAITS = [
  [1, 5],
  [6, 10],
  [11, 20],
  [21, 60],
];
const STREAKS = [
  [1, 1],
  [2, 2],
  [3, 12],
];
/** Below the first p-value dice are called unusual, below the second rare. */
const [UNUSUAL, RARE] = [0.05, 0.001];

export async function dicePage() {
  /** @type {[DiceCounts, unknown]} */
  const [told] = await Promise.all([ask(ADDRESS), open("dice")]);
  const element = h("main", { class: "fairness", id: "page" }, head(told), ...(told.throws ? sections(told) : []), proven());
  const title = element.querySelector("h1");
  // Later, since only an element in the document can take the focus.
  setTimeout(() => title?.focus({ preventScroll: true }));
  return { element, title: `${t("dice.title")} · nardy`, close() {} };
}

/** @param {DiceCounts} told */
function head(told) {
  const [first] = figures.findings(told);
  const lead = told.throws
    ? t("dice.lead", { throws: counted("throws", told.throws), rooms: counted("rooms", told.rooms) })
    : t("dice.none");
  return h(
    "header",
    {},
    h("h1", { tabindex: -1 }, t("dice.title")),
    h("p", { class: "lead" }, lead),
    told.is_complete ? null : h("p", { class: "muted" }, t("dice.counting")),
    told.throws ? h("div", { class: `panel verdict ${first ? grade(first) : ""}` }, icon("proof"), h("p", {}, verdict(first, told))) : null,
  );
}

/** How unusual a test is, by its corrected p-value. @param {Finding} found */
const grade = ({ corrected: chance }) => (chance >= UNUSUAL ? "even" : chance >= RARE ? "odd" : "rare");

/** The verdict of the first test, in plain words. @param {Finding | undefined} first @param {DiceCounts} told */
function verdict(first, told) {
  if (!first) return t("dice.few", { n: figures.ENOUGH, throws: told.throws });
  return t(`dice.verdict.${grade(first)}`, { often: often(first.chance) });
}

/** A p-value in words: how often fair dice deviate as much. @param {number} chance */
function often(chance) {
  if (chance < 1e-6) return t("dice.never");
  if (chance < RARE) return t("dice.once", { of: number(1 / chance) });
  const of = chance >= 0.0095 ? 100 : 1000;
  return t("dice.often", { n: Math.round(chance * of), of: number(of) });
}

/** @param {string} name @param {...(Node | string | null | undefined)} content */
const section = (name, ...content) =>
  h("section", {}, h("h2", {}, t(`dice.${name}`)), h("p", { class: "muted" }, t(`dice.${name}.is`)), ...content);

/** What a test found, in words and in numbers. @param {Finding[]} all @param {string} name */
function finding(all, name) {
  const one = all.find((found) => found.name === name);
  if (!one) return h("p", { class: "muted sm" }, t("dice.toofew"));
  const terms = t("dice.terms", {
    statistic: number(one.statistic, 1),
    degrees: one.degrees,
    chance: number(one.chance, 3),
    corrected: number(one.corrected, 3),
    n: all.length,
  });
  return h(
    "p",
    { class: `finding ${grade(one)}` },
    t("dice.as", { often: often(one.chance) }),
    " ",
    h("span", { class: "muted sm num" }, terms),
  );
}

/** @param {DiceCounts} told */
function sections(told) {
  const found = figures.findings(told);
  return [
    section("rolls", rolls(told), finding(found, "rolls"), table(told)),
    h(
      "div",
      { class: "two" },
      section("faces", faces(told), finding(found, "faces")),
      section("after", follows(told.after, figures.deviations(told.after)), finding(found, "after")),
    ),
    whoRolled(told),
    rows(told, found),
    wrong(told),
  ];
}

/** @param {DiceCounts} told */
function rolls({ rolls: names, thrown, throws }) {
  const counts = figures.totals(thrown);
  const all = names.map((roll, n) => ({ roll, dice: figures.diceOf(roll), seen: counts[n], fair: figures.fairShare(roll) }));
  const [doubles, others] = [true, false].map((wanted) => all.filter(({ roll }) => figures.isDouble(roll) === wanted));
  const far = [...all].sort((a, b) => b.seen / b.fair - a.seen / a.fair);
  const label = t("dice.rolls.label", {
    most: far[0].roll,
    mostshare: percent(far[0].seen / throws, 2),
    least: far[20].roll,
    leastshare: percent(far[20].seen / throws, 2),
  });
  return h("figure", { class: "panel" }, bars([doubles, others], throws, label), h("figcaption", { class: "key muted sm" }, t("dice.key")));
}

/** @param {DiceCounts} told */
function faces(told) {
  const all = figures.faces(told).map((seen, n) => ({ dice: [n + 1], seen, fair: 1 / 6 }));
  const label = t("dice.faces.label", { shares: all.map(({ seen }, n) => `${n + 1}: ${percent(seen / told.throws / 2)}`).join(", ") });
  return h("figure", { class: "panel" }, bars([all], told.throws * 2, label));
}

/** The numbers behind the first chart, as a table. @param {DiceCounts} told */
function table({ rolls: names, thrown, throws }) {
  const counts = figures.totals(thrown);
  const heads = ["roll", "seen", "fair", "share"].map((key, n) =>
    h("th", { scope: "col", class: n ? "right" : "" }, t(`dice.table.${key}`)),
  );
  const body = names.map((roll, n) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "num" }, roll),
      ...[number(counts[n]), number(throws * figures.fairShare(roll), 1), percent(counts[n] / throws, 2)].map((text) =>
        h("td", { class: "num right" }, text),
      ),
    ),
  );
  return h(
    "details",
    {},
    h("summary", {}, t("dice.table")),
    h("table", { class: "panel numbers" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...body)),
  );
}

/** Rolls by people and bots, and by seat. @param {DiceCounts} told */
function whoRolled(told) {
  const groups = Object.entries(figures.groups(told));
  const place = told.rolls.indexOf("6-6");
  const rowsOf = (/** @type {(group: import("../protocol.js").ThrownBy[]) => figures.Estimate} */ estimate) =>
    groups.map(([name, group]) => /** @type {[string, figures.Estimate]} */ ([t(`dice.who.${name}`), estimate(group)]));
  return section(
    "whom",
    h(
      "div",
      { class: "three-up" },
      panel(
        intervals(
          t("dice.doubles"),
          1 / 6,
          rowsOf((group) => figures.share(group, (n) => figures.isDouble(told.rolls[n]))),
          percent,
        ),
      ),
      panel(
        intervals(
          t("dice.pips"),
          figures.PIPS,
          rowsOf((group) => figures.pips(group, told.rolls)),
          (value) => number(value, 2),
        ),
      ),
      panel(
        intervals(
          t("dice.sixes"),
          1 / 36,
          rowsOf((group) => figures.share(group, (n) => n === place)),
          (value) => percent(value, 2),
        ),
      ),
    ),
    h("p", { class: "muted sm" }, t("dice.whom.how")),
  );
}

/** @param {Node} content */
const panel = (content) => h("div", { class: "panel box" }, content);

/** Streaks of doubles, and waits for one. @param {DiceCounts} told @param {Finding[]} found */
function rows(told, found) {
  const behind = (/** @type {number[][]} */ lengths, /** @type {"streaks" | "waits"} */ kind) =>
    lengths.map(
      ([from, to], n) =>
        /** @type {[string, figures.Estimate]} */ ([t(`dice.${kind}.${n + 1}`), figures.doublesBehind(told[kind], from, to)]),
    );
  const seen = figures.streaks(told);
  const heads = ["dice.row", "dice.table.seen", "dice.table.fair"].map((key, n) =>
    h("th", { scope: "col", class: n ? "right" : "" }, t(key)),
  );
  const body = seen.map(({ length, seen: times, fair }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, counted("doubles", length)),
      h("td", { class: "num right" }, number(times)),
      h("td", { class: "num right muted" }, number(fair, fair < 10 ? 1 : 0)),
    ),
  );
  const longest = (/** @type {string} */ key, /** @type {number} */ n, /** @type {number} */ chance) =>
    h("p", {}, t(key, { n, usual: figures.usualLongest(told, chance) }));
  return section(
    "rows",
    h(
      "div",
      { class: "two" },
      panel(intervals(t("dice.next"), 1 / 6, [...behind(WAITS, "waits"), ...behind(STREAKS, "streaks")], percent)),
      h(
        "div",
        { class: "panel box" },
        h(
          "table",
          { class: "numbers" },
          h("caption", {}, h("b", {}, t("dice.inrow"))),
          h("thead", {}, h("tr", {}, ...heads)),
          h("tbody", {}, ...body),
        ),
        longest("dice.longest.streak", told.longest_streak, 1 / 6),
        longest("dice.longest.wait", told.longest_wait, 5 / 6),
      ),
    ),
    finding(found, "doubles"),
  );
}

/** Common mistakes about dice. @param {DiceCounts} told */
function wrong(told) {
  const usual = counted("doubles", Math.max(figures.usualLongest(told, 1 / 6), 2));
  const said = ["memory", "rows", "hurt", "strong", "looking"].map((key) =>
    h("li", {}, h("b", {}, t(`dice.wrong.${key}`)), " ", t(`dice.wrong.${key}.is`, { throws: counted("throws", told.throws), usual })),
  );
  return h("section", {}, h("h2", {}, t("dice.wrong")), h("ul", { class: "said" }, ...said));
}

/** What the club's dice prove, and what they do not. */
function proven() {
  const list = (/** @type {string} */ kind, /** @type {string[]} */ keys) =>
    h(
      "div",
      { class: `panel box ${kind}` },
      h("h3", {}, t(`dice.${kind}`)),
      h("ul", { class: "said" }, ...keys.map((key) => h("li", {}, t(`dice.${kind}.${key}`)))),
    );
  const file = h("a", { href: ADDRESS, download: "nardy-dice.json" }, t("dice.file"));
  return h(
    "section",
    {},
    h("h2", {}, t("dice.what")),
    h("div", { class: "two" }, list("proven", ["before", "each", "all"]), list("not", ["known", "told", "bots"])),
    h("p", {}, file, " ", h("span", { class: "muted" }, t("dice.browser"))),
  );
}
