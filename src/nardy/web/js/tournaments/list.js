// The list of tournaments: open, running, and recently finished.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { follow } from "../nav.js";
import { t } from "../words.js";
import { nameOf, stateOf, termsOf } from "./labels.js";

/** @typedef {import("../protocol.js").TournamentLine} Line */
/** @typedef {(path: string) => void} Go */

/** @param {Go} go @returns {Promise<import("./pages.js").Shown>} */
export async function listPage(go) {
  const box = h("div", { class: "cups" });
  const calendar = h("div", { class: "cups" });
  const renew = async () => lay(box, await ask("/api/tournaments"), go);
  await Promise.all([renew(), layCalendar(calendar)]);
  const head = h(
    "header",
    { class: "row wrap" },
    h("h1", { tabindex: -1 }, t("tournaments")),
    h("span", { class: "grow" }),
    h("a", { class: "btn act", href: "/tournaments/new", onclick: follow(go) }, t("cup.new")),
  );
  return { element: h("div", { class: "leaders" }, head, box, calendar), renew };
}

/** The tournaments that repeat, below the others. @param {HTMLElement} place */
async function layCalendar(place) {
  const lines = await ask("/api/schedules");
  if (lines.length) (await import("./calendar.js")).calendarIn(place, lines);
}

/** @param {HTMLElement} box @param {Line[]} lines @param {Go} go */
function lay(box, lines, go) {
  const parts = ["open", "going", "over"].map((phase) => [phase, lines.filter((line) => line.phase === phase)]);
  const full = /** @type {[string, Line[]][]} */ (parts.filter(([, found]) => found.length));
  const empty = h("p", { class: "panel none muted" }, t("cup.none"));
  box.replaceChildren(...(full.length ? full.map(([phase, found]) => part(phase, found, go)) : [empty]));
}

/** @param {string} phase @param {Line[]} lines @param {Go} go */
const part = (phase, lines, go) =>
  h("section", {}, h("h2", {}, t(`cups.${phase}`)), h("ul", { class: "panel cuplist" }, ...lines.map((line) => row(line, go))));

/** @param {Line} line @param {Go} go */
export function row(line, go) {
  const mine = line.is_in ? t("cup.in") : line.is_yours ? t("cup.yours") : "";
  const winner = line.winner === null ? "" : t("cup.winner", { who: nameOf(line.winner, line.winner_is_bot) });
  return h(
    "li",
    {},
    h(
      "a",
      { class: "cuprow", href: `/tournament/${line.id}`, onclick: follow(go) },
      h(
        "span",
        {},
        h("b", {}, line.name),
        mine ? h("span", { class: "tag" }, mine) : null,
        h("span", { class: "muted sm below" }, termsOf(line)),
      ),
      h(
        "span",
        { class: "right" },
        h("span", {}, winner || stateOf(line)),
        h("span", { class: "muted sm below num" }, t("cup.entrants", { n: line.entrants })),
      ),
    ),
  );
}
