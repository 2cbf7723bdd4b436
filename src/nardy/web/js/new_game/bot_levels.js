// The choice of a bot's level, with its measured loss in this game and its rating here.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { ratingText } from "../game/layout/rating_words.js";
import { settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { isRated } from "./rated_choice.js";
import { clockOf, lengthOf, textOf } from "./terms.js";

/** @import { BotFacts, ListedGame } from "../protocol.js" */

/** Levels offered to everybody, the weakest first; other bots are played from their profiles. */
const OFFERED_LEVELS = ["beginner", "casual", "club", "expert", "strongest"];

/** The level chosen last, or the one for a newcomer to this game. @param {{newcomer: string}} game */
export const levelOf = (game) => settings.level || game.newcomer;

/**
 * Levels as buttons, with a line about the chosen one.
 * @param {ListedGame} game @param {string} level @param {(level: string) => void} set
 */
export function levelChoice(game, level, set) {
  /** @type {BotFacts[]} */
  let facts = [];
  let chosen = level;
  let asked = 0;
  const levels = OFFERED_LEVELS.includes(level) ? OFFERED_LEVELS : [level, ...OFFERED_LEVELS];
  const about = h("p", { class: "muted sm about-level", role: "status" });
  const row = pick(
    t("order.level"),
    levels.map((one) => [one, t(`level.${one}`)]),
    level,
    (one) => ((chosen = one), set(one), tell()),
  );
  const buttons = row.querySelectorAll("button");
  const tell = () => {
    const shut = levels.map((one) => isRated(settings.botclock, "botrated") && facts.find((fact) => fact.level === one)?.obstacle);
    buttons.forEach((button, i) => (button.disabled = Boolean(shut[i])));
    const { rating, obstacle } = facts.find((fact) => fact.level === chosen) ?? {};
    // An absent bot has a substitute in casual games too.
    const why = shut[levels.indexOf(chosen)] || (obstacle === "bot-absent" && obstacle);
    about.replaceChildren(
      [t(`level.${chosen}.is`), lostWord(game, chosen), rating ? t("order.rating", { rating: ratingText(rating) }) : "", why ? t(why) : ""]
        .filter(Boolean)
        .join(" · "),
    );
  };
  /** Update the ratings after the terms have changed. */
  const show = async () => {
    const mine = ++asked;
    const length = lengthOf(game);
    const terms = new URLSearchParams({ game: textOf(game), clock: clockOf(settings.botclock, length) ?? "", length });
    const told = await ask(`/api/bots?${terms}`).catch(() => []);
    if (mine !== asked) return;
    facts = told;
    tell();
  };
  tell();
  show();
  return { element: h("div", { class: "levels" }, row, about), show };
}

/** The measured loss of a level in a game. @param {{lost: Record<string, number>}} game @param {string} level */
function lostWord({ lost }, level) {
  if (!lost[level]) return "";
  return t("order.lost", { lost: lost[level].toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }) });
}
