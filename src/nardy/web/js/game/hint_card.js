// The card of a hint: the best turns with their chances, the coach's reasons, and what may be asked next.

import { h } from "../dom.js";
import { percent, spoken, t } from "../words.js";

/** @import { Advised, TurnAdvice } from "../protocol.js" */
/** @typedef {import("../coach/why.js").Asked} Asked */

/** @param {Advised} advised @param {Asked | null} asked The best turn, for the coach. @param {import("./hints.js").Hints} hints */
export function hintCard(advised, asked, hints) {
  const heading = h("h3", { tabindex: -1 }, t("hint.title"));
  const [best] = advised.turns;
  const why = h("div", {});
  offerWhy(why, asked);
  const content = best
    ? [list(advised.turns), h("p", { class: "muted xs" }, t("hint.how")), why]
    : [h("p", { class: "act-hint" }, said(advised))];
  const card = h(
    "section",
    { class: "why hint-card", role: "dialog", "aria-label": t("hint.title") },
    heading,
    ...content,
    h(
      "div",
      { class: "row" },
      best && h("button", { class: "btn show", onclick: () => hints.point(best) }, t("hint.show")),
      best && hints.isShallow && deeper(hints),
      h("button", { class: "btn quiet", onclick: () => hints.close() }, t("close")),
    ),
  );
  return { card, heading };
}

/** Offer the coach's reasons once they are loaded. @param {HTMLElement} place @param {Asked | null} asked */
async function offerWhy(place, asked) {
  const { openWhy, Why } = await import("../coach/why.js");
  await openWhy();
  const why = new Why();
  why.about(asked);
  place.replaceChildren(why.element);
}

/** @param {import("./hints.js").Hints} hints */
function deeper(hints) {
  const button = h("button", { class: "btn deeper", onclick: () => hints.look(button) }, t("hint.deepen"));
  return button;
}

/** @param {number} points */
const signed = (points) =>
  points.toLocaleString(spoken(), { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** @param {TurnAdvice[]} turns */
function list(turns) {
  const [best] = turns;
  const rows = turns.map(({ turn, equity, win }, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, turn),
      h("td", { class: "num" }, percent(win)),
      h("td", { class: "num" }, i ? signed(equity - best.equity) : signed(equity)),
    ),
  );
  return h(
    "table",
    { class: "candidates" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("hint.turn")),
        h("th", { scope: "col" }, t("hint.win")),
        h("th", { scope: "col" }, t("hint.equity")),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/** A hint in a sentence. @param {Advised} advised */
export function said({ turns, act, win }) {
  if (turns.length) return t("hint.best", { turn: turns[0].turn, win: percent(turns[0].win) });
  const words = t("hint.act", { act: t(`act.${act}`) });
  return win === null ? words : `${words} ${t("hint.chance", { win: percent(win) })}`;
}
