// The games that this browser and the account keep: go on with one, save one as a file, take them into the account.

import { h, icon } from "../dom.js";
import { follow } from "../nav.js";
import { spoken, t } from "../words.js";
import { AccountGames } from "./account_games.js";
import { request } from "./client.js";

/** @import { KeptOfflineGame, ListedGame } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */
/** @typedef {(path: string) => void} Go */

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
    this.own.replaceChildren(...list(t("offline.kept"), this.here.map(this.row)));
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
    const words = [t(`level.${one.level}`), when, t(one.is_over ? "offline.over" : "offline.goes")];
    if (isTaken || isRefused) words.push(t(isTaken ? "offline.taken" : "offline.refused"));
    const save = { class: "btn quiet", "aria-label": `${t("offline.save")}: ${name}, ${when}`, onclick: () => saveFile(one) };
    return h(
      "li",
      { class: "row" },
      link(one.id, follow(this.go), name, words),
      h("button", save, t("offline.save")),
      remover(`${t("offline.remove")}: ${name}, ${when}`, () =>
        this.attempt(async () => void (await request({ ask: "remove", room: one.id }))),
      ),
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
      link(one.id, open, name, [t(`level.${one.level}`), when, resultWord(one)]),
      remover(`${t("offline.forget")}: ${name}, ${when}`, () => this.attempt(async () => this.account?.remove(one.id))),
    );
  };

  /** The name of the game, and when it was begun. @param {{game: string, begun: number}} one */
  title({ game, begun }) {
    const name = this.games.find(({ id }) => id === game)?.name[spoken()] ?? game;
    return [name, new Date(begun).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" })];
  }
}

/** @param {string} title @param {HTMLElement[]} rows */
const list = (title, rows) => (rows.length ? [h("h2", {}, title), h("ul", { class: "panel" }, ...rows)] : []);

/** @param {string} id @param {(event: MouseEvent) => void} onclick @param {string} name @param {string[]} words */
const link = (id, onclick, name, words) =>
  h("a", { class: "kept-game", href: `/offline/${id}`, onclick }, h("b", {}, name), h("span", { class: "muted sm" }, words.join(" · ")));

/** @param {string} label @param {() => void} onclick */
const remover = (label, onclick) => h("button", { class: "btn quiet", "aria-label": label, onclick }, icon("cross"));

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
  URL.revokeObjectURL(address);
}
