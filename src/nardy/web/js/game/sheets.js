// The sheets of a game and of every page: rules, turns, the menu, settings, help.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { LANGUAGES, spoken, t } from "../words.js";
import { turnList } from "./layout/turn_list.js";

/** The rules of a game, in the reader's language. @param {{text: string, name: Record<string, string>, house: string}} laws */
export async function rulesSheet(laws) {
  const language = spoken();
  const [sections, { bookSection }, { adviceSection }] = await Promise.all([
    ask(`/api/rules/${encodeURIComponent(laws.text)}?language=${language}`),
    import("./opening_book.js"),
    import("../learn/advice.js"),
  ]);
  const [advice, book] = await Promise.all([adviceSection(laws.text), bookSection(laws.text)]);
  sheet(
    laws.name[language],
    laws.house ? h("p", { class: "house-rules" }, t(`house.${laws.house}`)) : null,
    ...sections.map((section) =>
      h("section", { class: "rule" }, h("h3", {}, section.title), ...section.sentences.map((sentence) => h("p", {}, sentence))),
    ),
    advice,
    book,
  );
}

/** @param {import("./page.js").GamePage} page */
export function turnsSheet(page) {
  const { play } = page;
  const first = play.events.map(({ event }) => event).find((event) => event.kind === "played")?.player ?? "white";
  const look = (/** @type {number} */ at) => (dialog.close(), page.lookBack(at));
  const dialog = sheet(t("turns.title"), turnList(play, first, null, look));
}

/** The menu: settings, and acts without a button of their own. @param {import("./page.js").GamePage} page */
export function menuSheet(page) {
  const { play } = page;
  const dialog = sheet(
    t("more"),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn", onclick: () => (dialog.close(), page.turnRound()) }, t("flip")),
      play.me && play.view?.phase !== "over"
        ? h(
            "button",
            { class: "btn", onclick: () => (dialog.close(), import("./actions/resignation.js").then((open) => open.resignSheet(page))) },
            t("resign"),
          )
        : "",
      h("button", { class: "btn", onclick: () => (dialog.close(), rulesSheet(page.play.laws)) }, t("rules")),
      h("button", { class: "btn", onclick: () => (dialog.close(), helpSheet()) }, t("help")),
      h("button", { class: "btn", onclick: () => (dialog.close(), page.wants.go("/")) }, t("home")),
    ),
    choice("autoroll", ["off", "on"], (value) => t(`switch.${value}`)),
    choice("forced", ["off", "on"], (value) => t(`switch.${value}`)),
    choice("bearoff", ["off", "on"], (value) => t(`switch.${value}`)),
    ...settingRows(),
  );
}

export const settingsSheet = () => sheet(t("settings"), ...settingRows());

/** @returns {HTMLElement[]} */
function settingRows() {
  return [
    choice("language", LANGUAGES, (value) => t(`language.${value}`), settings.language || spoken()),
    choice("board", ["auto", "wood", "felt", "contrast", "cvd"], (value) => t(`board.${value}`)),
    choice("page", ["auto", "dusk", "tuff"], (value) => t(`page.${value}`)),
    choice("sound", ["off", "on"], (value) => t(`sound.${value}`)),
    choice("home", ["right", "left"], (value) => t(`home.${value}`)),
    choice("numbers", ["own", "white"], (value) => t(`numbers.${value}`)),
    choice("tutor", ["off", "on"], (value) => t(`switch.${value}`)),
  ];
}

/**
 * One setting as a row of buttons.
 * @param {Exclude<keyof import("../settings.js").Settings, "texts">} name @param {string[]} values @param {(value: string) => string} word
 */
function choice(name, values, word, now = settings[name]) {
  const buttons = values.map((value) =>
    h(
      "button",
      {
        class: "chip",
        "aria-pressed": String(value === now),
        onclick: (/** @type {Event} */ event) => {
          change({ [name]: value });
          for (const button of buttons) button.setAttribute("aria-pressed", String(button === event.currentTarget));
        },
      },
      word(value),
    ),
  );
  const row = h("div", { class: "chips", role: "group", "aria-label": t(`setting.${name}`) }, ...buttons);
  return h("section", { class: "setting" }, h("h3", {}, t(`setting.${name}`)), row);
}

/** The keyboard shortcuts. */
export function helpSheet() {
  const keys = ["R", "D", "S", "U", "C", "W", "P", "L", "B", "F", "H", "Enter", "Esc"];
  sheet(
    t("help"),
    h("p", { class: "muted" }, t("help.board")),
    h("dl", { class: "keys" }, ...keys.flatMap((key) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`help.${key}`))])),
  );
}
