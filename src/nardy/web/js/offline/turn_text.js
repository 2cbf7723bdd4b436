// A turn as text, from its moves: the dice of one checker joined, hits marked, checkers from far to near.

/** @param {{from: number, to: number, hits: boolean}[]} moves */
export function turnText(moves) {
  /** The places of each checker, in order, and whether it hit there. @type {{places: number[], hits: boolean[]}[]} */
  const ways = [];
  for (const { from, to, hits } of moves) {
    const way = ways.find(({ places }) => places.at(-1) === from && to !== from);
    if (way) way.places.push(to), way.hits.push(hits);
    else ways.push({ places: [from, to], hits: [false, hits] });
  }
  const texts = ways.sort((one, other) => other.places[0] - one.places[0] || other.places[1] - one.places[1]).map(wayText);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ") || "(no move)";
}

/** Places on the way are named only where the checker hit. @param {{places: number[], hits: boolean[]}} way */
function wayText({ places, hits }) {
  const last = places.length - 1;
  const named = places.map((place, i) => (i === 0 || i === last || hits[i] ? `${placeText(place)}${hits[i] ? "*" : ""}` : ""));
  return named.filter(Boolean).join("/");
}

/** @param {number} place */
const placeText = (place) => (place === 25 ? "bar" : place === 0 ? "off" : String(place));
