// The sheets of a game and of every page: rules, turns, the menu, settings, help.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
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
export async function menuSheet(page) {
  const { play } = page;
  const { settingRows } = await import("../settings_sheet.js");
  const dice = play.roomChain.line().getAttribute("aria-label");
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
      h("button", { class: "btn to-rules", onclick: () => (dialog.close(), rulesSheet(page.play.laws)) }, t("rules")),
      h("button", { class: "btn", onclick: () => (dialog.close(), helpSheet()) }, t("help")),
      // Phones held sideways have no room for it beside the board.
      h("button", { class: "btn to-proof", onclick: () => (dialog.close(), play.roomChain.show()) }, dice),
      h("button", { class: "btn", onclick: () => (dialog.close(), page.wants.go("/")) }, t("home")),
    ),
    ...settingRows(),
  );
}

export const settingsSheet = async () => sheet(t("settings"), ...(await import("../settings_sheet.js")).settingRows());

/** The keyboard shortcuts. */
export function helpSheet() {
  const keys = ["R", "D", "S", "U", "C", "W", "P", "L", "B", "F", "H", "M", "O", "A", "Enter", "Esc"];
  sheet(
    t("help"),
    h("p", { class: "muted" }, t("help.board")),
    h("dl", { class: "keys" }, ...keys.flatMap((key) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(`help.${key}`))])),
  );
}
