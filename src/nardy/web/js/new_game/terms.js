// Terms beside the rules: length, clock, seat; and the last choices.

import { ask } from "../api.js";
import { clockWord } from "../game/layout/clock_words.js";
import { change, renew, settings } from "../settings.js";
import { t } from "../words.js";

/** @import { ListedGame } from "../protocol.js" */

/** None, bullet to classical with increments, the US backgammon clock, one, three and seven days a turn. */
export const CLOCKS = ["", "60+2", "180+5", "300+5", "600+8", "1200+15", "us", "0d86400", "0d259200", "0d604800"];
export const LENGTHS = ["0", "3", "5", "7", "11"];
/** The shortest match of several games in turn. */
const LEAST = "3";
const US = { secondsPerPoint: 120, delay: 12 };
/** The suffix of the published rules, where they are not the default. */
const MONEY = "@money";
/** Refusals of a game or option that does not exist any more. */
const GONE = ["no-game", "option"];

/** A clock as the server writes it; the US backgammon clock depends on the length. @param {string} clock @param {string} length */
export const clockOf = (clock, length) =>
  clock === "us" ? `${US.secondsPerPoint * Math.max(1, Number(length))}d${US.delay}` : clock || null;

/** @param {string} clock */
export const clockChoice = (clock) => (clock === "us" ? t("order.us") : clockWord(clock));

/** The length of a match in words. @param {string} length */
export const lengthWord = (length) => (length === "0" ? t("terms.one") : t("terms.match", { n: Number(length) }));

/** Possible match lengths of a game. @param {Pick<ListedGame, "rotation">} game */
export const lengthsOf = (game) => (game.rotation.length ? LENGTHS.slice(1) : LENGTHS);

/** The length chosen last, if the game allows it. @param {Pick<ListedGame, "rotation">} game */
export const lengthOf = (game) => (game.rotation.length && settings.length === "0" ? LEAST : settings.length);

/** @typedef {{id: string, text: string, begins?: string}} Game Its published text, and the text of its default rules. */

/** The text of a game's default rules. @param {Game} game */
export const begins = ({ text, begins }) => begins || text;

/** The game with the options chosen last. The published text alone is an old value where it is not the default. @param {Game} game */
export const textOf = (game) => {
  const kept = settings.texts[game.id];
  return !kept || kept === game.text ? begins(game) : kept;
};

/** Remember the options of a game. @param {Game} game @param {string} text */
export const keepText = (game, text) =>
  change({ texts: { ...renew().texts, [game.id]: text === game.text && begins(game) !== text ? `${text}${MONEY}` : text } });

/** Whether a game or option does not exist any more. @param {{law?: string}} error */
export const isGone = ({ law = "" }) => GONE.includes(law);

/** @type {Promise<ListedGame[]> | undefined} */
let games;

/** All games of the club, requested once. @returns {Promise<ListedGame[]>} */
export const gamesHere = () =>
  (games ??= ask("/api/games").catch((error) => {
    games = undefined;
    throw error;
  }));
