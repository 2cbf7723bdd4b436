// How strong the bot shall be: its level, what that loses in this very game, and its rating here.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { ratingText } from "../game/layout/rating_words.js";
import { settings } from "../settings.js";
import { spoken, t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { isRated } from "./rated_choice.js";
import { clockOf, lengthOf, textOf } from "./terms.js";

/** @import { BotFacts, ListedGame } from "../protocol.js" */

/** What everybody is offered, the weakest first; others are played from their own pages. */
const LEVELS = ["beginner", "casual", "club", "expert", "strongest"];

/** The level chosen last, or what suits a newcomer to this game. @param {{newcomer: string}} game */
export const levelOf = (game) => settings.level || game.newcomer;

/**
 * Levels as buttons, and a line about the one that is chosen.
 * @param {ListedGame} game @param {string} level @param {(level: string) => void} set
 */
export function levelChoice(game, level, set) {
  /** @type {BotFacts[]} */
  let facts = [];
  let chosen = level;
  let asked = 0;
  const levels = LEVELS.includes(level) ? LEVELS : [level, ...LEVELS];
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
    // Whoever stands in for a bot does so in casual games too.
    const why = shut[levels.indexOf(chosen)] || (obstacle === "bot-absent" && obstacle);
    about.replaceChildren(
      [t(`level.${chosen}.is`), lostWord(game, chosen), rating ? t("order.rating", { rating: ratingText(rating) }) : "", why ? t(why) : ""]
        .filter(Boolean)
        .join(" · "),
    );
  };
  /** Ask again: the terms have changed. */
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

/** What a level was measured to lose in a game. @param {{lost: Record<string, number>}} game @param {string} level */
function lostWord({ lost }, level) {
  if (!lost[level]) return "";
  return t("order.lost", { lost: lost[level].toLocaleString(spoken(), { minimumFractionDigits: 3, maximumFractionDigits: 3 }) });
}
