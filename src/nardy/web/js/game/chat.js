// Talk: what the two say at the table, and who looks on aside. Words are text and never markup.

import { h, icon } from "../dom.js";
import { fresh } from "../live.js";
import { change, settings } from "../settings.js";
import { named, t } from "../words.js";

/** @typedef {{number: number, name: string, seat: string | null, is_yours: boolean, text: string, masked: string | null, is_aside: boolean, is_muted: boolean}} Said */

const MOST_LETTERS = 300;

export class Chat {
  /** @param {import("./page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** The number of the last line that was seen. */
    this.seen = 0;
    /** What was said before one came is not news. */
    this.told = false;
    /** @type {Map<number, HTMLLIElement>} */
    this.rows = new Map();
    this.list = h("ol", { class: "lines" });
    this.log = h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": t("chat"), tabindex: 0 }, this.list);
    this.field = h("input", { class: "field", maxlength: MOST_LETTERS, autocomplete: "off", "aria-label": t("chat.say"), placeholder: t("chat.say") });
    this.form = h("form", { class: "say", hidden: true, onsubmit: (/** @type {Event} */ event) => this.send(event) }, this.field, h("button", { class: "btn ico", "aria-label": t("chat.send"), title: t("chat.send") }, icon("send")));
    this.note = h("p", { class: "muted xs", hidden: true }, t("chat.guest"));
    this.head = h("header", {}, h("h2", {}, t("chat")), h("button", { class: "linkish xs", onclick: () => this.mask() }, ""), h("button", { class: "btn quiet ico shut", "aria-label": t("close"), onclick: () => this.toggle(false) }, icon("cross")));
    this.panel = h("section", { class: "talk panel", hidden: true, "aria-label": t("chat") }, this.head, this.log, this.form, this.note);
    page.side.append(this.panel);
    this.unread = h("span", { class: "unread", hidden: true });
    this.dress();
  }

  /** Bots do not talk, and nobody is there before both have come. */
  get offered() {
    const { facts } = this.page.play;
    return Boolean(facts && this.page.play.full && !(facts.white?.is_bot || facts.black?.is_bot));
  }

  hello() {
    return [{ type: "listen", room: this.page.play.room }];
  }

  button() {
    if (!this.offered) return null;
    return h("button", { class: "btn talk-button", "aria-label": t("chat"), onclick: () => this.toggle() }, icon("chat"), h("span", {}, t("chat")), this.unread);
  }

  /** Where there is no room for it all the time, it opens over the page. */
  toggle(open = !this.panel.classList.contains("open")) {
    this.panel.classList.toggle("open", open);
    if (open) {
      this.read();
      this.field.focus();
    }
  }

  show() {
    this.panel.hidden = !this.offered;
  }

  /** @param {any} message */
  hear(message) {
    if (message.type !== "talk") return;
    this.form.hidden = !message.may_speak;
    this.note.hidden = message.may_speak;
    const first = !this.told;
    this.told = true;
    this.lines = message.lines;
    this.lay();
    const last = message.lines.at(-1);
    if (!last) return;
    if (this.panel.checkVisibility() || first || last.is_yours) this.read();
    else this.unread.hidden = last.number <= this.seen;
  }

  /** @type {Said[]} */
  lines = [];

  /** All lines; those that are there already stay, so that only what is new is read out. */
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
    this.seen = this.lines.at(-1)?.number ?? 0;
    this.unread.hidden = true;
  }

  /** @param {Said} said */
  row(said) {
    const name = said.is_yours ? t("you") : named(said.name);
    const text = said.is_muted ? t("chat.muted") : settings.mask === "on" ? (said.masked ?? said.text) : said.text || t("chat.taken");
    const kind = said.is_muted ? "muted" : said.is_aside ? "aside" : "";
    const more = said.is_yours ? null : h("button", { class: "linkish xs more", "aria-label": t("chat.more", { name }), onclick: () => this.about(said) }, "…");
    return h("li", { class: kind }, h("b", { class: said.seat ? `by ${said.seat}` : "by" }, said.is_aside ? t("chat.aside", { name }) : name), " ", h("span", {}, text), more);
  }

  /** @param {Event} event */
  send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.tell({ type: "say", text });
  }

  /** @param {object} message */
  tell(message) {
    const { play } = this.page;
    play.live.send(/** @type {any} */ ({ room: play.room, id: fresh(), ...message }));
  }

  /** What can be done about somebody's line. @param {Said} said */
  async about(said) {
    const { sheet } = await import("./sheets.js");
    const does = (/** @type {object} */ message) => () => (dialog.close(), this.tell({ number: said.number, ...message }));
    const dialog = sheet(
      named(said.name),
      h("p", {}, said.is_muted ? t("chat.muted") : said.text),
      h("button", { class: "btn wide", onclick: does({ type: "mute", is_muted: !said.is_muted }) }, t(said.is_muted ? "chat.unmute" : "chat.mute")),
      said.is_muted ? null : h("button", { class: "btn wide", onclick: does({ type: "report" }) }, t("chat.report")),
      h("p", { class: "muted sm" }, t("chat.how")),
    );
  }

  /** Rude words as stars, or as they were written. */
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
