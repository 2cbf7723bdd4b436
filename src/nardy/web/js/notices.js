// Notices on every page: the title and the icon of the tab say that it is the user's turn, and a card says
// that somebody waits in another room.

import { ask } from "./api.js";
import { h, icon } from "./dom.js";
import { open } from "./parts.js";
import { sound } from "./settings.js";
import { named, spoken, t } from "./words.js";

/** @typedef {import("./protocol.js").YourGame} Mine */

/** Milliseconds between requests about the other rooms. */
const PAUSE = 15_000;
const PREFIX = /^● .*? · /;

/** Known rooms, and whether they wait for the user. @type {Map<string, boolean> | null} */
let known = null;
/** The room on this page, if it waits for the user. */
let here = "";
/** Rooms that waited for the user at the last request. @type {string[]} */
let awaited = [];
const region = h("div", { class: "notices", role: "status" });

/** Start the requests. @param {(path: string) => void} go */
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
  // Challenges are asked for when the page is there.
  setTimeout(async () => (await import("./matchmaking/challenges.js")).begin(region, go), 2_000);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  look();
  if (globalThis.Notification?.permission === "granted") import("./accounts/push.js").then(({ renew }) => renew()).catch(() => {});
}

/** Set the room on this page that waits for the user; '' for none. @param {string} room */
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
  // Rooms that waited from the start are listed in the lobby; only new ones get a card.
  if (known)
    for (const one of others) if (known.get(one.room) !== true && (one.is_your_turn || !known.has(one.room)) && one.name) tell(one, go);
  // Remove cards of rematches that were withdrawn, or answered in another tab.
  for (const card of region.querySelectorAll("[data-rematch]"))
    if (!mine.some((one) => one.is_rematch && one.room === /** @type {HTMLElement} */ (card).dataset.room)) card.remove();
  known = new Map(mine.map((one) => [one.room, one.is_your_turn]));
  for (const { room } of mine) if (room === open) region.querySelector(`[data-room="${CSS.escape(room)}"]`)?.remove();
  dress();
}

/** The room that is played on this page, if it has one; a review or a profile is no room. */
const opened = () => location.pathname.split("/play/")[1];

/** Show a card: somebody waits. @param {Mine} one @param {(path: string) => void} go */
function tell({ room, name, laws, is_your_turn, is_rematch }, go) {
  const key = is_rematch ? "notice.again" : is_your_turn ? "notice.turn" : "notice.game";
  const again = (what = "offer") => ask(`/api/rooms/${room}/again?what=${what}`, {});
  // If the offer was withdrawn meanwhile, go to the room of the finished game.
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
  sound(is_rematch ? "offer" : "turn");
}

/** Update the title and the icon of the tab. */
function dress() {
  // The room that is open now counts by its own state, whatever the last request said.
  const waits = awaited.filter((room) => room !== opened()).length + (here ? 1 : 0);
  const bare = document.title.replace(PREFIX, "");
  const title = waits ? `● ${here ? t("strip.yours") : t("notice.waits", { n: waits })} · ${bare}` : bare;
  if (document.title !== title) document.title = title;
  const mark = document.querySelector("link[rel=icon]");
  const href = waits ? "/web/icon-turn.svg" : "/web/icon.svg";
  if (mark?.getAttribute("href") !== href) mark?.setAttribute("href", href);
}
