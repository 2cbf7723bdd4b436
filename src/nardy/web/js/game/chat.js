// Chat: players at the table, spectators aside. Lines are shown as text, never as markup.

import { avatar } from "../avatars/drawing.js";
import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { answered, fresh } from "../live.js";
import { change, settings } from "../settings.js";
import { named, spoken, t } from "../words.js";

/** @import { Mute, Refused, Report, Said, Say, Talk, ToClient, ToServer } from "../protocol.js" */
/** A message of the chat, without room and id. @typedef {Omit<Say, "room" | "id"> | Omit<Mute, "room" | "id"> | Omit<Report, "room" | "id">} Spoken */

const MOST_LETTERS = 300;

export class Chat {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** The number of the last line seen. */
    this.seen = 0;
    /** The number of the last line that was announced or seen. */
    this.said = 0;
    /** Whether the lines said before were received: those are not counted as unread. */
    this.told = false;
    /** @type {Map<number, HTMLLIElement>} */
    this.rows = new Map();
    this.list = h("ol", { class: "lines" });
    this.log = h("div", { class: "log", role: "log", "aria-live": "polite", tabindex: 0 }, this.list);
    this.field = h("input", { class: "field", maxlength: MOST_LETTERS, autocomplete: "off" });
    this.sender = h("button", { class: "btn ico" }, icon("send"));
    this.form = h(
      "form",
      { class: "say", hidden: true, onsubmit: (/** @type {Event} */ event) => this.send(event) },
      this.field,
      this.sender,
    );
    /** Messages without an answer, by id; a refused line is put back into the field. @type {Map<string, Spoken>} */
    this.sent = new Map();
    this.problem = h("p", { class: "problem sm", role: "alert" });
    this.note = h("p", { class: "muted xs", hidden: true });
    this.head = h("header", {});
    const leave = (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.toggle(false);
    this.panel = h("section", { class: "talk panel", onkeydown: leave }, this.head, this.log, this.form, this.problem, this.note);
    page.side.append(this.panel);
    this.unread = h("span", { class: "unread", hidden: true });
    this.word = h("span", {});
    this.opener = h("button", { class: "btn talk-button", onclick: () => this.toggle() }, icon("chat"), this.word, this.unread);
    this.show();
  }

  /** The language of the labels. */
  language = "";

  /** Lay the labels anew if the language has changed. */
  show() {
    if (this.language === spoken()) return;
    this.language = spoken();
    for (const one of [this.log, this.panel]) one.setAttribute("aria-label", t("chat"));
    Object.assign(this.field, { ariaLabel: t("chat.say"), placeholder: t("chat.say") });
    Object.assign(this.sender, { ariaLabel: t("chat.send"), title: t("chat.send") });
    this.note.textContent = t("chat.guest");
    this.word.textContent = t("chat");
    this.mark(!this.unread.hidden);
    this.problem.textContent = "";
    this.head.replaceChildren(
      h("h2", {}, t("chat")),
      h("button", { class: "linkish xs", onclick: () => this.mask() }),
      h("button", { class: "btn quiet ico shut", "aria-label": t("close"), onclick: () => this.toggle(false) }, icon("cross")),
    );
    this.dress();
    this.rows.clear();
    this.list.replaceChildren();
    this.lay();
  }

  /** @returns {ToServer[]} */
  hello() {
    return [{ type: "listen", room: this.page.play.room }];
  }

  button() {
    return this.opener;
  }

  /** Show whether there are unread lines: a dot, and the same in words. @param {boolean} isUnread */
  mark(isUnread) {
    this.unread.hidden = !isUnread;
    this.opener.ariaLabel = t(isUnread ? "chat.unread" : "chat");
  }

  /** On small screens the chat opens over the page. */
  toggle(open = !this.panel.classList.contains("open")) {
    this.panel.classList.toggle("open", open);
    if (open) this.read();
    (open ? (this.form.hidden ? this.log : this.field) : this.opener).focus();
  }

  /** @param {ToClient} message */
  hear(message) {
    if (message.type === "talk") this.hearLines(message);
    const id = answered(message);
    const asked = this.sent.get(id);
    if (!asked) return false;
    this.sent.delete(id);
    if (message.type === "refused") this.refused(asked, message);
    else if (asked.type === "report") announce(t("chat.reported"));
    return true;
  }

  /** Show why a line was refused, and put it back into the field. @param {Spoken} asked @param {Refused} refused */
  refused(asked, { says }) {
    this.problem.textContent = says[spoken()] ?? says.en;
    if ("text" in asked && !this.field.value) this.field.value = asked.text;
  }

  /** @param {Talk} message */
  hearLines(message) {
    this.form.hidden = !message.may_speak;
    this.note.hidden = message.may_speak;
    const first = !this.told;
    this.told = true;
    this.lines = message.lines;
    this.lay();
    const last = message.lines.at(-1);
    if (!last) return;
    // On small screens the panel is hidden until it is opened.
    if (this.panel.checkVisibility() || first || last.is_yours) return this.read();
    this.mark(last.number > this.seen);
    if (last.number > this.said && !last.is_muted) announce(`${called(last)}: ${textOf(last)}`);
    this.said = last.number;
  }

  /** @type {Said[]} */
  lines = [];

  /** Show all lines; unchanged rows stay, so that a screen reader reads only new ones. */
  lay() {
    for (const said of this.lines) {
      const row = this.row(said);
      const before = this.rows.get(said.number);
      if (before?.textContent === row.textContent) continue;
      if (before) before.replaceWith(row);
      else this.list.append(row);
      this.rows.set(said.number, row);
    }
    this.log.scrollTop = this.log.scrollHeight;
  }

  read() {
    this.seen = this.said = this.lines.at(-1)?.number ?? 0;
    this.mark(false);
  }

  /** @param {Said} said */
  row(said) {
    const kind = said.is_muted ? "muted" : said.is_aside ? "aside" : "";
    const more = said.is_yours
      ? null
      : h(
          "button",
          { class: "linkish xs more", "aria-label": t("chat.more", { name: named(said.name) }), onclick: () => this.about(said) },
          "…",
        );
    return h(
      "li",
      { class: kind },
      avatar(said, 20),
      " ",
      h("b", { class: said.seat ? `by ${said.seat}` : "by" }, called(said)),
      " ",
      h("span", {}, textOf(said)),
      more,
    );
  }

  /** @param {Event} event */
  send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.problem.textContent = "";
    this.tell({ type: "say", text });
  }

  /** @param {Spoken} message */
  tell(message) {
    const { play } = this.page;
    const id = fresh();
    this.sent.set(id, message);
    play.live.send({ room: play.room, id, ...message });
  }

  /** The sheet to mute or report the author of a line. @param {Said} said */
  async about(said) {
    const { sheet } = await import("../sheet.js");
    const does = (/** @type {{type: "mute", is_muted: boolean} | {type: "report"}} */ message) => () => (
      dialog.close(), this.tell({ number: said.number, ...message })
    );
    const dialog = sheet(
      named(said.name),
      h("p", {}, textOf(said)),
      h(
        "button",
        { class: "btn wide", onclick: does({ type: "mute", is_muted: !said.is_muted }) },
        t(said.is_muted ? "chat.unmute" : "chat.mute"),
      ),
      said.is_muted ? null : h("button", { class: "btn wide", onclick: does({ type: "report" }) }, t("chat.report")),
      h("p", { class: "muted sm" }, t("chat.how")),
    );
  }

  /** Mask rude words, or show them. */
  mask() {
    change({ mask: settings.mask === "on" ? "off" : "on" });
    this.dress();
    this.lay();
  }

  dress() {
    const button = /** @type {HTMLElement} */ (this.head.querySelector(".linkish"));
    button.textContent = t(settings.mask === "on" ? "chat.unmask" : "chat.mask");
  }
}

/** The author of a line. @param {Said} said */
function called(said) {
  const name = said.is_yours ? t("you") : named(said.name);
  return said.is_aside ? t("chat.aside", { name }) : name;
}

/** The text of a line as the user wants to read it; a deleted line has none. @param {Said} said */
function textOf({ is_muted: isMuted, masked, text }) {
  if (isMuted) return t("chat.muted");
  return (settings.mask === "on" && masked) || text || t("chat.taken");
}
