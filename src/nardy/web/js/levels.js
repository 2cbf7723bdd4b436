// The ladder of bots: eight levels by number, 1 the weakest, and the names that levels had before.

/** The levels offered to everybody; other bots are played from their profiles. */
export const LADDER_LEVELS = [..."12345678"];
/** The level of each old name, as in search/level_numbers.py. @type {Record<string, string>} */
const OLD_NAMES = { beginner: "3", casual: "5", club: "6", expert: "7", master: "8", strongest: "8" };

/** A level by its present name. @param {string} level */
export const present = (level) => OLD_NAMES[level] ?? level;
