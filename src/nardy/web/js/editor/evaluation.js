// What a bot thinks of a position, as elements of the page.

import { Why } from "../coach/why.js";
import { h } from "../dom.js";
import { turnWord } from "../game/narration/notation.js";
import { announce } from "../live_region.js";
import { signed } from "../review/number_words.js";
import { percent, t } from "../words.js";

/** @import { Candidate, PositionEvaluation } from "../protocol.js" */

/** @param {PositionEvaluation} told @param {(one: Candidate) => void} show Shows a turn on the board. @param {string} [position] Where the coach may be asked why. @returns {HTMLElement[]} */
export const evaluationOf = (told, show, position = "") => (told.kind === "turns" ? turnsOf(told, show, position) : chancesOf(told));

/** @param {PositionEvaluation} told @param {(one: Candidate) => void} show @param {string} position @returns {HTMLElement[]} */
function turnsOf({ turns }, show, position) {
  const why = new Why();
  const choose = (/** @type {Candidate} */ one) => {
    show(one);
    if (position) why.about({ position, turn: one.turn });
  };
  if (position && turns.length > 1) why.about({ position, turn: turns[0].turn });
  const row = (/** @type {Candidate} */ one, /** @type {number} */ n) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "seek", onclick: () => choose(one) },
        h("b", {}, turnWord(one.turn)),
        h("span", { class: "muted num" }, percent(one.win)),
        h("span", { class: "num" }, n ? (one.loss === null ? "" : signed(-one.loss)) : signed(one.equity)),
      ),
    );
  announce(t("editor.best", { turn: turnWord(turns[0].turn) }));
  return [
    h("h2", {}, t("editor.evaluation")),
    h("ol", {}, ...turns.map(row)),
    h("p", { class: "muted xs" }, t("editor.columns")),
    why.element,
  ];
}

/** @param {PositionEvaluation} told @returns {HTMLElement[]} */
function chancesOf({ win, equity, cube }) {
  const says = t("editor.value", { win: percent(win), points: signed(equity) });
  announce(says);
  return [h("h2", {}, t("editor.evaluation")), h("p", {}, says), ...(cube ? [h("p", {}, t(`advice.${cube.replace(/\W+/g, "-")}`))] : [])];
}
