// The graph of legal moves that the server sent. Nothing here knows a rule.

/** @typedef {import("../../protocol.js").LegalMove} Choice */
/** @typedef {import("../../protocol.js").Node} Node */
/** @typedef {{place: number, hits: boolean, several: boolean, route: Choice[]}} Target */

/** Places from which a checker may move. @param {Node | undefined} node */
export const originsOf = (node) => new Set((node?.moves ?? []).map((move) => move.from));

/**
 * Targets of the checker on a place: with one die, or with several where only one route leads there
 * or all routes hit the same checkers. Routes with fewer dice come first, then those with the left die first.
 * @param {Node[]} nodes @param {number} at @param {number} from @param {number} [first] The die on the left.
 * @returns {Target[]}
 */
export function targetsOf(nodes, at, from, first = 0) {
  /** @type {Map<number, Target>} */
  const found = new Map();
  /** @type {Set<number>} */
  const unclear = new Set();
  let routes = (nodes[at]?.moves ?? []).filter((move) => move.from === from).map((move) => [move]);
  routes.sort((a, b) => Number(isBy(b[0], first)) - Number(isBy(a[0], first)));
  for (let length = 1; routes.length; length++) {
    for (const route of routes) {
      const place = route[route.length - 1].to;
      const known = found.get(place);
      const touches = route.map((move) => (move.hits ? move.to : "")).join();
      if (!known) found.set(place, { place, hits: route[route.length - 1].hits, several: length > 1, route });
      else if (known.several && known.route.map((move) => (move.hits ? move.to : "")).join() !== touches) unclear.add(place);
    }
    routes = routes.flatMap((route) => {
      const last = route[route.length - 1];
      const next = last.then === null || last.to === 0 ? [] : (nodes[last.then]?.moves ?? []);
      return next.filter((move) => move.from === last.to).map((move) => [...route, move]);
    });
    // In a cascade the number of routes multiplies with each die.
    if (routes.length > 200) break;
  }
  for (const place of unclear) found.delete(place);
  return [...found.values()];
}

/** Whether a move uses this die. @param {Choice} move @param {number} die */
export const isBy = (move, die) => die > 0 && (move.from - move.to === die || (move.to === 0 && move.from < die));

/**
 * Which of the dice have been played: those that are not left, the first ones first.
 * @param {number[]} dice @param {number[]} left
 */
export function usedOf(dice, left) {
  const rest = [...left];
  return [...dice]
    .reverse()
    .map((die) => {
      const at = rest.indexOf(die);
      if (at < 0) return true;
      rest.splice(at, 1);
      return false;
    })
    .reverse();
}
