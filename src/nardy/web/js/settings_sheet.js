// All settings, in the sheet of the page and in that of a running game. Loaded when it is opened.

import { checker, lance } from "./board/shapes.js";
import { pick } from "./choice_buttons.js";
import { h, s } from "./dom.js";
import { open } from "./parts.js";
import { change, loadBoards, settings, sound } from "./settings.js";
import { LANGUAGES, spoken, t } from "./words.js";

loadBoards();
await open("settings");

/** Boards to choose from; `auto` follows the system's wish for contrast. */
export const BOARDS = ["auto", "wood", "walnut", "felt", "clay", "night", "marble", "contrast", "cvd"];
/** Sets of checkers; `board` are those made for the board. */
export const CHECKERS = ["board", "ivory", "garnet", "amber", "stone"];

/** @typedef {import("./settings.js").Settings} Settings */
/** Settings with a text as their value. @typedef {Exclude<keyof Settings, "texts" | "rated" | "botrated" | "leaderbots" | "volume" | "session" | "shown">} Name */

/** Everything that can be set, by subject. @returns {HTMLElement[]} */
export function settingRows() {
  return [
    group("look", [
      looks("board", BOARDS, (value) => t(`board.${value}`)),
      looks("checkers", CHECKERS, (value) => t(`checkers.${value}`)),
      choice("size", ["full", "large", "medium"], (value) => t(`size.${value}`)),
      choice("page", ["auto", "dusk", "tuff"], (value) => t(`page.${value}`)),
      choice("language", LANGUAGES, (value) => t(`language.${value}`), settings.language || spoken()),
    ]),
    group("sound", [choice("sound", ["on", "off"], (value) => t(`sound.${value}`)), volume()]),
    group("hand", [
      choice("taps", ["two", "one"], (value) => t(`taps.${value}`)),
      h("p", { class: "muted sm" }, t("setting.taps.is")),
      choice("confirm", ["on", "off"], (value) => t(`confirm.${value}`)),
      choice("speed", ["slow", "normal", "fast", "off"], (value) => t(`speed.${value}`)),
      choice("home", ["right", "left"], (value) => t(`home.${value}`)),
      choice("numbers", ["own", "white"], (value) => t(`numbers.${value}`)),
    ]),
    group(
      "help",
      /** @type {Name[]} */ (["autoroll", "forced", "bearoff", "tutor"]).map((name) =>
        choice(name, ["off", "on"], (value) => t(`switch.${value}`)),
      ),
    ),
  ];
}

/** @param {string} name @param {HTMLElement[]} rows */
const group = (name, rows) =>
  h("section", { class: "settings-group" }, h("h3", {}, t(`settings.${name}`)), h("div", { class: "settings-rows" }, ...rows));

/** One setting as a row of buttons. @param {Name} name @param {string[]} values @param {(value: string) => string} word */
const choice = (name, values, word, now = settings[name]) =>
  pick(
    t(`setting.${name}`),
    values.map((value) => [value, word(value)]),
    now,
    (value) => change({ [name]: value }),
  );

/** A choice among looks, each button with a picture in it. @param {"board" | "checkers"} name @param {string[]} values @param {(value: string) => string} word */
function looks(name, values, word) {
  const row = choice(name, values, word);
  row.classList.add("looks");
  row.querySelectorAll("button").forEach((button, i) => {
    if (!["auto", "board"].includes(values[i])) button.dataset[name] = values[i];
    button.prepend(sample());
  });
  return row;
}

/** Two points and two checkers. */
const sample = () =>
  s(
    "svg",
    { viewBox: "0 0 140 84", class: "sample", "aria-hidden": "true" },
    s("rect", { class: "frame", width: 140, height: 84, rx: 8 }),
    // A path, since the style of an input field would set the width of a rectangle.
    s("path", { class: "field", d: "M6,6h128v72h-128z" }),
    s("path", { class: "pt a", d: lance(38, 78, 66, true) }),
    s("path", { class: "pt b", d: lance(102, 78, 66, true) }),
    s("g", { transform: "translate(38 48)" }, checker("w")),
    s("g", { transform: "translate(102 48)" }, checker("b")),
  );

/** How loud, from 0 to 100. */
function volume() {
  const field = h("input", {
    type: "range",
    class: "volume",
    id: "setting-volume",
    min: 10,
    max: 100,
    step: 10,
    value: settings.volume,
    oninput: () => change({ volume: Number(field.value), sound: "on" }),
    onchange: () => sound("land"),
  });
  return h("section", { class: "setting" }, h("label", { class: "label", for: "setting-volume" }, t("setting.volume")), field);
}
