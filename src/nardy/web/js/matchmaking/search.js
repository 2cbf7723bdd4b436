// The search for an opponent: the club pairs people with the same terms. The sheet has a connection of its own, so
// that it opens over any page; closing it ends the search.

import { h } from "../dom.js";
import { answered, fresh, Live } from "../live.js";
import { open } from "../parts.js";
import { change, settings, sound } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { SearchClock } from "./search_clock.js";
import { termsLine } from "./terms_line.js";
import { showWaiting } from "./who_waits.js";

/** @import { ToClient } from "../protocol.js" */
/** What is searched for, with the name of the game to show. @typedef {{game: string, name: string, length: number, clock: string | null, rated: boolean}} Wish */
/** Ways out of a search: wait at an open board, play a bot, choose other terms. @typedef {{board?: () => Promise<string>, bot: () => unknown, terms: () => unknown}} Ways */

/** Open the sheet and search. @param {(path: string) => void} go @param {Wish} wish @param {Ways} ways */
export async function searchSheet(go, wish, ways) {
  await open("matchmaking");
  const search = new Search(go, wish, ways);
  search.begin();
  return search;
}

class Search {
  /** @param {(path: string) => void} go @param {Wish} wish @param {Ways} ways */
  constructor(go, wish, ways) {
    this.go = go;
    this.wish = wish;
    this.id = fresh();
    this.terms = h("p", { class: "search-terms" });
    this.range = h("p", { class: "search-range num" });
    this.said = h("p", { class: "muted", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.waiting = h("div", { class: "who-waits" });
    this.bot = h(
      "div",
      { class: "bot-offer", hidden: true },
      h("button", { class: "btn", onclick: () => this.leave(ways.bot) }, t("search.bot.play")),
    );
    this.clock = new SearchClock(this.range, () => this.offerBot());
    this.dialog = sheet(
      t("search.title"),
      this.terms,
      this.range,
      this.said,
      this.problem,
      this.bot,
      this.shownChoice(),
      this.waiting,
      h(
        "div",
        { class: "row wrap" },
        h("button", { class: "linkish", onclick: () => this.leave(ways.terms) }, t("search.terms")),
        ways.board ? h("button", { class: "linkish", onclick: () => this.waitAt(ways.board) }, t("search.board")) : null,
      ),
    );
    this.dialog.classList.add("search");
    this.dialog.append(
      h("footer", {}, h("button", { class: "btn big wide", autofocus: true, onclick: () => this.dialog.close() }, t("search.stop"))),
    );
    this.live = this.connected();
    this.dialog.addEventListener("close", () => (this.clock.stop(), this.live.close()));
  }

  hasEnded = false;

  connected() {
    return new Live({
      hear: (message) => this.hear(message),
      state: (isOpen) => isOpen || this.say(t("search.lost")),
      hello: () => [{ type: "lobby" }, this.message()],
    });
  }

  begin() {
    this.terms.textContent = termsLine(this.wish);
    this.say(t("search.begun"));
    /** @type {HTMLElement | null} */ (this.dialog.querySelector("footer .btn"))?.focus();
  }

  /** @returns {import("../protocol.js").ToServer} */
  message() {
    const { game, length, clock, rated } = this.wish;
    return { type: "search", id: this.id, game, length, clock, rated, shown: settings.shown };
  }

  /** @param {ToClient} message */
  hear(message) {
    if (message.type === "lobby") return this.showLobby(message);
    if (answered(message) !== this.id) return undefined;
    if (message.type === "searching") {
      this.clock.begin(message);
      // After a lost connection the place is the same.
      if (this.said.textContent === t("search.lost")) this.say(t("search.begun"));
    } else if (message.type === "matched") {
      sound("turn");
      this.say(t("search.found"));
      this.dialog.close();
      this.go(`/play/${message.room}`);
    } else if (message.type === "searchended") this.fail(t(`search.${message.reason}`));
    else if (message.type === "refused") this.fail(message.says[spoken()] ?? message.reason);
    return undefined;
  }

  /** @param {import("../protocol.js").Lobby} lobby */
  showLobby(lobby) {
    showWaiting(this.waiting, lobby, {
      search: (wish) => this.turnTo(wish),
      sit: (room) => (this.dialog.close(), this.go(`/play/${room}`)),
      failed: (words) => (this.problem.textContent = words),
    });
  }

  /** Search on other terms, where somebody waits. @param {Wish} wish */
  turnTo(wish) {
    this.wish = wish;
    this.id = fresh();
    this.problem.textContent = "";
    this.bot.hidden = true;
    this.begin();
    if (this.hasEnded) this.live = this.connected();
    else this.live.send(this.message());
    this.hasEnded = false;
  }

  /** A search that has ended by itself is not sent again. @param {string} words */
  fail(words) {
    this.clock.stop();
    this.live.close();
    this.hasEnded = true;
    this.said.textContent = this.range.textContent = "";
    this.problem.textContent = words;
  }

  /** A bot is offered beside the search, which goes on until the user chooses the bot. */
  offerBot() {
    this.bot.hidden = false;
    this.say(t("search.bot"));
  }

  /** @param {() => void} then */
  leave(then) {
    this.dialog.close();
    then();
  }

  /** Wait in a room of one's own, which others see in the lobby. @param {Ways["board"]} board */
  async waitAt(board) {
    if (!board) return;
    this.live.send({ type: "endsearch" });
    try {
      const room = await board();
      // An opponent may be found before, or the search stopped.
      if (!this.dialog.open) return;
      this.dialog.close();
      this.go(`/play/${room}`);
    } catch (error) {
      this.fail(/** @type {Error} */ (error).message);
    }
  }

  shownChoice() {
    const box = h("input", {
      type: "checkbox",
      checked: settings.shown,
      onchange: () => (change({ shown: box.checked }), this.live.send(this.message())),
    });
    return h("label", { class: "check" }, box, h("span", {}, t("search.shown")));
  }

  /** @param {string} sentence */
  say(sentence) {
    this.said.textContent = sentence;
  }
}
