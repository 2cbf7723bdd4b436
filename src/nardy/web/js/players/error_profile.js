// Error rates over reviewed games, on a player's profile: strengths and leaks, a graph over time, tables.

import { ask } from "../api.js";
import { h, s } from "../dom.js";
import { open } from "../parts.js";
import { PR_SCALE } from "../review/performance_rating.js";
import { has, spoken, t } from "../words.js";
import { errorChoices } from "./error_choices.js";
import { errorGraph, points } from "./error_graph.js";

/** @import { ErrorPart, ErrorProfile, ErrorRate, ErrorReason, GameErrors } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

/** 95 percent of a normal distribution lie within so many standard errors. */
const SURE = 1.96;
const PHASES = ["opening", "middle", "race", "bearing off"];

/** The section of a profile; empty where there is nothing to see. @param {string} id @param {string} name @param {Go} go */
export function errorSection(id, name, go) {
  const box = h("section", { class: "errors" });
  Promise.all([ask(`/api/players/${id}/errors`), open("errors")]).then(
    ([profile]) => profile.is_shown && (profile.is_you || profile.games.length) && show(box, profile, name, go),
    () => {},
  );
  return box;
}

/** @param {HTMLElement} box @param {ErrorProfile} profile @param {string} name @param {Go} go */
function show(box, profile, name, go) {
  box.replaceChildren(
    h("h2", {}, t("errors")),
    h("p", { class: "muted sm" }, t("errors.is")),
    profile.withheld ? h("p", { class: "muted sm" }, t("errors.withheld", { n: profile.withheld })) : "",
    profile.games.length ? games(profile, name, go) : h("p", { class: "panel none muted" }, t("errors.none")),
    profile.is_you ? errorChoices(profile) : "",
  );
}

/** The games, one shown. @param {ErrorProfile} profile @param {string} name @param {Go} go */
function games(profile, name, go) {
  const box = h("div", { class: "of-game", "aria-live": "polite" });
  const chips = profile.games.map((one) => h("button", { class: "chip tall", onclick: () => choose(one) }, one.name[spoken()]));
  const choose = (/** @type {GameErrors} */ one) => {
    chips.forEach((chip, i) => chip.setAttribute("aria-pressed", String(profile.games[i] === one)));
    box.replaceChildren(ofGame(one, profile, name, go));
  };
  choose(profile.games[0]);
  return h("div", { class: "panel ladder" }, h("div", { class: "chips", role: "group", "aria-label": t("errors.game") }, ...chips), box);
}

/** @param {GameErrors} one @param {ErrorProfile} profile @param {string} name @param {Go} go */
function ofGame(one, profile, name, go) {
  const phases = one.parts.filter(({ kind }) => kind === "phase").sort((a, b) => PHASES.indexOf(a.id) - PHASES.indexOf(b.id));
  const plans = one.parts.filter(({ kind }) => kind === "plan").sort((a, b) => b.inside.count - a.inside.count);
  return h(
    "div",
    { class: "of-game" },
    figures(one),
    findings(one, profile, name),
    errorGraph(
      one,
      [...phases, ...plans].map((part) => ({ part, word: partWord(part) })),
      profile.is_you ? go : null,
    ),
    parts("errors.phases", phases),
    parts("errors.plans", plans),
    reasons(one.reasons),
  );
}

/** @param {GameErrors} one */
function figures({ all, turns, cubes, luck }) {
  const rows = [
    [(PR_SCALE * all.rate).toLocaleString(spoken(), { maximumFractionDigits: 1 }), t("errors.pr", { n: all.games })],
    [points(turns.rate), t("errors.turns")],
    [cubes.count ? points(cubes.rate) : "–", t("errors.cubes")],
    [`${luck < 0 ? "−" : "+"}${points(Math.abs(luck))}`, t("errors.luck")],
  ];
  return h(
    "dl",
    { class: "facts" },
    ...rows.map(([number, word]) => h("div", {}, h("dt", { class: "xs muted" }, word), h("dd", { class: "num" }, number))),
  );
}

/** Strengths and leaks in sentences, or why there are none. @param {GameErrors} one @param {ErrorProfile} profile @param {string} name */
function findings(one, profile, name) {
  const found = one.parts.filter(({ verdict }) => verdict);
  if (!found.length) {
    const isEnough = one.parts.some(({ chance }) => chance !== null);
    const key = isEnough ? "errors.even" : "errors.few";
    return h("p", { class: "muted" }, t(key, { n: profile.needs_games, turns: profile.needs_turns }));
  }
  return h(
    "ul",
    { class: "findings" },
    ...found.map((part) =>
      h("li", {}, h("b", { class: part.verdict }, t(`errors.${part.verdict}`)), " ", sentence(part, one, profile.is_you ? "" : name)),
    ),
  );
}

/** @param {ErrorPart} part @param {GameErrors} one @param {string} who '' is the reader. */
function sentence({ kind, id, inside, elsewhere, error, words }, one, who) {
  const key = `errors.in.${kind}.${id}`;
  return t(who ? "errors.told.of" : "errors.told", {
    who,
    game: inSentence(one.name[spoken()]),
    part: has(key) ? t(key) : t("errors.in", { plan: words[spoken()] ?? id }),
    inside: points(inside.rate),
    elsewhere: points(elsewhere.rate),
    difference: points(Math.abs(inside.rate - elsewhere.rate)),
    spare: points(SURE * (error ?? 0)),
    games: inside.games,
  });
}

/** A game's name within an English sentence; the Russian one begins with it. @param {string} name */
const inSentence = (name) => (spoken() === "en" ? name[0].toLowerCase() + name.slice(1) : name);

/** @param {ErrorPart} part */
const partWord = ({ kind, id, words }) => (kind === "phase" ? t(`errors.phase.${id}`) : (words[spoken()] ?? id));

/** Rates with their uncertainty, as a table. @param {string} title @param {ErrorPart[]} told */
function parts(title, told) {
  if (!told.length) return null;
  const top = Math.max(...told.map(({ inside }) => inside.rate + SURE * (inside.error ?? 0)), 0.001);
  const row = (/** @type {ErrorPart} */ part) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, partWord(part)),
      h("td", { class: "wide bar" }, interval(part.inside, top)),
      h("td", { class: "right num" }, points(part.inside.rate), spare(part.inside)),
      h("td", { class: "right num muted" }, part.inside.count.toLocaleString(spoken())),
      h("td", { class: "right num muted wide" }, part.inside.games.toLocaleString(spoken())),
    );
  const head = [
    [title, ""],
    ["errors.picture", "wide"],
    ["errors.rate", "right"],
    ["errors.count", "right"],
    ["errors.games", "right wide"],
  ];
  const heads = head.map(([key, cls]) => h("th", { class: cls, scope: "col" }, t(key)));
  return h(
    "div",
    { class: "tablebox", tabindex: 0, role: "group", "aria-label": t(title) },
    h("table", { class: "rates" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...told.map(row))),
  );
}

/** @param {ErrorRate} rate */
const spare = ({ error }) => (error === null ? "" : h("span", { class: "muted sm" }, ` ±${points(SURE * error)}`));

/** A rate and its 95 percent interval on a line. @param {ErrorRate} one @param {number} top */
function interval({ rate, error }, top) {
  const x = (/** @type {number} */ value) => `${Math.max(0, Math.min(100, (100 * value) / top)).toFixed(1)}%`;
  const about = SURE * (error ?? 0);
  return s(
    "svg",
    { height: 22, class: "interval", "aria-hidden": "true" },
    s("line", { class: "axis", x1: "0%", x2: "100%", y1: 11, y2: 11 }),
    s("line", { class: "span", x1: x(rate - about), x2: x(rate + about), y1: 11, y2: 11 }),
    s("circle", { cx: x(rate), cy: 11, r: 4.5 }),
  );
}

/** What explains the errors. @param {ErrorReason[]} told */
function reasons(told) {
  if (!told.length) return null;
  const row = (/** @type {ErrorReason} */ { id, count, lost }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, has(`errors.reason.${id}`) ? t(`errors.reason.${id}`) : id),
      h("td", { class: "right num" }, count.toLocaleString(spoken())),
      h("td", { class: "right num" }, points(lost)),
    );
  const head = [
    ["errors.reasons", ""],
    ["errors.mistakes", "right"],
    ["errors.lost", "right"],
  ];
  const heads = head.map(([key, cls]) => h("th", { class: cls, scope: "col" }, t(key)));
  const box = { class: "tablebox", tabindex: 0, role: "group", "aria-label": t("errors.reasons") };
  return h("div", box, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...told.map(row))));
}
