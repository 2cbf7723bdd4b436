// The graph of the winning chance over the game, with errors marked by shape and color.

import { h, s } from "../dom.js";
import { percent, t } from "../words.js";

const [H, LEFT, TOP] = [130, 34, 10];
const HEIGHT = H - TOP - 22;
/** Widths in pixels, so that labels keep their size, and what the panel around it takes. */
const [NARROWEST, WIDEST, FRAME] = [180, 640, 26];

/** The player's chance at each decision. @param {import("./number_words.js").Decision[]} turns @param {string} me */
export const chances = (turns, me) => turns.map(({ win, lose, player }) => (player === me ? win : lose));

/**
 * @param {import("./number_words.js").Decision[]} turns
 * @param {{me: string, at: number, go: (at: number) => void, who: string, width: number}} about `who`: whose chance it is, for a spectator; '' for the player.
 */
export function graph(turns, { me, at, go, who, width }) {
  const W = Math.max(NARROWEST, Math.min(WIDEST, width - FRAME));
  const WIDTH = W - LEFT - 8;
  const known = chances(turns, me);
  const x = (/** @type {number} */ n) => LEFT + (turns.length < 2 ? 0 : (n / (turns.length - 1)) * WIDTH);
  const y = (/** @type {number} */ chance) => TOP + (1 - chance) * HEIGHT;
  const spots = known.flatMap((chance, n) => (chance === null ? [] : [`${x(n).toFixed(1)},${y(chance).toFixed(1)}`]));
  const rows = [0, 0.25, 0.5, 0.75, 1].flatMap((chance) => [
    s("path", { class: chance === 0.5 ? "axis" : "rule", d: `M${LEFT},${y(chance)}H${LEFT + WIDTH}` }),
    s("text", { x: LEFT - 6, y: y(chance) + 4, class: "tick-end" }, String(chance * 100)),
  ]);
  const step = turns.length > 60 ? 20 : turns.length > 24 ? 10 : 5;
  const columns = turns.flatMap((_, n) =>
    (n + 1) % step && n ? [] : [s("text", { x: x(n), y: H - 4, class: "tick-mid" }, String(n + 1))],
  );
  const marks = turns.flatMap(({ grade, player }, n) =>
    known[n] === null || player !== me ? [] : mark(grade, x(n), y(/** @type {number} */ (known[n]))),
  );
  const told = known.filter((chance) => chance !== null);
  const label = t(who ? "review.graph.of.is" : "review.graph.is", { who, from: percent(told[0] ?? 0.5), to: percent(told.at(-1) ?? 0.5) });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, class: "graph", role: "img", "aria-label": label },
    ...rows,
    ...columns,
    s("polyline", { class: "chance", points: spots.join(" ") }),
    s("path", { class: "cursor", d: `M${x(at)},${TOP}V${TOP + HEIGHT}` }),
    ...marks,
  );
  svg.addEventListener("pointerdown", (event) => {
    const box = svg.getBoundingClientRect();
    const part = (((event.clientX - box.x) / box.width) * W - LEFT) / WIDTH;
    go(Math.max(0, Math.min(turns.length - 1, Math.round(part * (turns.length - 1)))));
  });
  return h("figure", { class: "panel" }, h("figcaption", {}, t(who ? "review.graph.of" : "review.graph", { who })), svg);
}

/** The mark of an error: a triangle for a blunder, a disc for an error. @param {string} grade @param {number} x @param {number} y */
function mark(grade, x, y) {
  if (grade === "blunder") return [s("path", { class: "blunder", d: `M${x},${y - 8}l7.5,13h-15z` })];
  if (grade === "error") return [s("circle", { class: "error", cx: x, cy: y, r: 5 })];
  return [];
}
