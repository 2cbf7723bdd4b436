// The profile of a bot: its level, and a button to play it.

import { h } from "../dom.js";
import { learn, t } from "../words.js";

/** @typedef {import("../protocol.js").Profile} Profile */
/** @typedef {(path: string) => void} Go */

/** The description of a bot. @param {Profile} bot @param {Go} go */
export async function aboutBot({ level }, go) {
  if (!level) return [h("p", { class: "muted sm" }, t("house.before"))];
  await learn("order");
  const play = h(
    "button",
    { class: "btn", onclick: async () => (await import("../new_game/sheet.js")).newGameSheet(go, { level }) },
    t("house.play"),
  );
  return [h("p", { class: "about" }, `${raised(t(`level.${level}.is`))}.`), h("p", { class: "muted sm" }, t("house.runs")), play];
}

/** A text with a capital letter. @param {string} words */
const raised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);
