// A user's API clients: the list, a new one, and its token, which is shown once.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { field, form, hint, once, sure, value } from "../forms.js";
import { secretSheet, sheet } from "../sheet.js";
import { pick } from "../choice_buttons.js";
import { open } from "../parts.js";
import { copyButton } from "./copy_button.js";
import { spoken, t } from "../words.js";

/** @import { ApiClientFacts, NewApiClient, Token } from "../protocol.js" */

const LONGEST_NAME = 24;
/** What a token may be asked for. */
const CHOICES = /** @type {const} */ ({ play: "play read", read: "read", errors: "play read errors" });
/** @param {string[]} scopes @returns {keyof typeof CHOICES} */
const kindOf = (scopes) => (scopes.includes("errors") ? "errors" : scopes.includes("play") ? "play" : "read");

export async function apiClientsSheet() {
  const [programs] = await Promise.all([ask("/api/programs"), open("account")]);
  const name = field("programs.name", { maxlength: LONGEST_NAME, autocomplete: "off" });
  const list = h("ul", { class: "sessions programs" });
  const problem = h("p", { class: "problem", role: "alert" });
  const scopes = scopeChoice("play");
  const dialog = sheet(
    t("programs"),
    hint("programs.why"),
    list,
    problem,
    form("programs.make", [name, scopes.box], async () => {
      const token = await ask("/api/programs", { name: value(name), scopes: scopes.chosen() });
      dialog.close();
      tokenSheet(token);
    }),
  );
  /** @param {ApiClientFacts[]} told @returns {void} */
  const show = (told) => list.replaceChildren(...told.map((one) => row(one, end, () => (dialog.close(), renewSheet(one)))));
  /** @param {HTMLButtonElement} button @param {ApiClientFacts} one */
  const end = (button, one) => once(button, problem, async () => show(await ask(`/api/programs/${one.id}/end`, {})));
  show(programs);
}

/** The scopes of a token. @param {keyof typeof CHOICES} now */
function scopeChoice(now) {
  let chosen = now;
  const kinds = /** @type {(keyof typeof CHOICES)[]} */ (Object.keys(CHOICES));
  const values = kinds.map((kind) => /** @type {[keyof typeof CHOICES, string]} */ ([kind, t(`programs.scope.${kind}`)]));
  return {
    box: pick(t("programs.scopes"), values, now, (value) => (chosen = /** @type {keyof typeof CHOICES} */ (value))),
    chosen: () => /** @type {NonNullable<NewApiClient["scopes"]>} */ (CHOICES[chosen].split(" ")),
  };
}

/** A new token with its scopes; the old token stops working. @param {ApiClientFacts} one */
function renewSheet(one) {
  const scopes = scopeChoice(one.scopes.length ? kindOf(one.scopes) : "play");
  const dialog = sheet(
    t("programs.renew.of", { name: one.name }),
    hint("programs.renew.why"),
    form("programs.renew", [scopes.box], async () => {
      const token = await ask(`/api/programs/${one.id}/token`, { scopes: scopes.chosen() });
      dialog.close();
      tokenSheet(token);
    }),
  );
}

/** @param {ApiClientFacts} one @param {(button: HTMLButtonElement, one: ApiClientFacts) => unknown} end @param {() => void} renew */
function row(one, end, renew) {
  const opens = t(`programs.scope.${kindOf(one.scopes)}`);
  const when = () => new Date(one.seen ?? 0).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" });
  const seen = one.seen === null ? t("programs.never") : `${opens} · ${t("programs.seen", { when: when() })}`;
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, one.name), h("span", { class: "muted sm" }, seen)),
    h("button", { class: "btn", "aria-label": t("programs.renew.of", { name: one.name }), onclick: renew }, t("programs.renew")),
    sure({ class: "btn", "aria-label": t("programs.end.of", { name: one.name }) }, t("programs.end"), t("programs.sure"), (button) =>
      end(button, one),
    ),
  );
}

/** A new token; the club shows it only once. @param {Token} told */
function tokenSheet({ name, token }) {
  const shown = h("code", { class: "token" }, token);
  const dialog = secretSheet(
    t("programs.token", { name }),
    hint("programs.token.why"),
    h("p", { class: "codes" }, shown),
    hint("programs.token.how"),
    h("p", { class: "codes" }, h("code", { class: "token" }, `.venv/bin/python examples/play_at_club.py ${location.origin} TOKEN`)),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn act", onclick: () => (dialog.close(), apiClientsSheet()) }, t("programs.done")),
      copyButton("programs.copy", token, shown),
    ),
  );
}
