// By which rules a game is played: its presets, and all options. The club says what may be chosen.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { spoken, t } from "../words.js";
import { pick } from "./chips.js";

/** @typedef {{name: string, title: Record<string, string>, value: string, published: string, values: {value: string, title: Record<string, string>}[]}} Option */

/**
 * What can be chosen of a game; *set* hears the game's text whenever it changes.
 * @param {{id: string, text: string}} game @param {string} text The game with the options chosen last.
 * @param {(text: string) => void} set
 */
export function rulesChoice(game, text, set) {
  const box = h("div", { class: "rules-choice" });
  let open = false;
  const show = (/** @type {any} */ told, /** @type {string} */ focus = "") => {
    set(told.laws.text);
    box.replaceChildren(...presets(game, told, (wanted) => load(wanted)), ...options(told, open, (one, value) => load(told.laws.text, one, value)));
    box.querySelector("details")?.addEventListener("toggle", (event) => (open = /** @type {HTMLDetailsElement} */ (event.target).open));
    if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`#option-${focus}`))?.focus();
  };
  const load = async (/** @type {string} */ wanted, /** @type {string} */ name = "", /** @type {string} */ value = "") => {
    const query = name ? `?change=${encodeURIComponent(`${name}=${value}`)}` : "";
    try {
      show(await ask(`/api/games/${encodeURIComponent(wanted)}${query}`), name);
    } catch (error) {
      if (wanted !== game.text) return load(game.text);
      box.replaceChildren(h("p", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message));
    }
    return undefined;
  };
  load(text);
  return box;
}

/** @param {{text: string}} game @param {any} told @param {(text: string) => void} load */
function presets(game, { presets: known, laws }, load) {
  if (!known.length) return [];
  const others = known.filter((/** @type {any} */ one) => one.text !== game.text);
  const values = [[game.text, t("order.published")], ...others.map((/** @type {any} */ one) => [one.text, one.title[spoken()]])];
  return [pick(t("order.rules"), /** @type {[string, string][]} */ (values), laws.text, load)];
}

/** @param {any} told @param {boolean} open @param {(name: string, value: string) => void} set */
function options({ options: known }, open, set) {
  if (!known.length) return [];
  const changed = known.filter((/** @type {Option} */ one) => one.value !== one.published).length;
  const rows = known.map((/** @type {Option} */ one) => row(one, set));
  return [h("details", { class: "options", open }, h("summary", {}, t("order.options"), changed ? h("b", { class: "num" }, ` · ${t("order.changed", { n: changed })}`) : null), h("div", { class: "option-rows" }, ...rows))];
}

/** @param {Option} option @param {(name: string, value: string) => void} set */
function row(option, set) {
  const { name, title, value, published, values } = option;
  const select = h("select", { class: "field", id: `option-${name}`, onchange: () => set(name, select.value) }, ...values.map((one) => h("option", { value: one.value, selected: one.value === value }, one.title[spoken()])));
  return h("div", { class: value === published ? "option" : "option changed" }, h("label", { for: `option-${name}` }, title[spoken()]), select);
}
