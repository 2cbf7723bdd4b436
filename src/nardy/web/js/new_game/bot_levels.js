// The choice of a bot's level, with its measured loss in this game and its rating here.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { LADDER_LEVELS, present } from "../levels.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { isRated } from "./rated_choice.js";
import { clockOf, lengthOf, textOf } from "./terms.js";

/** @import { BotFacts, ListedGame } from "../protocol.js" */

/** The level chosen last, or the one for a newcomer to this game. @param {{newcomer: string}} game */
export const levelOf = (game) => present(settings.level) || game.newcomer;

/**
 * Levels as buttons, with a line about the chosen one.
 * @param {ListedGame} game @param {string} level @param {(level: string) => void} set
 */
export function levelChoice(game, level, set) {
  /** @type {BotFacts[]} */
  let facts = [];
  let chosen = present(level);
  let asked = 0;
  const levels = LADDER_LEVELS.includes(chosen) ? LADDER_LEVELS : [chosen, ...LADDER_LEVELS];
  const about = h("p", { class: "muted sm about-level", role: "status" });
  const row = pick(
    t("order.level"),
    levels.map((one) => [one, t(`level.${one}`)]),
    chosen,
    (one) => ((chosen = one), set(one), tell()),
  );
  const buttons = row.querySelectorAll("button");
  const tell = async () => {
    const shut = levels.map((one) => isRated(settings.botclock, "botrated") && facts.find((fact) => fact.level === one)?.obstacle);
    buttons.forEach((button, i) => (button.disabled = Boolean(shut[i])));
    const one = chosen;
    about.textContent = t(`level.${one}.is`);
    const { aboutLevel } = await import("./level_facts.js");
    if (one === chosen) about.replaceChildren(...aboutLevel(game, one, facts, shut[levels.indexOf(one)] || ""));
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
