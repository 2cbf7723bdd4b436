// Games against bots in this browser: begin one, go on with one, take one along as a file.

import { isStatic, linkTo } from "../address.js";
import { picture } from "../board/board.js";
import { h, icon } from "../dom.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { beginSheet } from "./begin.js";
import { request } from "./client.js";

/** @import { ListedGame } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */
/** @typedef {(path: string) => void} Go */

/** So many games are listed at once; older ones are behind a fold. */
const NEWEST = 3;
const FIRST = ["long-nardy", "backgammon", "plakoto"];

/** @param {{go: Go}} wants @param {{isCut?: boolean}} [why] The club did not answer. */
export async function offlinePage({ go }, { isCut = false } = {}) {
  const asked = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([asked, ...["home", "offline"].map(open)]);
  const rank = (/** @type {string} */ id) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  const sorted = [...games].sort((one, other) => rank(one.id) - rank(other.id));
  const kept = h("section", { class: "offline-kept" });
  const renew = async () => layKept(kept, games, /** @type {OfflineGame[]} */ (await request({ ask: "kept" })), go, renew);
  await renew();
  const title = t(isStatic ? "offline.bots" : "offline.title");
  const element = h(
    "main",
    { class: "home offline", id: "page" },
    h("header", {}, h("h1", { tabindex: -1 }, title), h("p", { class: "muted" }, t(isCut ? "offline.cut" : "offline.is"))),
    kept,
    h(
      "section",
      { class: "games" },
      h("h2", {}, t("offline.new")),
      h("div", { class: "minis" }, ...sorted.map((game) => card(game, () => beginSheet(game.id, go)))),
    ),
    h("p", { class: "promise panel" }, icon("dice"), h("span", { class: "muted" }, t("offline.dice.more"))),
  );
  return { element, title: `${title} · nardy`, close: () => {} };
}

/** @param {ListedGame} game @param {() => void} does */
const card = (game, does) =>
  h(
    "button",
    { class: "panel mini-card", onclick: does },
    picture(game),
    h("b", {}, game.name[spoken()]),
    h("span", { class: "xs muted" }, t(`kind.${game.contact}`)),
  );

/** @param {HTMLElement} box @param {ListedGame[]} games @param {OfflineGame[]} kept @param {Go} go @param {() => Promise<void>} renew */
function layKept(box, games, kept, go, renew) {
  if (!kept.length) return box.replaceChildren();
  const row = (/** @type {OfflineGame} */ one) => {
    const name = games.find(({ id }) => id === one.game)?.name[spoken()] ?? one.game;
    const isOver = one.is_over;
    const when = moment(one.begun);
    return h(
      "li",
      { class: "row" },
      h(
        "a",
        { class: "kept-game", href: linkTo(`/offline/${one.id}`), onclick: follow(go) },
        h(
          "span",
          {},
          h("b", {}, name),
          h("span", { class: `sm ${isOver ? "muted" : "goes"}` }, t(isOver ? "offline.over" : "offline.goes")),
        ),
        h("span", { class: "muted sm" }, `${t(`level.${one.level}`)} · ${when}`),
      ),
      h(
        "button",
        { class: "btn quiet", title: t("offline.save"), "aria-label": `${t("offline.save")}: ${name}, ${when}`, onclick: () => save(one) },
        icon("save"),
        h("span", {}, t("offline.save")),
      ),
      h(
        "button",
        {
          class: "btn quiet",
          title: t("offline.remove"),
          "aria-label": `${t("offline.remove")}: ${name}, ${when}`,
          onclick: async () => {
            await request({ ask: "remove", room: one.id });
            await renew();
          },
        },
        icon("cross"),
      ),
    );
  };
  const [newest, older] = [kept.slice(0, NEWEST), kept.slice(NEWEST)];
  const isOpen = box.querySelector("details")?.open ?? false;
  const fold = h("details", { open: isOpen }, h("summary", {}, t("offline.older", { n: older.length })), h("ul", {}, ...older.map(row)));
  return box.replaceChildren(
    h("h2", {}, t("offline.kept")),
    h("div", { class: "panel" }, h("ul", {}, ...newest.map(row)), older.length ? fold : ""),
  );
}

/** When a game was begun; the year only if it is not this one. @param {number} at */
function moment(at) {
  const [when, now] = [new Date(at), new Date()];
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return when.toLocaleString(spoken(), { year, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Hand a game over as a file that nardy and the club read. @param {OfflineGame} game */
async function save(game) {
  const text = /** @type {string} */ (await request({ ask: "file", room: game.id }));
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: address, download: `${game.game}-${new Date(game.begun).toISOString().slice(0, 10)}.json` });
  link.click();
  URL.revokeObjectURL(address);
}
