// Account sheets: sign up, sign in, recover, sign out, change the password, export and delete the data.

import { ask } from "../api.js";
import { pictureRow } from "../avatars/sheet.js";
import { h } from "../dom.js";
import { field, form, hint, once, value } from "../forms.js";
import { secretSheet, sheet } from "../sheet.js";
import { open } from "../parts.js";
import { copyButton } from "./copy_button.js";
import { keyButton } from "./passkeys.js";
import { providerButtons, loginMethodList } from "./login_methods.js";
import { has, spoken, t } from "../words.js";

/** @import { LoginMethodFacts, Me, Posted, SessionFacts } from "../protocol.js" */

/** Names that the club made up, or the page in either language ("search.guest"). */
export const MADE_UP = /^(?:Guest|Гость) \d+$/;
const SHORTEST = 8;
const LONGEST_NAME = 24;

/** The sheet for a guest is signing up; for a member it is the account. @param {() => void} shown */
export async function accountSheet(shown) {
  // A new session of this browser is told of its push subscription.
  const changed = () => (import("./push.js").then(({ renew }) => renew()).catch(() => {}), shown());
  const [me, methods] = await Promise.all([ask("/api/me"), ask("/api/login-methods"), open("account")]);
  const picture = me.name ? await pictureRow(me, () => (shown(), accountSheet(shown))) : "";
  if (me.role) return memberSheet(me, methods, changed, picture);
  return signUpSheet(me, methods, changed, picture);
}

/** The result of a login at an identity provider, after it redirected back. @param {(path: string) => void} followed */
export async function returned(followed) {
  const said = new URLSearchParams(location.search).get("outside");
  if (!said) return;
  history.replaceState(null, "", location.pathname);
  const [me] = await Promise.all([ask("/api/me"), open("account")]);
  const good = ["in", "new", "linked"].includes(said);
  const text = t(has(`login.said.${said}`) ? `login.said.${said}` : "login.said.else", { name: me.name });
  const dialog = sheet(
    t("account"),
    h("p", { class: good ? "result good" : "problem", role: good ? "status" : "alert" }, text),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn act", onclick: () => dialog.close() }, t(good ? "login.play" : "close")),
      h("button", { class: "btn", onclick: () => (dialog.close(), accountSheet(() => followed("/"))) }, t("account")),
    ),
  );
}

/** @param {Me} me @param {LoginMethodFacts} methods @param {() => void} changed @param {HTMLElement | ""} picture */
function signUpSheet(me, methods, changed, picture) {
  const name = field("account.name", {
    autocomplete: "username",
    maxlength: LONGEST_NAME,
    value: MADE_UP.test(me.name) ? "" : me.name,
  });
  const password = field("account.password", { type: "password", autocomplete: "new-password", minlength: SHORTEST });
  const dialog = sheet(
    t("account"),
    h("p", {}, t("account.guest")),
    form("account.signup", [name, password, hint("account.password.hint")], async () => {
      const { codes } = await ask("/api/account", { name: value(name), password: value(password) });
      dialog.close();
      // `changed` shows another page, which closes open sheets; so the codes come after it.
      changed();
      codesSheet(codes);
    }),
    ...providerButtons(methods, () => true),
    link("account.have", () => (dialog.close(), signInSheet(methods, changed))),
    me.name ? link("notify", () => (dialog.close(), openNotices())) : null,
    picture,
  );
}

/** @param {LoginMethodFacts} methods @param {() => void} changed */
async function signInSheet(methods, changed) {
  const take = await takeChoice();
  const name = field("account.name", { autocomplete: "username", maxlength: LONGEST_NAME });
  const password = field("account.password", { type: "password", autocomplete: "current-password" });
  const dialog = sheet(
    t("account.signin"),
    form("account.signin", [name, password, ...take], async () => {
      await ask("/api/sessions", { name: value(name), password: value(password), take: taken(take) });
      dialog.close();
      changed();
    }),
    ...providerButtons(
      methods,
      () => taken(take),
      keyButton(
        () => taken(take),
        () => (dialog.close(), changed()),
      ),
    ),
    h(
      "div",
      { class: "row wrap" },
      link("account.forgot", () => (dialog.close(), recoverySheet(value(name), changed))),
      link("account.new", () => (dialog.close(), accountSheet(changed))),
    ),
  );
}

/** The box "take my games along"; empty where the guest has played nothing. @returns {Promise<HTMLElement[]>} */
async function takeChoice() {
  const [me, past] = await Promise.all([ask("/api/me"), ask("/api/players/me/games")]);
  if (me.role || !(me.rooms.length || past.games.length)) return [];
  const box = h(
    "label",
    { class: "tick" },
    h("input", { type: "checkbox", id: "field-take", checked: true, "aria-describedby": "field-take-how" }),
    h("span", {}, t("account.take", { name: me.name })),
  );
  return [box, h("p", { class: "muted sm", id: "field-take-how" }, t("account.take.how"))];
}

/** @param {HTMLElement[]} choice */
const taken = ([box]) => box?.querySelector("input")?.checked ?? false;

/** @param {string} known @param {() => void} changed */
async function recoverySheet(known, changed) {
  const take = await takeChoice();
  const name = field("account.name", { autocomplete: "username", maxlength: LONGEST_NAME, value: known });
  const code = field("account.code", {
    autocomplete: "one-time-code",
    placeholder: "xxxx-xxxx-xxxx",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const password = field("account.password.new", { type: "password", autocomplete: "new-password", minlength: SHORTEST });
  const dialog = sheet(
    t("account.forgot"),
    form("account.recover", [name, code, password, hint("account.password.hint"), hint("account.recover.how"), ...take], async () => {
      await ask("/api/account/recovery", { name: value(name), code: value(code), password: value(password), take: taken(take) });
      dialog.close();
      changed();
    }),
  );
}

/** Recovery codes; the club shows them only once. @param {string[]} codes */
function codesSheet(codes) {
  const list = h("ol", { class: "codes num" }, ...codes.map((code) => h("li", {}, h("code", {}, code))));
  const dialog = secretSheet(
    t("account.codes"),
    h("p", {}, t("account.codes.why")),
    list,
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn act", onclick: () => dialog.close() }, t("account.codes.done")),
      copyButton("account.codes.copy", codes.join("\n"), list),
    ),
  );
}

/** @param {Me} me @param {LoginMethodFacts} methods @param {() => void} changed @param {HTMLElement | ""} picture */
async function memberSheet(me, methods, changed, picture) {
  const sessions = await ask("/api/sessions");
  const list = h("ul", { class: "sessions" });
  const problem = h("p", { class: "problem", role: "alert" });
  const dialog = sheet(
    me.name,
    picture,
    loginMethodList(
      methods,
      { name: me.name, device: browser(navigator.userAgent).slice(0, LONGEST_NAME) },
      () => (dialog.close(), passwordSheet(me, methods)),
    ),
    h("section", { class: "setting" }, h("h3", {}, t("account.sessions")), list),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "btn", onclick: () => leave().catch((error) => (problem.textContent = error.message)) }, t("account.signout")),
      h("button", { class: "btn", onclick: () => (dialog.close(), renewSheet(me, methods)) }, t("account.codes.renew")),
      h("button", { class: "btn", onclick: () => (dialog.close(), openNotices()) }, t("notify")),
    ),
    problem,
    link("programs", async () => (dialog.close(), (await import("./api_clients.js")).apiClientsSheet())),
    h("p", {}, h("a", { href: "/api/account/export", download: "" }, t("account.export"))),
    me.role === "admin" ? h("p", {}, h("a", { href: "/admin" }, t("account.admin"))) : null,
    link("account.delete", () => (dialog.close(), deleteSheet(me, methods, changed))),
  );
  const leave = async () => {
    // Whoever uses this browser next is told nothing by it.
    await (await import("./push.js")).unsubscribe().catch(() => {});
    await ask("/api/sessions/end", {});
    dialog.close();
    changed();
  };
  showSessions(list, sessions, problem);
}

/** @param {HTMLElement} list @param {SessionFacts[]} sessions @param {HTMLElement} problem */
function showSessions(list, sessions, problem) {
  const end = async (/** @type {SessionFacts} */ one) => {
    await ask("/api/sessions/end", { id: one.id });
    showSessions(
      list,
      sessions.filter((other) => other !== one),
      problem,
    );
  };
  const endButton = (/** @type {SessionFacts} */ one) => {
    const button = h("button", { class: "btn", onclick: () => once(button, problem, () => end(one)) }, t("account.session.end"));
    return button;
  };
  list.replaceChildren(
    ...sessions.map((one) =>
      h(
        "li",
        {},
        h(
          "span",
          {},
          h("b", {}, browser(one.agent)),
          h(
            "span",
            { class: "muted sm" },
            one.is_this
              ? t("account.session.this")
              : t("account.session.seen", {
                  when: new Date(one.seen).toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "short" }),
                }),
          ),
        ),
        one.is_this ? null : endButton(one),
      ),
    ),
  );
}

/** @param {Me} me @param {LoginMethodFacts} methods */
function passwordSheet(me, methods) {
  const old = methods.has_password
    ? [username(me), field("account.password.old", { type: "password", autocomplete: "current-password" })]
    : [username(me)];
  const password = field("account.password.new", { type: "password", autocomplete: "new-password", minlength: SHORTEST });
  const done = h("p", { class: "result good", role: "status" });
  sheet(
    t(methods.has_password ? "account.change" : "login.set"),
    form(methods.has_password ? "account.change" : "login.set", [...old, password, hint("account.password.hint")], async () => {
      await ask("/api/account/password", { old: old[1] ? value(old[1]) : "", new: value(password) });
      done.textContent = t("account.changed");
    }),
    done,
  );
}

/** @param {Me} me @param {LoginMethodFacts} methods */
function renewSheet(me, methods) {
  const proof = proofOf(me, methods);
  const dialog = sheet(
    t("account.codes.renew"),
    form("account.codes.renew", proof, async () => {
      const { codes } = await ask("/api/account/codes", { password: proven(proof) });
      dialog.close();
      codesSheet(codes);
    }),
  );
}

/** @param {Me} me @param {LoginMethodFacts} methods @param {() => void} changed */
function deleteSheet(me, methods, changed) {
  const proof = proofOf(me, methods);
  const dialog = sheet(
    t("account.delete"),
    h("p", {}, t("account.delete.why")),
    form("account.delete.sure", proof, async () => {
      await ask("/api/account/end", { password: proven(proof) });
      dialog.close();
      changed();
    }),
  );
}

/** Fields that confirm the password; none for an account without one, which needs a recent login instead. @param {Me} me @param {LoginMethodFacts} methods */
const proofOf = (me, methods) =>
  methods.has_password ? [username(me), field("account.password", { type: "password", autocomplete: "current-password" })] : [];

/** @param {HTMLElement[]} proof */
const proven = (proof) => (proof[1] ? value(proof[1]) : "");

/** A hidden user name, so that the browser's password manager knows the account. @param {Me} me */
const username = (me) =>
  h("input", { class: "spoken", autocomplete: "username", value: me.name, readonly: true, tabindex: -1, "aria-hidden": "true" });

/** Open the sheet of notices. */
const openNotices = async () => (await import("./notices.js")).noticesSheet();

/** @param {string} key @param {() => void} act */
const link = (key, act) => h("button", { class: "linkish", onclick: act }, t(key));

/** Browser and system of a user agent: "Firefox, Linux". @param {string} agent */
function browser(agent) {
  // Most browsers also name Chrome and Safari in their user agent: those two come last.
  const names = [
    ["Edg", "Edge"],
    ["OPR", "Opera"],
    ["YaBrowser", "Yandex"],
    ["Firefox", "Firefox"],
    ["Chrome", "Chrome"],
    ["Safari", "Safari"],
  ];
  // Android also names Linux, and iPhones name Mac OS.
  const systems = [
    ["Android", "Android"],
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Mac OS", "macOS"],
    ["Windows", "Windows"],
    ["Linux", "Linux"],
  ];
  const found = [names, systems].map((list) => list.find(([sign]) => agent.includes(sign))?.[1]);
  return found.filter(Boolean).join(", ") || agent.slice(0, 40) || "?";
}
