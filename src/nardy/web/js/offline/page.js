// Games against bots in this browser: begin one, go on with one, take one along as a file.

import { isStatic, linkTo } from "../address.js";
import { picture } from "../board/board.js";
import { pick } from "../choice_buttons.js";
import { h, icon } from "../dom.js";
import { announce } from "../live_region.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { request } from "./client.js";

/** @import { ListedGame, Seat } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */
/** @typedef {(path: string) => void} Go */

const LEVELS = ["beginner", "casual", "club", "expert", "strongest"];
/** Milliseconds in which a second press removes a game. */
const SURE = 4000;
/** Milliseconds after which no browser reads a file that it saves. */
const SAVED = 60_000;
const FIRST = ["long-nardy", "backgammon", "plakoto"];

/** @param {{go: Go}} wants @param {{isCut?: boolean}} [why] The club did not answer. */
export async function offlinePage({ go }, { isCut = false } = {}) {
  const asked = /** @type {Promise<ListedGame[]>} */ (request({ ask: "request", path: "/api/games", data: null }));
  const [games] = await Promise.all([asked, ...["home", "offline", "order"].map(open)]);
  const rank = (/** @type {string} */ id) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
  const sorted = [...games].sort((one, other) => rank(one.id) - rank(other.id));
  const kept = h("section", { class: "offline-kept" });
  const problem = h("p", { class: "problem", role: "alert" });
  /** Do something, and say what failed. @param {() => Promise<unknown>} does */
  const tried = async (does) => {
    problem.textContent = "";
    await does().catch((/** @type {Error} */ error) => (problem.textContent = error.message));
  };
  const renew = async () => layKept(kept, games, /** @type {OfflineGame[]} */ (await request({ ask: "kept" })), { go, renew, tried });
  await tried(renew);
  const title = t(isStatic ? "offline.bots" : "offline.title");
  const element = h(
    "main",
    { class: "home offline", id: "page" },
    h("header", {}, h("h1", { tabindex: -1 }, title), h("p", { class: "muted" }, t(isCut ? "offline.cut" : "offline.is"))),
    problem,
    kept,
    h(
      "section",
      { class: "games" },
      h("h2", {}, t("offline.new")),
      h("div", { class: "minis" }, ...sorted.map((game) => card(game, () => begin(game, go)))),
    ),
    h("p", { class: "promise panel" }, icon("proof"), h("span", { class: "muted" }, t("offline.dice.more"))),
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

/** Choose the level and the seat. @param {ListedGame} game @param {Go} go */
function begin(game, go) {
  let level = LEVELS.includes(settings.level) ? settings.level : LEVELS.includes(game.newcomer) ? game.newcomer : LEVELS[0];
  const about = h("p", { class: "muted sm about-level", role: "status" }, t(`level.${level}.is`));
  const problem = h("p", { class: "problem", role: "alert" });
  const levels = pick(
    t("order.level"),
    LEVELS.map((one) => [one, t(`level.${one}`)]),
    level,
    (one) => {
      level = one;
      about.textContent = t(`level.${one}.is`);
    },
  );
  const seats = pick(
    t("friend.seat"),
    [
      ["", t("seat.lot")],
      ["white", t("seat.white")],
      ["black", t("seat.black")],
    ],
    settings.seat,
    (seat) => change({ seat }),
  );
  const start = h("button", { class: "btn act big wide", autofocus: true }, t("order.start.bot"));
  const dialog = sheet(game.name[spoken()], levels, about, seats);
  dialog.classList.add("order");
  dialog.append(h("footer", {}, problem, start));
  start.addEventListener("click", async () => {
    start.disabled = true;
    const seat = /** @type {Seat} */ (settings.seat || (crypto.getRandomValues(new Uint8Array(1))[0] % 2 ? "white" : "black"));
    try {
      const room = await request({ ask: "begin", game: game.id, level, seat });
      dialog.close();
      go(`/offline/${room}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      start.disabled = false;
    }
  });
  start.focus();
}

/** @param {HTMLElement} box @param {ListedGame[]} games @param {OfflineGame[]} kept @param {{go: Go, renew: () => Promise<void>, tried: (does: () => Promise<unknown>) => Promise<void>}} wants */
function layKept(box, games, kept, { go, renew, tried }) {
  if (!kept.length) return box.replaceChildren();
  const row = (/** @type {OfflineGame} */ one) => {
    const name = games.find(({ id }) => id === one.game)?.name[spoken()] ?? one.game;
    const isOver = one.is_over;
    const when = new Date(one.begun).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });
    return h(
      "li",
      { class: "row" },
      h(
        "a",
        { class: "kept-game", href: linkTo(`/offline/${one.id}`), onclick: follow(go) },
        h("b", {}, name),
        h("span", { class: "muted sm" }, [t(`level.${one.level}`), when, t(isOver ? "offline.over" : "offline.goes")].join(" · ")),
      ),
      h(
        "button",
        { class: "btn quiet", "aria-label": `${t("offline.save")}: ${name}, ${when}`, onclick: () => tried(() => save(one)) },
        t("offline.save"),
      ),
      removal(`${name}, ${when}`, () =>
        tried(async () => {
          await request({ ask: "remove", room: one.id });
          await renew();
        }),
      ),
    );
  };
  return box.replaceChildren(h("h2", {}, t("offline.kept")), h("ul", { class: "panel" }, ...kept.map(row)));
}

/** A button that removes something at its second press. @param {string} what @param {() => void} remove */
function removal(what, remove) {
  let isSure = false;
  const lay = () => {
    button.ariaLabel = `${t(isSure ? "offline.remove.sure" : "offline.remove")}: ${what}`;
    button.replaceChildren(isSure ? t("offline.remove.sure") : icon("cross"));
  };
  const press = () => {
    if (isSure) return remove();
    isSure = true;
    lay();
    announce(t("offline.remove.sure"));
    setTimeout(() => {
      isSure = false;
      lay();
    }, SURE);
    return undefined;
  };
  const button = h("button", { class: "btn quiet", onclick: press });
  lay();
  return button;
}

/** Hand a game over as a file that nardy and the club read. @param {OfflineGame} game */
async function save(game) {
  const text = /** @type {string} */ (await request({ ask: "file", room: game.id }));
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: address, download: `${game.game}-${new Date(game.begun).toISOString().slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED);
}
