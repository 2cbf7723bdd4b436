// The look of the club and what it offers first: color of buttons, game, levels of bots.

import { pick } from "./choice_buttons.js";
import { h } from "./dom.js";
import { LADDER_LEVELS } from "./levels.js";
import { spoken, t } from "./words.js";

/** @import { ClubWords, ListedGame } from "./protocol.js" */

/** Colors on the light and the dark page, as in server/club/accent.py. @type {Record<string, [string, string]>} */
const PALETTE = {
  garnet: ["#a81f3d", "#c23350"],
  turquoise: ["#0b6a68", "#0d7d7a"],
  cobalt: ["#1f5fa8", "#2470c6"],
  indigo: ["#3d4fb0", "#5869c5"],
  plum: ["#7b3a8c", "#9f4db5"],
  forest: ["#2c6e3f", "#327e48"],
  walnut: ["#8a4b1f", "#a95c26"],
  slate: ["#3f5566", "#55738a"],
};
const OWN = "own";
const PAGES = /** @type {const} */ (["tuff", "dusk"]);

/** The choices, and what is chosen. @param {ClubWords} words @param {ListedGame[]} games */
export function lookPart(words, games) {
  const accent = accentChoice(words.accent ?? "");
  const first = select(
    "host-game",
    words.game ?? "",
    games.map(({ id, name }) => [id, name[spoken()]]),
  );
  const levels = levelChoices(words.levels ?? "", games);
  return {
    elements: [...accent.elements, asked("game", first), ...levels.elements],
    chosen: () => ({ accent: accent.chosen(), game: first.value, levels: levels.chosen() }),
    /** Show the color at once. @param {ClubWords} now */
    saved: (now) => {
      document.querySelector('link[href^="/api/club/look.css"]')?.remove();
      if (now.accent) document.head.append(h("link", { rel: "stylesheet", href: `/api/club/look.css?${encodeURIComponent(now.accent)}` }));
    },
  };
}

/** @param {string} accent */
function accentChoice(accent) {
  const isOwn = accent.startsWith("#");
  let name = isOwn ? OWN : accent;
  const [light, dark = light] = isOwn ? accent.split(" ") : (PALETTE[accent] ?? PALETTE.garnet);
  const own = [light, dark].map((value, i) =>
    h("input", { type: "color", class: "field", id: `host-own-${i}`, value, oninput: () => show() }),
  );
  const fields = h(
    "div",
    { class: "row wrap" },
    ...own.map((input, i) => h("label", { class: "row sm" }, t(`host.accent.${PAGES[i]}`), input)),
  );
  const samples = PAGES.map((page) => h("span", { class: "accent-sample", "data-on": page }, h("b", {}, t("play"))));
  const colors = () => (name === OWN ? own.map(({ value }) => value) : (PALETTE[name] ?? PALETTE.garnet));
  const show = () => {
    fields.hidden = name !== OWN;
    samples.forEach((sample, i) => /** @type {HTMLElement} */ (sample.firstChild).style.setProperty("background", colors()[i]));
  };
  const names = ["", ...Object.keys(PALETTE), OWN];
  const choice = pick(
    t("host.accent"),
    names.map((one) => [one, t(one ? `host.accent.${one}` : "host.unset")]),
    name,
    (one) => ((name = one), show()),
  );
  show();
  return {
    elements: [choice, fields, h("div", { class: "row wrap" }, ...samples)],
    chosen: () => (name === OWN ? colors().join(" ") : name),
  };
}

/** The level for all games, and another one for some. @param {string} text @param {ListedGame[]} games */
function levelChoices(text, games) {
  /** @type {Record<string, string>} */
  const now = Object.fromEntries(text.split(" ").map((word) => (word.includes("=") ? word.split("=") : ["", word])));
  const levels = LADDER_LEVELS.map((level) => /** @type {[string, string]} */ ([level, t(`level.${level}`)]));
  const all = select("host-levels", now[""] ?? "", levels);
  const each = games.map(({ id, name }) => ({
    id,
    input: select(`host-level-${id}`, now[id] ?? "", levels),
    name: name[spoken()],
  }));
  const chosen = () => [all.value, ...each.map(({ id, input }) => (input.value ? `${id}=${input.value}` : ""))].filter(Boolean).join(" ");
  const rows = each.map(({ id, input, name }) => h("div", { class: "asked" }, h("label", { for: `host-level-${id}` }, name), input));
  return { elements: [asked("levels", all), h("details", {}, h("summary", {}, t("host.levels.each")), ...rows)], chosen };
}

/** @param {string} id @param {string} now @param {[string, string][]} values */
const select = (id, now, values) =>
  h(
    "select",
    { class: "field", id },
    ...[/** @type {[string, string]} */ (["", t("host.unset")]), ...values].map(([value, word]) =>
      h("option", { value, selected: value === now }, word),
    ),
  );

/** @param {string} name @param {HTMLElement} input */
const asked = (name, input) => h("div", { class: "asked" }, h("label", { for: `host-${name}` }, t(`host.${name}`)), input);
