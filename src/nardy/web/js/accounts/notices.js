// The sheet of notices: what is told, by push or e-mail, and what became of the last ones.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { field, form, hint, value } from "../forms.js";
import { open } from "../parts.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";
import { obstacle, subscribe, subscription, unsubscribe } from "./push.js";

/** @import { NoticeFacts, NoticeKinds, NoticeLine } from "../protocol.js" */
/** @typedef {NoticeKinds["push"][number]} Kind */
/** @typedef {"push" | "mail"} Channel */

/** @type {Kind[]} */
const KINDS = ["turn", "round", "challenge", "closing"];

/** Open the sheet. */
export async function noticesSheet() {
  const [facts] = await Promise.all([ask("/api/notices"), open("account")]);
  const content = h("div", { class: "notice-choices" });
  sheet(t("notify"), content);
  await show(content, facts);
}

/** @param {HTMLElement} place @param {NoticeFacts} facts */
async function show(place, facts) {
  const known = await subscription().catch(() => null);
  const again = (/** @type {NoticeFacts} */ now) => show(place, now);
  place.replaceChildren(
    h("p", {}, t("notify.why")),
    kindsTable(facts),
    browserPart(facts, known, again),
    facts.has_mail ? mailPart(facts, again) : h("p", { class: "muted sm" }, t("notify.mail.none")),
    ...latestPart(facts.latest),
  );
}

/** @param {NoticeFacts} facts */
function kindsTable(facts) {
  /** @type {Channel[]} */
  const channels = facts.has_mail ? ["push", "mail"] : ["push"];
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Kind} kind @param {Channel} channel @param {HTMLInputElement} input */
  const choose = async (kind, channel, input) => {
    const wanted = input.checked;
    problem.textContent = "";
    const kinds = { push: facts.push, mail: facts.mail };
    kinds[channel] = wanted ? [...kinds[channel], kind] : kinds[channel].filter((one) => one !== kind);
    await ask("/api/notices", { ...kinds, language: spoken() }).then(
      (now) => Object.assign(facts, now),
      (/** @type {Error} */ error) => ((input.checked = !wanted), (problem.textContent = error.message)),
    );
  };
  /** @param {Kind} kind @param {Channel} channel */
  const box = (kind, channel) =>
    h("input", {
      type: "checkbox",
      checked: facts[channel].includes(kind),
      "aria-label": `${t(`notify.kind.${kind}`)}: ${t(`notify.by.${channel}`)}`,
      onchange: (/** @type {Event} */ event) => choose(kind, channel, /** @type {HTMLInputElement} */ (event.target)),
    });
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, t("notify.what")),
    ...channels.map((one) => h("th", { scope: "col" }, t(`notify.by.${one}`))),
  );
  const rows = KINDS.map((kind) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t(`notify.kind.${kind}`)),
      ...channels.map((one) => h("td", {}, h("label", { class: "tick" }, box(kind, one)))),
    ),
  );
  return h("div", {}, h("table", { class: "notice-kinds" }, h("thead", {}, head), h("tbody", {}, ...rows)), problem);
}

/** @param {NoticeFacts} facts @param {PushSubscription | null} known @param {(now: NoticeFacts) => void} again */
function browserPart(facts, known, again) {
  const problem = h("p", { class: "problem", role: "alert" });
  const stops = obstacle();
  const act = async () => {
    problem.textContent = "";
    try {
      const now = known ? await unsubscribe() : await subscribe(facts.push_key);
      again(now ?? (await ask("/api/notices")));
    } catch (error) {
      const { law, message } = /** @type {import("../api.js").Refusal} */ (error);
      problem.textContent = law ? message : t(obstacle() === "denied" ? "notify.denied" : "notify.failed");
    }
  };
  return h(
    "section",
    { class: "setting" },
    h("h3", {}, t("notify.browser")),
    stops
      ? h("p", { class: "muted sm" }, t(`notify.${stops}`))
      : h("button", { class: "btn", onclick: act }, t(known ? "notify.off" : "notify.on")),
    h("p", { class: "muted sm" }, t("notify.browsers", { n: facts.browsers })),
    problem,
  );
}

/** @param {NoticeFacts} facts @param {(now: NoticeFacts) => void} again */
function mailPart(facts, again) {
  const address = field("notify.address", { type: "email", autocomplete: "email", maxlength: 254, value: facts.address });
  const state = facts.address ? t(facts.is_confirmed ? "notify.confirmed" : "notify.unconfirmed", { address: facts.address }) : "";
  const remove = async () => again(await ask("/api/notices/mail/end", {}));
  return h(
    "section",
    { class: "setting" },
    h("h3", {}, t("notify.by.mail")),
    state ? h("p", { role: "status" }, state) : null,
    form("notify.set", [address, hint("notify.address.hint")], async () => {
      again(await ask("/api/notices/mail", { address: value(address).trim(), language: spoken() }));
    }),
    facts.address ? h("button", { class: "linkish", onclick: remove }, t("notify.remove")) : null,
  );
}

/** @param {NoticeLine[]} latest */
function latestPart(latest) {
  if (!latest.length) return [];
  const when = (/** @type {number} */ at) => new Date(at).toLocaleString(spoken(), { dateStyle: "short", timeStyle: "short" });
  const line = (/** @type {NoticeLine} */ one) => {
    const state = t(`notify.state.${one.state}`) + (one.state === "failed" && one.reason ? ` (${one.reason})` : "");
    return h(
      "li",
      {},
      `${t(`notify.kind.${one.kind}`)}, ${t(`notify.by.${one.channel}`)}`,
      h("span", { class: "muted sm" }, `${when(one.at)} · ${state}`),
    );
  };
  return [h("section", { class: "setting" }, h("h3", {}, t("notify.latest")), h("ul", { class: "sessions" }, ...latest.map(line)))];
}
