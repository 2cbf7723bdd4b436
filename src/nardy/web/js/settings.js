// What this browser remembers of its owner's taste.

const KEY = "nardy";
const DEFAULTS = {
  /** dusk, tuff, or auto for what the system says. */
  page: "auto",
  /** wood, felt, contrast, cvd, or auto. */
  board: "auto",
  language: "",
  /** Which side the home of the player below is on. */
  home: "right",
  /** own or white. */
  numbers: "own",
  game: "",
  /** How strong bots shall be; empty: as suits a newcomer to the game. */
  level: "",
  /** The clock against people, and against bots. */
  clock: "",
  botclock: "",
  length: "0",
  /** white, black, or as the lot falls. */
  seat: "",
  /** Roll where nothing else can be done, play turns without a choice, bear off past contact: on or off. */
  autoroll: "off",
  forced: "off",
  bearoff: "off",
  /** Rude words of others are masked: on or off. */
  mask: "on",
  /** Games with the options chosen last, by their ids. */
  texts: /** @type {Record<string, string>} */ ({}),
  /** off or on. */
  sound: "off",
  /** Whether games with people and a clock count for a rating. */
  rated: false,
  /** Whether games with bots and a clock do. */
  botrated: false,
  /** Whether leaderboards show bots. */
  leaderbots: true,
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();

/** @type {Set<() => void>} */
const listeners = new Set();

/** Hear of every change. @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Change and remember. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
  for (const listener of listeners) listener();
}

/** Put the themes on the page. */
export function dress() {
  const root = document.documentElement;
  const wants = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "wood";
  if (settings.page === "auto") delete root.dataset.page;
  else root.dataset.page = settings.page;
  root.dataset.board = settings.board === "auto" ? wants : settings.board;
}

/** Let something sound, if that is wanted. @param {import("./sound.js").Sound} name @param {number} [later] Milliseconds. */
export const sound = (name, later = 0) => {
  if (settings.sound === "on") setTimeout(() => import("./sound.js").then(({ play }) => play(name)), later);
};

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
