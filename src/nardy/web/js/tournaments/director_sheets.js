// The director's sheets: entering bots, and ending the tournament early.

import { h } from "../dom.js";
import { once } from "../forms.js";
import { sheet } from "../sheet.js";
import { pick } from "../choice_buttons.js";
import { learn, t } from "../words.js";

/** @import { BotEntry, EntrantNumber } from "../protocol.js" */
/** @typedef {(what: "enter" | "leave" | "begin" | "end" | "bots" | "remove", data?: BotEntry | EntrantNumber | Record<string, never>) => Promise<void>} Act */

// The names of levels are among the words of the home page.
await learn("home");

const ENTERED_LEVELS = [..."12345678"];
const COUNTS = ["1", "2", "3", "4", "7", "8", "15", "16"];

/** @param {Act} act */
export function botsSheet(act) {
  const wish = { level: "4", count: 3 };
  const problem = h("p", { class: "problem", role: "alert" });
  const add = h("button", { class: "btn act", onclick: () => once(add, problem, send) }, t("cup.bots.send"));
  const send = async () => {
    await act("bots", wish);
    dialog.close();
  };
  const dialog = sheet(
    t("cup.bots"),
    h("p", { class: "muted" }, t("cup.bots.is")),
    pick(
      t("cup.level"),
      ENTERED_LEVELS.map((level) => [level, t(`level.${level}`)]),
      wish.level,
      (level) => (wish.level = level),
    ),
    pick(
      t("cup.many"),
      COUNTS.map((count) => [count, count]),
      String(wish.count),
      (count) => (wish.count = Number(count)),
    ),
    add,
    problem,
  );
}

/** @param {Act} act */
export function endSheet(act) {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "btn act", onclick: () => once(button, problem, end) }, t("cup.end.sure"));
  const end = async () => {
    await act("end");
    dialog.close();
  };
  const dialog = sheet(t("cup.end"), h("p", {}, t("cup.end.is")), button, problem);
}
