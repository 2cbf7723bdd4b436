// Where things are on the board. Points are numbered by the player below: 24 is top right, the way goes
// counter-clockwise, and 1 is bottom right. Units: a point is 60 wide, a checker 56.

/** With a caption the dice lie higher by `captionUp`; its middle is `captionDown` below that of the board. @typedef {typeof WIDE} Geometry */
/** @typedef {{x: number, y: number}} Spot */

export const WIDE = {
  name: "wide",
  W: 900,
  H: 720,
  left: 24,
  bar: 60,
  rim: 28,
  point: 288,
  divider: 16,
  tray: 64,
  number: 15,
  numberY: 12,
  die: 54,
  captionUp: 17,
  captionDown: 31,
  caption: 19,
};
export const TALL = {
  name: "tall",
  W: 780,
  H: 1080,
  left: 10,
  bar: 40,
  rim: 40,
  point: 450,
  divider: 0,
  tray: 0,
  number: 22,
  numberY: 18,
  die: 60,
  captionUp: 20,
  captionDown: 34,
  caption: 27,
};
export const PITCH = 60;
export const CHECKER = 56;
export const RADIUS = CHECKER / 2;
export const OFF = 0;
export const BAR = 25;

/** How many checkers stand on a point side by side. @param {Geometry} g */
export const capacity = (g) => Math.floor(g.point / CHECKER);

/** @param {Geometry} g */
export const middle = (g) => ({
  left: g.left + 180,
  right: g.left + 540 + g.bar,
  bar: g.left + 360 + g.bar / 2,
  y: g.H / 2,
  tray: g.left + 720 + g.bar + g.divider,
});

/**
 * The column of a point: its middle, and whether it is in the upper row.
 * @param {Geometry} g @param {number} point @param {boolean} mirror
 */
export function column(g, point, mirror) {
  const top = point > 12;
  const fromLeft = top ? point - 13 : 12 - point;
  const k = mirror ? 11 - fromLeft : fromLeft;
  return { x: g.left + k * PITCH + (k > 5 ? g.bar : 0) + PITCH / 2, top };
}

/**
 * The center of checker i of n on a point, counted from the rim.
 * @param {Geometry} g @param {number} point @param {{i: number, n: number, captive?: boolean, mirror: boolean}} at
 * @returns {Spot}
 */
export function spotOn(g, point, { i, n, captive = false, mirror }) {
  const { x, top } = column(g, point, mirror);
  const raised = captive ? CHECKER * 0.6 : 0;
  const step = n * CHECKER + raised <= g.point ? CHECKER : (g.point - CHECKER - raised) / (n - 1);
  const inward = g.rim + RADIUS + 1 + raised + i * step;
  return { x, y: top ? inward : g.H - inward };
}

/**
 * The center of checker i of n on the bar, in the half through which it will enter.
 * @param {Geometry} g @param {boolean} mine @param {number} i @param {number} n
 * @returns {Spot}
 */
export function spotOnBar(g, mine, i, n) {
  const step = Math.min(CHECKER * 0.9, 150 / Math.max(1, n - 1));
  const away = 150 + i * step;
  return { x: middle(g).bar, y: mine ? g.H / 2 - away : g.H / 2 + away };
}

/** The height of one checker on edge in the tray. @param {Geometry} g */
export const edge = (g) => (g.H / 2 - g.rim - 24) / 15;

/**
 * The center of a checker borne off. A tall board has no tray, so it leaves over the rim of the home.
 * @param {Geometry} g @param {boolean} mine @param {number} i @param {boolean} mirror
 * @returns {Spot}
 */
export function spotOff(g, mine, i, mirror) {
  if (!g.tray) return { x: column(g, 3, mirror).x + PITCH / 2, y: mine ? g.H + 60 : -60 };
  const along = g.rim + 6 + (i + 0.5) * edge(g);
  return { x: middle(g).tray + g.tray / 2, y: mine ? g.H - along : along };
}

/**
 * The place at a spot: a point, 25 (bar), 0 (off), or null.
 * @param {Geometry} g @param {Spot} spot @param {boolean} mirror
 */
export function placeAt(g, { x, y }, mirror) {
  const bar = g.left + 360;
  if (x < 0 || y < 0 || x > g.W || y > g.H) return null;
  if (x >= bar && x < bar + g.bar) return BAR;
  const inner = x < bar ? x - g.left : x - g.left - g.bar;
  if (inner >= 720) return g.tray ? OFF : null;
  if (inner < 0) return null;
  const k = Math.floor(inner / PITCH);
  const fromLeft = mirror ? 11 - k : k;
  return y < g.H / 2 ? fromLeft + 13 : 12 - fromLeft;
}

/** The point opposite it on the screen. @param {number} point */
export const opposite = (point) => 25 - point;
