// All figures of a review in a sheet: for the match, and for each of its games.

import { pick } from "../choice_buttons.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { signed } from "./number_words.js";
import { byGame, statisticsOf } from "./statistics.js";
import { short } from "./summary.js";

/** @import { Seat } from "../protocol.js" */
/** @typedef {import("./number_words.js").Decision} Decision */
/** @typedef {import("./statistics.js").Share} Share */
/** @typedef {import("./statistics.js").Statistics} Statistics */
/** @typedef {{turns: Decision[], games: number[], seats: readonly Seat[], name: (seat: Seat) => string, hasCube: boolean, more: (Node | string)[]}} Shown */

/** A share as its rating and how many decisions it has. @param {Share} share */
const rated = ({ rating, decisions }) => (rating === null ? "–" : t("figures.rating", { rating: short(rating), n: decisions }));

/** @type {[string, (told: Statistics) => string, boolean][]} */
const ROWS = [
  ["all", ({ all }) => rated(all), false],
  ["checkers", ({ checkers }) => rated(checkers), true],
  ["cube", ({ cube }) => rated(cube), true],
  ["blunders", ({ blunders }) => String(blunders), false],
  ["errors", ({ errors }) => String(errors), false],
  ["inaccuracies", ({ inaccuracies }) => String(inaccuracies), false],
  ["missed", ({ missed }) => String(missed), true],
  ["doubles", ({ wrongDoubles }) => String(wrongDoubles), true],
  ["takes", ({ wrongTakes }) => String(wrongTakes), true],
  ["passes", ({ wrongPasses }) => String(wrongPasses), true],
  ["lost", ({ all }) => signed(-all.lost), false],
  ["luck", ({ luck }) => signed(luck), false],
  ["luck-roll", ({ luck, rolls }) => (rolls ? signed(luck / rolls) : "–"), false],
];

/** @param {Shown} shown */
export async function figuresSheet(shown) {
  const { sheet } = await import("../sheet.js");
  const { turns, games } = shown;
  const parts = games.length > 1 ? [turns, ...byGame(turns, games)] : [turns];
  const box = h("div", {}, table(turns, shown));
  /** @type {[string, string][]} */
  const values = parts.map((_, n) => [String(n), n ? t("figures.game", { n }) : t("figures.match")]);
  const choice = parts.length > 1 ? pick(t("figures.of"), values, "0", (n) => box.replaceChildren(table(parts[Number(n)], shown))) : "";
  sheet(t("figures.title"), choice, box, h("p", { class: "muted sm" }, t("review.rate")), ...shown.more);
}

/** @param {Decision[]} turns @param {Shown} shown */
function table(turns, { seats, name, hasCube }) {
  const told = seats.map((seat) => statisticsOf(turns, seat));
  const rows = ROWS.filter(([, , isOfCube]) => hasCube || !isOfCube).map(([key, word]) =>
    h("tr", {}, h("th", { scope: "row" }, t(`figures.${key}`)), ...told.map((one) => h("td", {}, word(one)))),
  );
  const heads = seats.map((seat) => h("th", { scope: "col" }, name(seat)));
  return h("table", { class: "num figures-table" }, h("thead", {}, h("tr", {}, h("td", {}), ...heads)), h("tbody", {}, ...rows));
}
