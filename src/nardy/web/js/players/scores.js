// One's own results by game and color of checkers.

import { h } from "../dom.js";
import { spoken, t } from "../words.js";

/** @import { ColorScore } from "../protocol.js" */

/** @param {ColorScore[]} scores */
export function scoresSection(scores) {
  const games = [...new Set(scores.map(({ game }) => game))].map((game) => scores.filter((one) => one.game === game));
  const heads = [t("profile.game"), t("scores.all"), t("seat.white"), t("seat.black")];
  const row = (/** @type {ColorScore[]} */ parts) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, parts[0].name[spoken()]),
      cell(parts),
      cell(parts.filter(({ seat }) => seat === "white")),
      cell(parts.filter(({ seat }) => seat === "black")),
    );
  return h(
    "section",
    {},
    h("h2", {}, t("scores.title")),
    h(
      "div",
      { class: "panel tablebox", tabindex: 0, role: "group", "aria-label": t("scores.title") },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, ...games.map(row)),
      ),
    ),
  );
}

/** The share of wins, a draw as half a win, and of how many. @param {ColorScore[]} parts */
function cell(parts) {
  const sum = (/** @type {"won" | "drawn" | "lost"} */ key) => parts.reduce((all, one) => all + one[key], 0);
  const played = sum("won") + sum("drawn") + sum("lost");
  if (!played) return h("td", { class: "muted" }, "–");
  const share = new Intl.NumberFormat(spoken(), { style: "percent" }).format((sum("won") + sum("drawn") / 2) / played);
  return h("td", { class: "num" }, share, h("span", { class: "muted sm" }, ` ${t("scores.of", { n: played })}`));
}
