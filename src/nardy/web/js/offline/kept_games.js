// The games that this browser and the account keep: go on with one, save one as a file, take them into the account.

import { linkTo } from "../address.js";
import { h, icon } from "../dom.js";
import { announce } from "../live_region.js";
import { follow } from "../nav.js";
import { spoken, t } from "../words.js";
import { AccountGames } from "./account_games.js";
import { request } from "./client.js";

/** @import { KeptOfflineGame, ListedGame } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */
/** @typedef {(path: string) => void} Go */

/** So many games are listed at once; older ones are behind a fold. */
const NEWEST = 3;
/** Milliseconds in which a second press removes a game. */
const SURE = 4000;
/** Milliseconds after which no browser reads a file that it saves. */
const SAVED = 60_000;

/** Show the games in a box: at once those of this browser, then those of the account. @param {HTMLElement} box @param {ListedGame[]} games @param {Go} go */
export async function layKept(box, games, go) {
  const lists = new KeptGames(box, games, go);
  await lists.show();
  AccountGames.open().then(
    (account) => account && lists.join(account),
    () => {}, // Without the club there is no account.
  );
}

class KeptGames {
  /** @param {HTMLElement} box @param {ListedGame[]} games @param {Go} go */
  constructor(box, games, go) {
    this.games = games;
    this.go = go;
    /** @type {OfflineGame[]} */
    this.here = [];
    /** @type {AccountGames | null} */
    this.account = null;
    this.own = h("div");
    this.elsewhere = h("div");
    this.says = h("p", { class: "muted sm", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.button = h("button", { class: "btn", onclick: () => this.take() }, t("offline.keep"));
    this.taking = h("div", { class: "taking", hidden: true }, this.button, this.says);
    box.replaceChildren(this.own, this.taking, this.problem, this.elsewhere);
  }

  /** @param {AccountGames} account */
  async join(account) {
    this.account = account;
    await this.show();
  }

  async show() {
    this.here = /** @type {OfflineGame[]} */ (await request({ ask: "kept" }));
    const isOpen = this.own.querySelector("details")?.open ?? false;
    this.own.replaceChildren(...list(t("offline.kept"), this.here.map(this.row), isOpen));
    const { account } = this;
    if (!account) return;
    const others = account.kept.filter(({ id }) => this.here.every((one) => one.id !== id));
    this.elsewhere.replaceChildren(...list(t("offline.elsewhere"), others.map(this.otherRow)));
    const due = account.missing(this.here).length;
    this.taking.hidden = !this.here.some(({ is_over }) => is_over);
    this.button.disabled = !due;
    this.says.textContent = t(due ? "offline.keep.more" : "offline.keep.done");
  }

  /** Do something, show what came of it, and say what went wrong. @param {() => Promise<void>} does */
  async attempt(does) {
    this.problem.textContent = "";
    try {
      await does();
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
    await this.show();
  }

  take() {
    this.button.disabled = true;
    return this.attempt(async () => this.account?.take(this.account.missing(this.here)));
  }

  row = (/** @type {OfflineGame} */ one) => {
    const [name, when] = this.title(one);
    const isTaken = this.account?.has(one.id);
    const isRefused = this.account?.refused.has(one.id);
    const words = [t(`level.${one.level}`), ...termsOf(one), when];
    if (isTaken || isRefused) words.push(t(isTaken ? "offline.taken" : "offline.refused"));
    const save = {
      class: "btn quiet",
      title: t("offline.save"),
      "aria-label": `${t("offline.save")}: ${name}, ${when}`,
      onclick: () => this.attempt(() => saveFile(one)),
    };
    const state = h("span", { class: `sm ${one.is_over ? "muted" : "goes"}` }, t(one.is_over ? "offline.over" : "offline.goes"));
    return h(
      "li",
      { class: "row" },
      link(one.id, follow(this.go), [h("b", {}, name), state], words),
      h("button", save, icon("save"), h("span", {}, t("offline.save"))),
      remover(`${name}, ${when}`, "offline.remove", () => this.attempt(async () => void (await request({ ask: "remove", room: one.id })))),
    );
  };

  /** A game that only the account keeps. */
  otherRow = (/** @type {KeptOfflineGame} */ one) => {
    const [name, when] = this.title(one);
    const open = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      this.attempt(async () => {
        await this.account?.fetch(one);
        this.go(`/offline/${one.id}`);
      });
    };
    return h(
      "li",
      { class: "row" },
      link(one.id, open, [h("b", {}, name)], [t(`level.${one.level}`), when, resultWord(one)]),
      remover(`${name}, ${when}`, "offline.forget", () => this.attempt(async () => this.account?.remove(one.id))),
    );
  };

  /** The name of the game, and when it was begun. @param {{game: string, begun: number}} one */
  title({ game, begun }) {
    const name = this.games.find(({ id }) => id === game)?.name[spoken()] ?? game;
    return [name, moment(begun)];
  }
}

/** @param {string} title @param {HTMLElement[]} rows @param {boolean} [isOpen] Whether the older ones are unfolded. */
function list(title, rows, isOpen = false) {
  if (!rows.length) return [];
  const [newest, older] = [rows.slice(0, NEWEST), rows.slice(NEWEST)];
  const fold = h("details", { open: isOpen }, h("summary", {}, t("offline.older", { n: older.length })), h("ul", {}, ...older));
  return [h("h2", {}, title), h("div", { class: "panel" }, h("ul", {}, ...newest), older.length ? fold : "")];
}

/** @param {string} id @param {(event: MouseEvent) => void} onclick @param {HTMLElement[]} head @param {string[]} words */
const link = (id, onclick, head, words) =>
  h(
    "a",
    { class: "kept-game", href: linkTo(`/offline/${id}`), onclick },
    h("span", {}, ...head),
    h("span", { class: "muted sm" }, words.join(" · ")),
  );

/** The length of a match, or that a single game has a cube. @param {OfflineGame} one */
const termsOf = ({ length, rules }) => (length ? [t("terms.match", { n: length })] : rules ? [t("terms.money")] : []);

/** When a game was begun; the year only if it is not this one. @param {number} at */
export function moment(at) {
  const [when, now] = [new Date(at), new Date()];
  const year = when.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return when.toLocaleString(spoken(), { year, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** A button that removes something at its second press. @param {string} what @param {string} key The word for removing it. @param {() => unknown} remove */
export function remover(what, key, remove) {
  let isSure = false;
  const lay = () => {
    const word = t(isSure ? "offline.remove.sure" : key);
    Object.assign(button, { ariaLabel: `${word}: ${what}`, title: word });
    button.replaceChildren(isSure ? word : icon("cross"));
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

/** @param {KeptOfflineGame} game */
function resultWord({ result, seat }) {
  const what = result.words[spoken()];
  return result.winner ? t(result.winner === seat ? "offline.won" : "offline.lost", { what }) : what;
}

/** Hand a game over as a file that nardy and the club read. @param {OfflineGame} game */
async function saveFile(game) {
  const text = /** @type {string} */ (await request({ ask: "file", room: game.id }));
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: address, download: `${game.game}-${new Date(game.begun).toISOString().slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED);
}
