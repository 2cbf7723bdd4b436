// The moderators' page: reported lines, suspicious pairs, people, and the log of decisions.

import { ask } from "./api.js";
import { announce } from "./live_region.js";
import { h } from "./dom.js";
import { hostingParts } from "./hosting.js";
import { unusualGames } from "./unusual_games.js";
import { sheet } from "./sheet.js";
import { open } from "./parts.js";
import { named, spoken, t } from "./words.js";

/** @import { ModerationQueue, ModerationRequest, PairFacts, PairMember, ReportedLine, FoundPlayer } from "./protocol.js" */
/** @typedef {ModerationRequest["what"]} Decision */

const DAYS = [1, 7, 30, null];

export async function adminPage() {
  const [order, unusual] = await Promise.all([ask("/api/admin"), ask("/api/admin/unusual").catch(() => null), open("admin")]);
  const page = new AdminPage();
  page.show(order);
  hostingParts().then(
    (parts) => page.hosting.replaceChildren(...parts),
    () => {},
  );
  if (unusual) page.unusual.replaceChildren(...unusualGames(unusual));
  return page;
}

/** @param {PairFacts} one */
function pair({ winner, other, games, won, gain, last, places }) {
  const link = (/** @type {PairMember} */ side) => h("a", { href: `/player/${side.id}` }, named(side.name));
  const why = places.length ? places.map((place) => t(`admin.pair.${place}`)) : [t("admin.pair.lopsided")];
  const told = t("admin.pair.told", {
    won: won.toLocaleString(spoken()),
    games,
    gain: `${gain < 0 ? "−" : "+"}${Math.abs(Math.round(gain))}`,
    when: moment(last),
  });
  return h(
    "li",
    { class: "panel" },
    h("p", {}, link(winner), " – ", link(other)),
    h("p", { class: "muted sm" }, `${told} · ${why.join(" · ")}`),
  );
}

class AdminPage {
  constructor() {
    this.title = `${t("admin")} · nardy`;
    this.reports = h("ul", { class: "reports", tabindex: -1 });
    this.people = h("ul", { class: "people" });
    this.pairs = h("ul", { class: "reports" });
    this.unusual = h("section", { class: "unusual" });
    this.hosting = h("div", { class: "hosting" });
    this.log = h("tbody", {});
    const name = h("input", { class: "field", id: "admin-name", maxlength: 24, required: true, autocomplete: "off" });
    const room = h("input", {
      class: "field",
      id: "admin-room",
      maxlength: 40,
      required: true,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
    });
    this.element = h(
      "main",
      { class: "admin", id: "page" },
      h("h1", { tabindex: -1 }, t("admin")),
      this.hosting,
      h("section", {}, h("h2", {}, t("admin.reports")), this.reports),
      h("section", {}, h("h2", {}, t("admin.pairs")), h("p", { class: "muted sm" }, t("admin.pairs.is")), this.pairs),
      this.unusual,
      h(
        "section",
        {},
        h("h2", {}, t("admin.people")),
        line(name, t("admin.name"), t("admin.find"), async () =>
          this.find(await ask(`/api/admin/people?name=${encodeURIComponent(name.value)}`)),
        ),
        this.people,
      ),
      h(
        "section",
        {},
        h("h2", {}, t("admin.game")),
        line(room, t("admin.room"), t("admin.close"), async () => this.confirm("close", room.value.split("/").at(-1) ?? "", room.value)),
      ),
      h(
        "section",
        {},
        h("h2", {}, t("admin.log")),
        h(
          "div",
          { class: "panel tablebox" },
          h(
            "table",
            {},
            h("thead", {}, h("tr", {}, ...["when", "by", "what", "about"].map((key) => h("th", { scope: "col" }, t(`admin.${key}`))))),
            this.log,
          ),
        ),
      ),
    );
  }

  close() {}

  /** @param {ModerationQueue} order */
  show({ reports, decisions, pairs }) {
    this.pairs.replaceChildren(...(pairs.length ? pairs.map(pair) : [h("li", { class: "muted" }, t("admin.pairs.none"))]));
    this.reports.replaceChildren(
      ...(reports.length ? reports.map((one) => this.report(one)) : [h("li", { class: "muted" }, t("admin.quiet"))]),
    );
    this.log.replaceChildren(
      ...decisions.map(({ at, who, what, about }) =>
        h(
          "tr",
          {},
          h("td", { class: "num muted" }, moment(at)),
          h("td", {}, named(who)),
          h("td", {}, t(`admin.did.${what.replace(" ", ".")}`)),
          h("td", {}, named(about)),
        ),
      ),
    );
  }

  /** @param {ReportedLine} one */
  report({ room, tournament, number, at, who, name, text, reporter }) {
    const problem = h("p", { class: "problem", role: "alert" });
    const dismiss = async () => {
      try {
        this.show(await ask("/api/admin/reports", { room, tournament, number }));
        announce(t("admin.done"));
        this.reports.focus(); // the button that had it is gone
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    };
    return h(
      "li",
      { class: "panel" },
      h("p", { class: "words" }, t("admin.words", { text })),
      h("p", { class: "muted sm" }, t("admin.said", { name: named(name), when: moment(at), reporter: named(reporter) })),
      h(
        "div",
        { class: "row wrap" },
        this.button("mute", who, name),
        this.button("ban", who, name),
        room ? this.button("close", room, name) : null,
        h(
          "a",
          { class: "btn quiet", href: room ? `/play/${room}` : `/tournament/${tournament}` },
          t(room ? "admin.see" : "admin.see.tournament"),
        ),
        h("button", { class: "btn quiet", onclick: dismiss }, t("admin.dismiss")),
      ),
      problem,
    );
  }

  /** @param {FoundPlayer[]} found */
  find(found) {
    announce(t("admin.found", { n: found.length }));
    this.people.replaceChildren(
      ...(found.length ? found : []).map(({ id, name, role }) =>
        h(
          "li",
          { class: "panel" },
          h(
            "p",
            {},
            h("a", { href: `/player/${id}` }, named(name)),
            h("span", { class: "muted sm" }, ` ${t(`admin.role.${role || "guest"}`)}`),
          ),
          role === "admin"
            ? null
            : h(
                "div",
                { class: "row wrap" },
                .../** @type {Decision[]} */ (["mute", "unmute", "ban", "unban"]).map((what) => this.button(what, id, name)),
              ),
        ),
      ),
      found.length ? "" : h("li", { class: "muted" }, t("admin.nobody")),
    );
  }

  /** @param {Decision} what @param {string} about @param {string} name */
  button(what, about, name) {
    return h("button", { class: "btn", onclick: () => this.confirm(what, about, name) }, t(`admin.${what}`));
  }

  /** Confirm a decision in a sheet of its own. @param {Decision} what @param {string} about @param {string} name */
  async confirm(what, about, name) {
    const problem = h("p", { class: "problem", role: "alert" });
    const decide = async (/** @type {number | null} */ days) => {
      try {
        this.show(await ask("/api/admin", { what, about, days }));
        dialog.close();
        announce(t("admin.done"));
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    };
    const lasts = what === "mute" || what === "ban";
    const buttons = lasts
      ? DAYS.map((days) =>
          h("button", { class: "btn", onclick: () => decide(days) }, days ? t("admin.days", { n: days }) : t("admin.forever")),
        )
      : [h("button", { class: "btn act", onclick: () => decide(null) }, t(`admin.${what}`))];
    const dialog = sheet(
      `${t(`admin.${what}`)}: ${named(name)}`,
      h("p", {}, t(`admin.${what}.is`)),
      h("div", { class: "row wrap" }, ...buttons),
      problem,
    );
  }
}

/** A form of one field with its button. @param {HTMLInputElement} input @param {string} label @param {string} word @param {() => Promise<void>} does */
function line(input, label, word, does) {
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    does().catch((/** @type {Error} */ error) => (problem.textContent = error.message));
  };
  return h(
    "form",
    { class: "asked", onsubmit: submit },
    h("label", { for: input.id }, label),
    h("div", { class: "row" }, input, h("button", { class: "btn" }, word)),
    problem,
  );
}

/** @param {number} at */
const moment = (at) => new Date(at).toLocaleString(spoken(), { dateStyle: "short", timeStyle: "short" });
