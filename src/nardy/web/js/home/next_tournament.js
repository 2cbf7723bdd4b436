// The next tournament that can be entered, as a line of the first page. Loaded after the page.

import { ask } from "../api.js";
import { h, icon } from "../dom.js";
import { clockWord } from "../game/layout/clock_words.js";
import { follow } from "../nav.js";
import { lengthWord } from "../new_game/terms.js";
import { spoken, t } from "../words.js";

/** Lay the line after an element, if there is such a tournament. @param {HTMLElement} before @param {(path: string) => void} go */
export async function nextTournament(before, go) {
  const told = await ask("/api/tournaments");
  const [line] = told.filter(({ phase }) => phase === "open").sort((a, b) => (a.starts ?? Infinity) - (b.starts ?? Infinity));
  if (!line) return;
  const terms = [line.game[spoken()], lengthWord(String(line.length)), clockWord(line.clock)].join(" · ");
  const link = h("a", { href: `/tournament/${line.id}`, onclick: follow(go) }, h("b", {}, t("home.tournament", { name: line.name })));
  before.after(h("p", { class: "panel promise" }, icon("cup"), h("span", {}, link, " ", h("span", { class: "muted" }, terms))));
}
