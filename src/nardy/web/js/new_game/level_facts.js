// What is known of a level in a game: its measured loss, its rating here, and the user's own results.

import { h } from "../dom.js";
import { ratingText } from "../game/layout/rating_words.js";
import { spoken, t } from "../words.js";

/** @import { BotFacts, ListedGame } from "../protocol.js" */

/**
 * The words about a level, and the level that the user's results propose instead.
 * @param {ListedGame} game @param {string} level @param {BotFacts[]} facts @param {string} shut Why it cannot be played now.
 */
export function aboutLevel(game, level, facts, shut) {
  const known = facts.find((fact) => fact.level === level);
  const next = facts.find((fact) => fact.is_proposed);
  // An absent bot has a substitute in casual games too.
  const why = shut || (known?.obstacle === "bot-absent" && known.obstacle);
  const words = [t(`level.${level}.is`), lostWord(game, level)];
  if (known?.rating) words.push(t("order.rating", { rating: ratingText(known.rating) }));
  if (known && known.won + known.lost) words.push(t("order.own", { won: known.won, lost: known.lost }));
  if (known?.is_proposed) words.push(t("order.proposed"));
  if (why) words.push(t(why));
  const other = next && next !== known ? h("span", { class: "next-level" }, t("order.try", { level: t(`level.${next.level}`) })) : null;
  return [words.filter(Boolean).join(" · "), ...(other ? [h("br"), other] : [])];
}

/** The measured loss of a level in a game. @param {{lost: Record<string, number>}} game @param {string} level */
function lostWord({ lost }, level) {
  if (!lost[level]) return "";
  return t("order.lost", { lost: lost[level].toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }) });
}
