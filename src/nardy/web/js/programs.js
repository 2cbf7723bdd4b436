// Programs of one's own, which play here with a token: who they are, a new one, and each token once.

import { field, form, hint, value } from "./account.js";
import { ask } from "./api.js";
import { h } from "./dom.js";
import { sheet } from "./game/sheets.js";
import { open } from "./parts.js";
import { spoken, t } from "./words.js";

/** @typedef {{id: string, name: string, since: number, seen: number | null}} Program */
/** @typedef {{id: string, name: string, token: string}} Token */

const LONGEST_NAME = 24;

export async function programsSheet() {
  /** @type {[Program[], unknown]} */
  const [programs] = await Promise.all([ask("/api/programs"), open("account")]);
  const name = field("programs.name", { maxlength: LONGEST_NAME, autocomplete: "off" });
  const list = h("ul", { class: "sessions" });
  const dialog = sheet(
    t("programs"),
    hint("programs.why"),
    list,
    form("programs.make", [name], async () => {
      const token = await ask("/api/programs", { name: value(name) });
      dialog.close();
      tokenSheet(token);
    }),
  );
  /** @param {Program[]} told */
  const show = (told) => list.replaceChildren(...told.map((one) => row(one, show, (token) => (dialog.close(), tokenSheet(token)))));
  show(programs);
}

/** @param {Program} one @param {(told: Program[]) => void} show @param {(token: Token) => void} tell */
function row(one, show, tell) {
  const renew = async () => tell(await ask(`/api/programs/${one.id}/token`, {}));
  const end = async () => show(await ask(`/api/programs/${one.id}/end`, {}));
  const seen = one.seen === null ? t("programs.never") : t("programs.seen", { when: new Date(one.seen).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" }) });
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, one.name), h("span", { class: "muted sm" }, seen)),
    h("button", { class: "btn", "aria-label": t("programs.renew.of", one), onclick: () => renew().catch(() => {}) }, t("programs.renew")),
    sure(t("programs.end"), t("programs.end.of", one), () => end().catch(() => {})),
  );
}

/** A button that asks once more before it does what cannot be taken back. @param {string} word @param {string} aloud @param {() => unknown} act */
function sure(word, aloud, act) {
  const button = h("button", { class: "btn", "aria-label": aloud, onclick: ask });
  button.textContent = word;
  function ask() {
    if (button.dataset.asked) return act();
    button.dataset.asked = "yes";
    button.textContent = t("programs.sure");
    button.ariaLabel = `${aloud}: ${t("programs.sure")}`;
  }
  return button;
}

/** A token is shown once. @param {Token} told */
function tokenSheet({ name, token }) {
  const copy = h("button", { class: "btn", onclick: async () => (await navigator.clipboard?.writeText(token), (copy.textContent = t("friend.copied"))) }, t("programs.copy"));
  const dialog = sheet(
    t("programs.token", { name }),
    hint("programs.token.why"),
    h("p", { class: "codes" }, h("code", { class: "token" }, token)),
    hint("programs.token.how"),
    h("p", { class: "codes" }, h("code", { class: "token" }, `.venv/bin/python examples/play_at_club.py ${location.origin} TOKEN`)),
    h("div", { class: "row wrap" }, h("button", { class: "btn act", onclick: () => (dialog.close(), programsSheet()) }, t("programs.done")), copy),
  );
}
