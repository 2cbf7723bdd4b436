// The choice of a game's rules: presets and options, as the club offers them.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { onSettings } from "../settings.js";
import { spoken, t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { begins } from "./terms.js";

/** @import { GameOffer, OptionOffer } from "../protocol.js" */

/** What the choice shown last still asks for. @type {Promise<void>} */
let loading = Promise.resolve();

/** Once the rules are those that the user chose last. */
export const rulesLoaded = () => loading;

/**
 * The choice of rules; *set* is called with the game's text whenever it changes.
 * @param {import("./terms.js").Game} game @param {string} text The game with the options chosen last.
 * @param {(text: string) => void} set @param {() => boolean} isMatch Whether a match is played, which has no choice for money games.
 */
export function rulesChoice(game, text, set, isMatch) {
  const box = h("div", { class: "rules-choice" });
  let open = false;
  let now = text;
  /** Requests wait for each other, so that each changes what the one before it has told. @type {Promise<void>} */
  let queue = Promise.resolve();
  const hide = () => box.querySelector(".stake")?.toggleAttribute("hidden", isMatch());
  const off = onSettings(() => (box.isConnected ? hide() : off()));
  const show = (/** @type {GameOffer} */ told) => {
    set((now = told.laws.text));
    const focus = box.contains(document.activeElement) && document.activeElement?.id;
    box.replaceChildren(
      ...presets(game, told, (wanted) => load(() => wanted)),
      ...options(told, open, (one, value) => load(() => now, one, value)),
    );
    box.querySelector("details")?.addEventListener("toggle", (event) => (open = /** @type {HTMLDetailsElement} */ (event.target).open));
    hide();
    if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`#${focus}`))?.focus();
  };
  const take = async (/** @type {string} */ wanted, /** @type {string} */ query = "") => {
    try {
      const told = await ask(`/api/games/${encodeURIComponent(wanted)}${query}`);
      // Another game may be chosen by now.
      if (box.parentElement) show(told);
    } catch (error) {
      if (wanted !== begins(game)) return take(begins(game));
      box.replaceChildren(h("p", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message));
    }
    return undefined;
  };
  const load = (/** @type {() => string} */ wanted, /** @type {string} */ name = "", /** @type {string} */ value = "") => {
    const query = name ? `?change=${encodeURIComponent(`${name}=${value}`)}` : "";
    loading = queue = queue.then(() => take(wanted(), query));
  };
  load(() => text);
  return box;
}

/** @param {import("./terms.js").Game} game @param {GameOffer} told @param {(text: string) => void} load */
function presets(game, { presets: known, laws }, load) {
  if (!known.length) return [];
  if (laws.stake) {
    const row = pick(
      t("order.stake"),
      known.map((one) => [one.text, one.title[spoken()]]),
      laws.text,
      load,
    );
    row.classList.add("stake");
    return [row];
  }
  /** @type {[string, string][]} */
  const others = known.filter((one) => one.text !== game.text).map((one) => [one.text, one.title[spoken()]]);
  return [pick(t("order.rules"), [[game.text, t("order.published")], ...others], laws.text, load)];
}

/** @param {GameOffer} told @param {boolean} open @param {(name: string, value: string) => void} set */
function options({ options: known, laws }, open, set) {
  if (!known.length) return [];
  const changed = laws.text === laws.begins ? 0 : known.filter((one) => one.value !== one.published).length;
  const rows = known.map((one) => row(one, set));
  return [
    h(
      "details",
      { class: "options", open },
      h("summary", {}, t("order.options"), changed ? h("b", { class: "num" }, ` · ${t("order.changed", { n: changed })}`) : null),
      h("div", { class: "option-rows" }, ...rows),
    ),
  ];
}

/** @param {OptionOffer} option @param {(name: string, value: string) => void} set */
function row(option, set) {
  const { name, title, value, published, values } = option;
  const select = h(
    "select",
    { class: "field", id: `option-${name}`, onchange: () => set(name, select.value) },
    ...values.map((one) => h("option", { value: one.value, selected: one.value === value }, one.title[spoken()])),
  );
  return h(
    "div",
    { class: value === published ? "option" : "option changed" },
    h("label", { for: `option-${name}` }, title[spoken()]),
    select,
  );
}
