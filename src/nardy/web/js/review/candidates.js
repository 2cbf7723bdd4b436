// The candidates of a turn: their chances as numbers and as a bar, and what they lose.

import { h, s } from "../dom.js";
import { turnWord } from "../game/narration/notation.js";
import { percent, t } from "../words.js";
import { signed } from "./number_words.js";

/** @import { Candidate, Reviewed } from "../protocol.js" */

/** The loss from which a number is marked. */
const MARKED = 0.015;

/** @param {Pick<Reviewed, "choices" | "chosen">} one @param {number} at The candidate whose arrows are shown. @param {((n: number) => void) | null} look Shows its arrows; null where there is no board. @returns {HTMLElement | ""} */
export function candidateTable({ choices, chosen }, at, look) {
  if (!choices.length) return "";
  const gammons = choices.some(({ gammon }) => gammon !== null);
  const heads = ["turn.head", "win", gammons ? "gammon" : "", "equity", "loss"].filter(Boolean);
  const row = (/** @type {Candidate} */ choice, /** @type {number} */ n) => {
    const tag = n === chosen ? t("review.tag.played") : n === 0 ? t("review.tag.best") : "";
    const word = turnWord(choice.turn);
    const turn = look ? h("button", { class: "turn", "aria-pressed": String(n === at), onclick: () => look(n) }, word) : word;
    return h(
      "tr",
      { class: n === chosen ? "chosen" : "" },
      h("th", { scope: "row" }, turn, tag ? h("span", { class: "tag" }, tag) : null, chanceBar(choice)),
      h("td", {}, percent(choice.win)),
      gammons ? h("td", { class: "wide-only" }, choice.gammon === null ? "" : percent(choice.gammon)) : null,
      h("td", {}, signed(choice.equity)),
      h("td", { class: (choice.loss ?? 0) >= MARKED ? "costly" : "" }, n ? lossWord(choice.loss) : "0"),
    );
  };
  const cells = heads.map((name) => h("th", { scope: "col", class: name === "gammon" ? "wide-only" : "" }, t(`review.${name}`)));
  return h("table", { class: "num" }, h("thead", {}, h("tr", {}, ...cells)), h("tbody", {}, ...choices.map(row)));
}

/** Nothing for a turn that was examined less deeply and only seems better. @param {number | null} loss */
const lossWord = (loss) => (loss === null ? "" : signed(-loss));

/** Won gammons, other wins and losses side by side; the numbers beside it are for readers. @param {Candidate} choice */
function chanceBar({ win, gammon }) {
  const parts = [
    ["won-more", gammon ?? 0],
    ["won", win - (gammon ?? 0)],
    ["not-won", 1 - win],
  ];
  let x = 0;
  const bars = parts.map(([name, share]) => {
    const width = Math.max(0, Number(share)) * 100;
    const bar = s("rect", { class: name, x, width, height: 6 });
    x += width;
    return bar;
  });
  return s("svg", { class: "chance-bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, ...bars);
}
