// Matches of other programs that the reader has uploaded: bring one, open its review, share and delete it.

import { ask } from "../api.js";
import { h, icon } from "../dom.js";
import { follow } from "../nav.js";
import { gamesHere } from "../new_game/terms.js";
import { moment, remover } from "../offline/kept_games.js";
import { open } from "../parts.js";
import { isPosition } from "../paste.js";
import { shareLink } from "../share_link.js";
import { spoken, t } from "../words.js";

/** @import { ListedGame, UploadedMatch } from "../protocol.js" */
/** @typedef {(path: string) => void} Go */

const PATH = "/api/matches";
/** Bytes of a file (server/analysis/match_reader.py). */
const MOST_BYTES = 1_000_000;
/** Characters that become one argument list of `fromCharCode`. */
const CHUNK = 0x8000;

/** @param {{go: Go, isHere: () => boolean}} wants */
export async function matchesPage({ go, isHere }) {
  const [matches, games] = await Promise.all([ask(PATH), gamesHere(), ...["offline", "matches"].map(open)]);
  const page = new MatchesPage(matches, games, (path) => isHere() && go(path));
  return { element: page.element, title: `${t("matches.title")} · nardy`, close: () => {} };
}

class MatchesPage {
  /** @param {UploadedMatch[]} matches @param {ListedGame[]} games @param {Go} go */
  constructor(matches, games, go) {
    this.matches = matches;
    this.go = go;
    this.state = h("p", { class: "state", role: "status" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("section", { class: "offline-kept" });
    this.file = h("input", { type: "file", id: "match-file", class: "spoken", onchange: () => this.chosen() });
    this.text = h("textarea", { class: "field", id: "match-text", rows: 4, spellcheck: "false", maxlength: MOST_BYTES });
    this.game = h(
      "select",
      { class: "field", id: "match-game" },
      h("option", { value: "" }, t("matches.game.usual")),
      ...games
        .filter(({ house, rotation }) => !house && !rotation.length)
        .map(({ id, name }) => h("option", { value: id }, name[spoken()])),
    );
    this.element = this.layOut();
    this.show();
  }

  layOut() {
    const drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.bring(file);
    };
    return h(
      "main",
      { class: "matches offline", id: "page", ondragover: (/** @type {Event} */ event) => event.preventDefault(), ondrop: drop },
      h("header", {}, h("h1", { tabindex: -1 }, t("matches.title")), h("p", { class: "muted" }, t("matches.is"))),
      h(
        "section",
        { class: "panel bring", "aria-label": t("matches.bring") },
        h(
          "div",
          { class: "row wrap" },
          this.file,
          h("label", { class: "btn act big", for: "match-file" }, icon("save"), t("matches.file")),
        ),
        h("label", { for: "match-text" }, t("matches.text")),
        this.text,
        h("div", { class: "row wrap" }, h("button", { class: "btn", onclick: () => this.pasted() }, t("matches.read"))),
        h("label", { for: "match-game" }, t("matches.game")),
        this.game,
        this.state,
        this.problem,
      ),
      this.list,
    );
  }

  chosen() {
    const [file] = this.file.files ?? [];
    if (file) this.bring(file);
    this.file.value = "";
  }

  /** A text that was pasted: a position opens the board, a match is uploaded. */
  async pasted() {
    const text = this.text.value;
    if (!text.trim()) return this.text.focus();
    if (await isPosition(text)) return this.go(`/board?text=${encodeURIComponent(text.trim())}`);
    return this.bring(new File([text], t("matches.pasted")));
  }

  /** @param {File} file */
  async bring(file) {
    this.problem.textContent = "";
    this.state.textContent = "";
    if (file.size > MOST_BYTES) {
      this.problem.textContent = t("matches.large");
      return;
    }
    this.state.textContent = t("matches.reads", { name: file.name });
    await this.attempt(async () => {
      const content = base64(new Uint8Array(await file.arrayBuffer()));
      const { key } = await ask(PATH, { content, name: file.name.slice(-255), game: this.game.value });
      this.go(`/review/${key}`);
    });
    this.state.textContent = "";
  }

  /** Do something, and say what went wrong. @param {() => Promise<unknown>} does */
  async attempt(does) {
    this.problem.textContent = "";
    try {
      await does();
    } catch (error) {
      this.problem.textContent = /** @type {Error} */ (error).message;
    }
  }

  show() {
    const rows = this.matches.map((one) => this.row(one));
    this.list.replaceChildren(...(rows.length ? [h("h2", {}, t("matches.kept")), h("div", { class: "panel" }, h("ul", {}, ...rows))] : []));
  }

  /** @param {UploadedMatch} one */
  row(one) {
    const name = `${one.white} – ${one.black}`;
    const words = [one.laws.name[spoken()], one.length ? t("terms.match", { n: one.length }) : "", one.name, moment(one.since)];
    const share = {
      class: "btn quiet",
      "aria-pressed": String(one.link !== null),
      title: t("matches.share"),
      "aria-label": `${t("matches.share")}: ${name}`,
      onclick: () => this.share(one),
    };
    return h(
      "li",
      {},
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "kept-game", href: `/review/${one.key}`, onclick: follow(this.go) },
          h("span", {}, h("b", {}, name), one.illegal ? h("span", { class: "sm muted" }, t("matches.illegal", { n: one.illegal })) : ""),
          h("span", { class: "muted sm" }, words.filter(Boolean).join(" · ")),
        ),
        h("button", share, icon("link"), h("span", {}, t(one.link ? "matches.shared" : "matches.share"))),
        remover(name, "matches.remove", () => this.remove(one)),
      ),
      one.link ? this.link(one.link) : "",
    );
  }

  /** The link by which others read a match. @param {string} code */
  link(code) {
    const address = new URL(`/review/${code}`, location.href).href;
    const field = h("input", {
      class: "field",
      readonly: true,
      value: address,
      "aria-label": t("matches.link"),
      onfocus: () => field.select(),
    });
    return h("p", { class: "link-of-match" }, field);
  }

  /** Make a link, or take it back. @param {UploadedMatch} one */
  share(one) {
    return this.attempt(async () => {
      const told = await ask(`${PATH}/${one.key}/link`, { is_shared: one.link === null });
      this.matches = this.matches.map((other) => (other.key === told.key ? told : other));
      this.show();
      this.state.textContent = t(told.link ? "matches.linked" : "matches.unlinked");
      const url = new URL(`/review/${told.link}`, location.href).href;
      if (told.link) await shareLink({ title: `${told.white} – ${told.black}`, url });
    });
  }

  /** @param {UploadedMatch} one */
  remove(one) {
    return this.attempt(async () => {
      this.matches = await ask(`${PATH}/${one.key}/end`, {});
      this.show();
    });
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += CHUNK) letters += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(letters);
}
