// Settings, kept by the browser.

const KEY = "nardy";
const DEFAULTS = {
  /** dusk, tuff, or auto for the system's choice. */
  page: "auto",
  /** A board of settings_sheet.js, or auto. */
  board: "auto",
  /** A set of checkers, or board for those made for it. */
  checkers: "board",
  /** full, large or medium. */
  size: "full",
  /** Of animation: slow, normal, fast, or off. */
  speed: "normal",
  /** Clicks for a move: two (checker and target) or one. */
  taps: "two",
  /** Whether a complete turn is confirmed by hand: on or off. */
  confirm: "on",
  language: "",
  /** The side of the lower player's home: right or left. */
  home: "right",
  /** own or white. */
  numbers: "own",
  game: "",
  /** The level of bots; empty: the game's level for newcomers. */
  level: "",
  /** The clock against people, and against bots. */
  clock: "",
  botclock: "",
  length: "0",
  /** Whether single games go on as a session with a running score. */
  session: false,
  /** white, black, or empty for random. */
  seat: "",
  /** Automatic rolls, forced turns, bearing off without contact: on or off. */
  autoroll: "off",
  forced: "off",
  bearoff: "off",
  /** Stop before a blunder in casual games against bots: on or off. */
  tutor: "off",
  /** Mask rude words of others: on or off. */
  mask: "on",
  /** Texts of games with the options chosen last, by id. @type {Record<string, string>} */
  texts: {},
  /** off or on. */
  sound: "on",
  /** From 10 to 100. */
  volume: 70,
  /** Whether games against people are rated, if they have a clock. */
  rated: false,
  /** The same against bots. */
  botrated: false,
  /** Whether others see the name while the user searches for an opponent. */
  shown: false,
  /** Whether leaderboards show bots. */
  leaderbots: true,
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Stored settings of an older version lack the newer ones. @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

/** Changes that the storage did not take. @type {Partial<Settings>} */
let unstored = {};

/** Take over what other tabs have changed. */
export const renew = () => Object.assign(settings, stored(), unstored);

/** @type {Set<() => void>} */
const listeners = new Set();

/** Call a function after every change. Returns its removal. @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Change and remember. @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(unstored, changes);
  renew();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
    unstored = {};
  } catch {
    // Without storage settings last as long as the page.
  }
  dress();
  for (const listener of listeners) listener();
}

/** Boards whose colors every page has. */
const BUILT_IN = ["auto", "wood", "felt", "contrast", "cvd"];

/** Load the colors of more boards and checkers, once. */
export function loadBoards() {
  const href = new URL("../css/boards.css", import.meta.url).pathname;
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

/** Apply the themes to the page. */
export function dress() {
  if (!BUILT_IN.includes(settings.board) || settings.checkers !== "board") loadBoards();
  const root = document.documentElement;
  const wants = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "wood";
  if (settings.page === "auto") delete root.dataset.page;
  else root.dataset.page = settings.page;
  root.dataset.board = settings.board === "auto" ? wants : settings.board;
  root.dataset.checkers = settings.checkers;
  root.dataset.size = settings.size;
}

/** How long an animation of so many milliseconds takes by the settings. @param {number} ms */
export const paced = (ms) => ms * ({ slow: 1.8, fast: 0.5, off: 0 }[settings.speed] ?? 1);

/** Play a sound, if the settings say so. @param {import("./sound.js").Sound} name @param {number} [later] Milliseconds. */
export const sound = (name, later = 0) => {
  if (settings.sound === "on") setTimeout(() => import("./sound.js").then(({ play }) => play(name, settings.volume / 100)), later);
};

export const still = () => settings.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
