// The admins' list of games that look unlike all others, with the figures that made each hint.

import { h } from "./dom.js";
import { named, spoken, t } from "./words.js";

/** @import { FigureComparison, UnusualGameFacts, UnusualGamesList } from "./protocol.js" */

/** The club tells no smaller chance. */
const LEAST = 0.0001;

/** The heading and the list. @param {UnusualGamesList} told */
export function unusualGames({ games, compared, by_chance: byChance }) {
  const n = byChance.toLocaleString(spoken(), { maximumFractionDigits: 1 });
  return [
    h("h2", {}, t("admin.unusual")),
    h("p", { class: "muted sm" }, `${t("admin.unusual.is")} ${t("admin.unusual.chance", { found: games.length, compared, n })}`),
    h("ul", { class: "reports" }, ...(games.length ? games.map(game) : [h("li", { class: "muted" }, t("admin.unusual.none"))])),
  ];
}

/** @param {UnusualGameFacts} one */
function game({ room, player, name, ended_at: endedAt, decisions, kinds, own, others, times }) {
  const when = new Date(endedAt).toLocaleDateString(spoken(), { dateStyle: "short" });
  return h(
    "li",
    { class: "panel" },
    h(
      "p",
      {},
      h("a", { href: `/player/${player.id}` }, named(player.name)),
      " · ",
      t("admin.unusual.game", { game: name[spoken()], when, n: decisions }),
    ),
    kinds.includes("errors") && own && others ? h("p", { class: "sm" }, errors(own, others)) : null,
    kinds.includes("times") && times ? h("p", { class: "sm" }, evenTimes(times)) : null,
    h("p", {}, h("a", { href: `/review/${room}` }, t("admin.unusual.review"))),
  );
}

/** @param {FigureComparison} own @param {FigureComparison} others */
const errors = (own, others) =>
  t("admin.unusual.errors", {
    value: points(own.value),
    own: points(own.usual),
    count: own.games,
    ownChance: share(own.chance),
    others: points(others.usual),
    more: others.games,
    othersChance: share(others.chance),
  });

/** A spread of logarithms is a factor between two usual times. @param {FigureComparison} times */
const evenTimes = ({ value, usual, games, chance }) =>
  t("admin.unusual.times", { value: factor(value), usual: factor(usual), count: games, chance: share(chance) });

/** @param {number} value */
const points = (value) => value.toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
/** @param {number} spread */
const factor = (spread) => Math.exp(spread).toLocaleString(spoken(), { maximumFractionDigits: 2, minimumFractionDigits: 2 });
/** How often, as one game among so many. @param {number} chance */
const share = (chance) =>
  t(chance > LEAST ? "admin.unusual.of" : "admin.unusual.under", {
    n: (1 / chance).toLocaleString(spoken(), { maximumSignificantDigits: 2 }),
  });
