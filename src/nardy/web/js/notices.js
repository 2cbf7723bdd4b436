// What a reader is told wherever he is: that it is his turn, in the title and on the icon of the tab, and
// that somebody waits for him at another board.

import { ask } from "./api.js";
import { h, icon } from "./dom.js";
import { open } from "./parts.js";
import { sound } from "./settings.js";
import { named, spoken, t } from "./words.js";

/** @typedef {import("./protocol.js").YourGame} Mine */

/** How often the other boards are asked for. */
const PAUSE = 15_000;
const PREFIX = /^● .*? · /;

/** Which boards are known to wait. @type {Map<string, boolean> | null} */
let known = null;
/** The board on this page where it is one's own turn. */
let here = "";
/** Boards where it was when they were last asked for. @type {string[]} */
let awaited = [];
const region = h("div", { class: "notices", role: "status" });

/** Begin to look round. @param {(path: string) => void} go */
export async function begin(go) {
  await open("notices");
  document.body.append(region);
  new MutationObserver(dress).observe(/** @type {Node} */ (document.querySelector("title")), { childList: true });
  const look = () =>
    ask("/api/mine").then(
      (mine) => hear(mine, go),
      () => {},
    );
  setInterval(look, PAUSE);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  look();
}

/** On this page it is one's own turn at a board, or nobody's to wait for. @param {string} room */
export function turn(room) {
  if (room === here) return;
  here = room;
  dress();
}

/** @param {Mine[]} mine @param {(path: string) => void} go */
export function hear(mine, go) {
  const open = opened();
  const others = mine.filter(({ room }) => room !== open);
  awaited = mine.filter((one) => one.is_your_turn).map(({ room }) => room);
  // What waited before one came is on the list of the first page; what is new is told.
  if (known)
    for (const one of others) if (known.get(one.room) !== true && (one.is_your_turn || !known.has(one.room)) && one.name) tell(one, go);
  // An offer that was withdrawn or answered elsewhere is none any more.
  for (const card of region.querySelectorAll("[data-rematch]"))
    if (!mine.some((one) => one.is_rematch && one.room === /** @type {HTMLElement} */ (card).dataset.room)) card.remove();
  known = new Map(mine.map((one) => [one.room, one.is_your_turn]));
  for (const { room } of mine) if (room === open) region.querySelector(`[data-room="${CSS.escape(room)}"]`)?.remove();
  dress();
}

/** The room of this page, if it is one's. */
const opened = () => location.pathname.split("/").at(-1);

/** Somebody waits. @param {Mine} one @param {(path: string) => void} go */
function tell({ room, name, laws, is_your_turn, is_rematch }, go) {
  const key = is_rematch ? "notice.again" : is_your_turn ? "notice.turn" : "notice.game";
  const again = (what = "offer") => ask(`/api/rooms/${room}/again?what=${what}`, {});
  // Who has withdrawn it meanwhile is met at the board that is over.
  const agree = () =>
    again().then(
      (made) => go(`/play/${made.room}`),
      () => go(`/play/${room}`),
    );
  const play = () => (card.remove(), is_rematch ? agree() : go(`/play/${room}`));
  const close = () => (card.remove(), is_rematch && again("decline").catch(() => {}));
  const card = h(
    "div",
    { class: "notice panel", "data-room": room, "data-rematch": is_rematch ? "" : null },
    h("span", {}, t(key, { who: named(name), game: laws.name[spoken()] })),
    h("button", { class: "btn", onclick: play }, t(is_rematch ? "notice.agree" : "notice.go")),
    is_rematch
      ? h("button", { class: "btn quiet", onclick: close }, t("notice.decline"))
      : h("button", { class: "btn quiet ico", "aria-label": t("close"), onclick: close }, icon("cross")),
  );
  region.querySelector(`[data-room="${CSS.escape(room)}"]`)?.remove();
  region.append(card);
  sound("turn");
}

/** The title and the icon of the tab say whether one is awaited. */
function dress() {
  // Who has just gone to the board that waited is there, whatever was known before.
  const waits = awaited.filter((room) => room !== opened()).length + (here ? 1 : 0);
  const bare = document.title.replace(PREFIX, "");
  const title = waits ? `● ${here ? t("strip.yours") : t("notice.waits", { n: waits })} · ${bare}` : bare;
  if (document.title !== title) document.title = title;
  const mark = document.querySelector("link[rel=icon]");
  const href = waits ? "/web/icon-turn.svg" : "/web/icon.svg";
  if (mark?.getAttribute("href") !== href) mark?.setAttribute("href", href);
}
