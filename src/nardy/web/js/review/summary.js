// The figures of a review: both players' error rates, and how deep was looked.

import { h } from "../dom.js";
import { spoken, t } from "../words.js";

/** @import { Figures, Review } from "../protocol.js" */

/** A number with one decimal. @param {number} n */
export const short = (n) => n.toLocaleString(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A player's figures. @param {string} name @param {Figures | undefined} told */
export function figures(name, told) {
  if (!told) return h("div", {}, h("span", { class: "muted xs" }, name));
  return h(
    "div",
    {},
    h("b", {}, name),
    h(
      "span",
      { class: "figure num" },
      h("abbr", { class: "muted sm", title: t("review.rate") }, "PR"),
      " ",
      h("b", {}, short(told.performance_rating)),
    ),
    told.level ? h("span", { class: "level" }, t(`level.of.${told.level}`)) : null,
    h("span", { class: "muted sm" }, t("review.blunders", { n: told.blunders })),
    h("span", { class: "muted sm" }, t("review.decisions", { n: told.decisions })),
  );
}

/** The depth of the analysis. @param {Pick<Review, "state" | "plies" | "preview_plies" | "luck_plies" | "deep" | "of">} told */
export function pliesWords({ state, plies, preview_plies, luck_plies, deep, of }) {
  const words = [t("review.plies", { n: plies, luck: luck_plies })];
  if (state === "working" && deep < of) words.unshift(t("review.preview", { n: preview_plies }));
  return words.join(" ");
}

/** The progress of a review. @param {Review} told */
export function stateWord({ state, looked_at, of, deep, reason, withheld }) {
  if (state === "failed") return `${t("review.unable")} ${reason}`;
  if (state === "done") return withheld ? t("review.withheld", { n: withheld }) : "";
  return looked_at < of ? t("review.working", { done: looked_at, of }) : t("review.deeper", { done: deep, of });
}
