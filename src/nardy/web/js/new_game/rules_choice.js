// The choice of a game's rules: presets and options, as the club offers them.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { onSettings } from "../settings.js";
import { spoken, t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { begins } from "./terms.js";

/** @import { GameOffer, OptionOffer } from "../protocol.js" */

/**
 * The choice of rules; *set* is called with the game's text whenever it changes.
 * @param {import("./terms.js").Game} game @param {string} text The game with the options chosen last.
 * @param {(text: string) => void} set @param {() => boolean} isMatch Whether a match is played, which has no choice for money games.
 */
export function rulesChoice(game, text, set, isMatch) {
  const box = h("div", { class: "rules-choice" });
  let open = false;
  const hide = () => box.querySelector(".stake")?.toggleAttribute("hidden", isMatch());
  const off = onSettings(() => (box.isConnected ? hide() : off()));
  const show = (/** @type {GameOffer} */ told, /** @type {string} */ focus = "") => {
    set(told.laws.text);
    box.replaceChildren(
      ...presets(game, told, (wanted) => load(wanted)),
      ...options(told, open, (one, value) => load(told.laws.text, one, value)),
    );
    box.querySelector("details")?.addEventListener("toggle", (event) => (open = /** @type {HTMLDetailsElement} */ (event.target).open));
    hide();
    if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`#option-${focus}`))?.focus();
  };
  const load = async (/** @type {string} */ wanted, /** @type {string} */ name = "", /** @type {string} */ value = "") => {
    const query = name ? `?change=${encodeURIComponent(`${name}=${value}`)}` : "";
    try {
      show(await ask(`/api/games/${encodeURIComponent(wanted)}${query}`), name);
    } catch (error) {
      if (wanted !== begins(game)) return load(begins(game));
      box.replaceChildren(h("p", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message));
    }
    return undefined;
  };
  load(text);
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
