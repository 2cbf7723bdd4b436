// The frame around the board: the game, both players, the turns, the small buttons.

import { avatar } from "../../avatars/drawing.js";
import { h, icon, renew } from "../../dom.js";
import { keepFocus } from "../../focus.js";
import { counted, spoken, t } from "../../words.js";
import { clockWord } from "./clock_words.js";
import { pips } from "../checkers/counts.js";
import { ratingWord } from "./rating_words.js";
import { lastTurns, turnList } from "./turn_list.js";

/** @typedef {import("../page.js").GamePage} GamePage */

/** Sheets are loaded when the first one is opened. */
const sheets = () => import("../sheets.js");

/** @param {GamePage} page */
export function layFrame(page) {
  layInfo(page);
  layStrips(page);
  layTurns(page);
}

/** Both players, with their clocks. @param {GamePage} page */
export function layStrips(page) {
  const { below } = page.play;
  layStrip(page, page.them, below === "white" ? "black" : "white");
  layStrip(page, page.me, below);
}

/** @param {GamePage} page */
function layInfo(page) {
  const { laws, length, clock, pace } = page.play.facts;
  const { score } = page.play.view;
  const terms = [
    pace ? t("terms.rated") : "",
    t(`terms.${length ? "match" : laws.stake || "one"}`, { n: length }),
    score?.is_crawford ? t("terms.crawford") : "",
    clock ? clockWord(clock) : "",
    ["changed", "gone"].includes(laws.house) ? t("terms.before") : "",
    ...laws.changed[spoken()],
  ]
    .filter(Boolean)
    .join(" · ");
  // A sheet gives the focus back to the button that opened it: those that would not change stay.
  renew(page.info, [
    h("div", { class: "title" }, h("h1", {}, laws.name[spoken()]), h("p", { class: "muted sm" }, terms)),
    h(
      "button",
      {
        class: "btn quiet ico rules",
        "aria-label": t("rules"),
        title: t("rules"),
        onclick: () => sheets().then((open) => open.rulesSheet(page.play.laws)),
      },
      icon("book"),
      h("span", {}, t("rules")),
    ),
    page.play.roomChain.line(),
    h(
      "button",
      { class: "btn quiet ico phone-only", "aria-label": t("more"), onclick: () => sheets().then((open) => open.menuSheet(page)) },
      icon("more"),
    ),
  ]);
}

/** A name with a link to its profile, which opens in a new tab during a game of one's own. @param {GamePage} page @param {"white" | "black"} seat */
function person(page, seat) {
  const { facts, me, view } = page.play;
  const who = facts[seat];
  if (!who || seat === me || page.play.isOffline) return page.name(seat);
  return h(
    "a",
    { href: `/player/${who.is_bot ? `bot:${who.name}` : who.id}`, target: me && view.phase !== "over" ? "_blank" : null },
    page.name(seat),
  );
}

/** @param {GamePage} page @param {HTMLElement} strip @param {"white" | "black"} seat */
function layStrip(page, strip, seat) {
  const { play } = page;
  const checkers = seat === play.below ? play.checkers.mine : play.checkers.theirs;
  const off = checkers[0];
  const acts = play.view.phase !== "over" && play.view.phase !== "opening" && play.view.to_act === seat;
  const away = play.facts[seat] && !play.facts[seat].is_here;
  const state = h(
    "span",
    { class: "state" },
    away ? t("strip.away") : acts && !play.clocks ? t(seat === play.me ? "strip.yours" : "strip.theirs") : "",
  );
  strip.classList.toggle("on", acts && play.full);
  strip.replaceChildren(
    h(
      "span",
      { class: "worn" },
      play.facts[seat] ? avatar(play.facts[seat], 36) : null,
      h("span", { class: `disc ${seat === "white" ? "w" : "b"}`, title: t(`seat.${seat}`) }),
    ),
    h(
      "div",
      { class: "who" },
      h("b", {}, person(page, seat)),
      h(
        "span",
        { class: "muted xs num" },
        [
          play.facts[seat]?.is_program ? t("strip.program") : "",
          ratingWord(play.facts[seat]?.rating),
          play.view.score ? counted("points", play.view.score[seat]) : "",
          counted("pips", pips(checkers)),
          off ? t("strip.off", { off }) : "",
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      play.clocks ? state : null,
    ),
    // Beside a clock there is no room for the state.
    play.clocks ? "" : state,
    ...(play.clocks && page.clockFace ? [page.clockFace(play.clocks, seat)] : []),
  );
}

/** @param {GamePage} page */
export function layTurns(page) {
  const { play, turns, line, why } = page;
  const first =
    play.events.map(({ event }) => event).find((event) => event.kind === "played" || event.kind === "rolled")?.player ?? play.view.on_roll;
  const now = play.view.phase === "turn" ? { seat: play.view.to_act, dice: play.view.roll.join("-") || play.view.dice.join("-") } : null;
  if (!why) {
    const none = !now && !play.events.some(({ event }) => event.kind === "played");
    turns.replaceChildren(
      none ? h("p", { class: "muted sm lead" }, t("turns.hint")) : turnList(play, first, now, (at) => page.lookBack(at)),
    );
    turns.scrollTop = turns.scrollHeight;
  }
  line.textContent = lastTurns(play, first);
}

/** @param {GamePage} page */
export function layActs(page) {
  const { play } = page;
  if (!play.view) return;
  const button = (/** @type {import("../../dom.js").Icon} */ name, /** @type {string} */ label, /** @type {() => void} */ does, cls = "") =>
    h("button", { class: `btn ${cls}`, "aria-label": label, onclick: does }, icon(name), h("span", {}, label));
  const undo = button("undo", t("undo"), () => page.input.undo(), "back");
  let timer = 0;
  undo.addEventListener("pointerdown", () => (timer = setTimeout(() => page.input.undo(true), 600)));
  undo.addEventListener("pointerup", () => clearTimeout(timer));
  undo.addEventListener("pointerleave", () => clearTimeout(timer));
  // Only players of a running game can undo and resign.
  const plays = play.me !== null && play.view?.phase !== "over";
  const buttons = [
    ...(plays ? [undo] : []),
    button("list", t("turns.title"), () => sheets().then((open) => open.turnsSheet(page)), "phone-only"),
    button("flip", t("flip"), () => page.turnRound(), "wide-only"),
    ...(plays
      ? [button("flag", t("resign"), () => import("../actions/resignation.js").then((open) => open.resignSheet(page)), "wide-only")]
      : []),
    ...(page.lateParts?.buttons() ?? []),
    button("more", t("more"), () => sheets().then((open) => open.menuSheet(page)), "more"),
  ];
  keepFocus(page.buttons, () => renew(page.buttons, buttons));
}
