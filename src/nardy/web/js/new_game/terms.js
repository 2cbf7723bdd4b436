// What may be agreed beside the rules: points, clock, colour; and what was chosen last.

import { ask } from "../api.js";
import { clockWord } from "../game/layout/clock_words.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

/** @import { ListedGame } from "../protocol.js" */

/** No clock, two of Fischer's, US backgammon's, and one or three days a turn. */
export const CLOCKS = ["", "300+5", "600+8", "us", "0d86400", "0d259200"];
export const LENGTHS = ["0", "3", "5", "7", "11"];
/** Of a match that plays several games in turn. */
const LEAST = "3";
const US = { secondsPerPoint: 120, delay: 12 };
/** The published game by the name of its preset, where that is not how one begins. */
const MONEY = "@money";
/** What the club says of a game or an option that it has no more. */
const GONE = ["no-game", "option"];

/** As the club writes a clock; the one of US backgammon goes by the length. @param {string} clock @param {string} length */
export const clockOf = (clock, length) =>
  clock === "us" ? `${US.secondsPerPoint * Math.max(1, Number(length))}d${US.delay}` : clock || null;

/** @param {string} clock */
export const clockChoice = (clock) => (clock === "us" ? t("order.us") : clockWord(clock));

/** How long a match is. @param {string} length */
export const lengthWord = (length) => (length === "0" ? t("terms.one") : t("terms.match", { n: Number(length) }));

/** The lengths that a game can have. @param {Pick<ListedGame, "rotation">} game */
export const lengthsOf = (game) => (game.rotation.length ? LENGTHS.slice(1) : LENGTHS);

/** The length chosen last, if this game can have it. @param {Pick<ListedGame, "rotation">} game */
export const lengthOf = (game) => (game.rotation.length && settings.length === "0" ? LEAST : settings.length);

/** @typedef {{id: string, text: string, begins?: string}} Game Its text as published, and as one begins it who chooses nothing. */

/** How a game begins where nothing is chosen. @param {Game} game */
export const begins = ({ text, begins }) => begins || text;

/** The game with the options chosen last. A published text in itself was never chosen where games begin otherwise. @param {Game} game */
export const textOf = (game) => {
  const kept = settings.texts[game.id];
  return !kept || kept === game.text ? begins(game) : kept;
};

/** Remember the options of a game. @param {Game} game @param {string} text */
export const keepText = (game, text) =>
  change({ texts: { ...settings.texts, [game.id]: text === game.text && begins(game) !== text ? `${text}${MONEY}` : text } });

/** Whether the club has a game or an option no more. @param {{law?: string}} error */
export const isGone = ({ law = "" }) => GONE.includes(law);

/** @type {Promise<ListedGame[]> | undefined} */
let games;

/** Every game of the club, asked for once. @returns {Promise<ListedGame[]>} */
export const gamesHere = () =>
  (games ??= ask("/api/games").catch((error) => {
    games = undefined;
    throw error;
  }));
