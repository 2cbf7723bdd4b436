// Facts of tournaments as text.

import { clockWord, turnTime } from "../game/layout/clock_words.js";
import { has, named, spoken, t } from "../words.js";

/** @import { EntrantFacts as Entrant, TournamentLine as Line } from "../protocol.js" */

/** The terms of a tournament. @param {Pick<Line, "format" | "game" | "is_changed" | "length" | "clock" | "is_rated">} line */
export const termsOf = (line) =>
  [
    t(`format.${line.format}`),
    line.game[spoken()],
    line.is_changed ? t("home.changed").toLocaleLowerCase() : "",
    t(line.length ? "terms.match" : "terms.one", { n: line.length }),
    clockWord(line.clock),
    line.is_rated ? t("terms.rated") : "",
  ]
    .filter(Boolean)
    .join(" · ");

/** The state of a tournament. @param {Line} line */
export function stateOf(line) {
  if (line.phase === "over") return t("cup.over");
  if (line.phase === "open") return line.starts ? t("cup.starts", { when: moment(line.starts) }) : t("cup.open");
  if (line.ends) return Date.now() < line.ends ? t("cup.until", { when: hour(line.ends) }) : t("cup.last");
  return line.rounds ? t("cup.round", { n: line.round, of: line.rounds }) : t("cup.going");
}

/** The format in a sentence. @param {Line} line */
export function howOf(line) {
  if (line.format === "arena") return t("how.arena", { n: line.minutes });
  return t(`how.${line.format}`);
}

/** What happens to who does not come, and a space; "" by correspondence, where nobody has to. @param {Pick<Line, "format" | "clock">} line */
export const absenceOf = ({ format, clock }) => (turnTime(clock) ? "" : `${t(format === "knock-out" ? "cup.absent.out" : "cup.absent")} `);

/** @param {string} name @param {boolean} isBot */
export const nameOf = (name, isBot) => (isBot && has(`bot.${name}`) ? t(`bot.${name}`) : named(name));

/** The name of an entrant, with a number for one of several bots of a level. @param {Entrant} one */
export const entrantName = (one) => nameOf(one.name, one.is_bot) + (one.which ? ` ${one.which}` : "");

/** Points, with ½ for a half; tie-breaks have quarters too. @param {number} n */
export function points(n) {
  const whole = Math.floor(n);
  return `${whole || (n ? "" : 0)}${["", "¼", "½", "¾"][Math.round((n - whole) * 4)]}`;
}

/** Day and time. @param {number} at */
export const moment = (at) =>
  new Intl.DateTimeFormat(spoken(), { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(at);

/** @param {number} at */
const hour = (at) => new Intl.DateTimeFormat(spoken(), { hour: "numeric", minute: "2-digit" }).format(at);
