// Merges partial updates of a tournament.

/** @typedef {import("../protocol.js").TournamentFacts} Facts */

/** The facts after an update, which is either partial or complete. @param {Facts | null} known @param {Facts} told @returns {Facts} */
export function updated(known, told) {
  if (told.since === null || !known) return told;
  return {
    ...told,
    entrants: merged(known.entrants, told.entrants, (one) => one.number),
    standings: merged(known.standings, told.standings, (one) => told.order.indexOf(one.number)),
    tables: merged(known.tables, told.tables, (one) => one.table),
    duels: merged(known.duels, told.duels, (one) => one.knot),
  };
}

/**
 * Items by number; new ones replace old ones.
 * @template T
 * @param {T[]} known @param {T[]} told @param {(one: T) => number} number @returns {T[]}
 */
function merged(known, told, number) {
  const all = new Map([...known, ...told].map((one) => [number(one), one]));
  return [...all].sort(([one], [other]) => one - other).map(([, item]) => item);
}
