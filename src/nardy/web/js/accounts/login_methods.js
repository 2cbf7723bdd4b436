// Login methods beside the password: buttons of identity providers, and the list in one's account.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { sheet } from "../sheet.js";
import { make, missing } from "./passkeys.js";
import { spoken, t } from "../words.js";

/** @import { LoginMethodFacts, PasskeyFacts, ProviderFacts, ProviderLogin } from "../protocol.js" */

/** A login button for each identity provider. @param {LoginMethodFacts} methods @param {() => boolean} take Whether a guest's games go along. @param {HTMLElement[]} [before] */
export function providerButtons(methods, take, before = []) {
  if (!methods.outside.length && !before.length) return [];
  const problem = h("p", { class: "problem", role: "alert" });
  return [
    h("p", { class: "or muted sm" }, t("login.or")),
    ...before,
    ...methods.outside.map((provider) =>
      h("button", { class: "btn wide", onclick: () => go(provider, { take: take() }, problem) }, t("login.with", { name: provider.name })),
    ),
    problem,
  ];
}

/** Go to the provider's login page, which redirects back here. @param {ProviderFacts} provider @param {ProviderLogin} data @param {HTMLElement} problem */
async function go(provider, data, problem) {
  problem.textContent = "";
  try {
    const { address } = await ask(`/api/outside/${encodeURIComponent(provider.id)}`, data);
    location.assign(address);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
  }
}

/** The user's login methods, each with a button to change or remove it. @param {LoginMethodFacts} methods @param {{name: string, device: string}} who @param {() => void} setPassword */
export function loginMethodList(methods, { name, device }, setPassword) {
  const list = h("ul", { class: "login-methods" });
  let latest = methods;
  const problem = h("p", { class: "problem", role: "alert" });
  show(methods);
  const why = missing();
  const more = h(
    "button",
    { class: "btn", onclick: () => act(latest, async (password) => show(await make(device, password))) },
    t("passkeys.make"),
  );
  return h(
    "section",
    { class: "setting" },
    h("h3", {}, t("login.title")),
    list,
    why ? h("p", { class: "muted sm" }, why) : h("p", {}, more),
    problem,
  );

  /** @param {LoginMethodFacts} now */
  function show(now) {
    latest = now;
    list.replaceChildren(
      row(
        t("account.password"),
        now.has_password ? t("login.is") : t("login.none"),
        now.has_password ? "account.change" : "login.set",
        setPassword,
      ),
      ...now.outside.map((provider) =>
        provider.since
          ? row(provider.name, since(provider.since), "login.unlink", () => act(now, (password) => unlink(provider, password)))
          : row(provider.name, t("login.none"), "login.link", () =>
              act(now, (password) => go(provider, { link: true, password }, problem)),
            ),
      ),
      ...now.passkeys.map((key) => keyRow(key, now)),
    );
  }

  /** A passkey with an editable name. @param {PasskeyFacts} key @param {LoginMethodFacts} now */
  function keyRow(key, now) {
    const rename = async () => {
      problem.textContent = "";
      await ask("/api/passkeys/name", { id: key.id, name: field.value }).then(
        show,
        (/** @type {Error} */ error) => (problem.textContent = error.message),
      );
    };
    const field = h("input", {
      class: "field keyname",
      value: key.name,
      maxlength: 24,
      "aria-label": t("passkeys.name"),
      onchange: rename,
    });
    const remove = () => act(now, async (password) => show(await ask("/api/passkeys/end", { id: key.id, password })));
    return h(
      "li",
      {},
      h("span", { class: "grow" }, field, h("span", { class: "muted sm" }, t("passkeys.key"), ", ", since(key.since))),
      h("button", { class: "btn", "aria-label": `${t("passkeys.remove")}: ${key.name}`, onclick: remove }, t("passkeys.remove")),
    );
  }

  /** @param {ProviderFacts} provider @param {string} password */
  async function unlink(provider, password) {
    show(await ask(`/api/outside/${encodeURIComponent(provider.id)}/end`, { password }));
  }

  /** Run an action that needs a recent login, asking for the password where the login is old. @param {LoginMethodFacts} now @param {(password: string) => Promise<void>} does */
  function act(now, does) {
    problem.textContent = "";
    if (now.has_password && !now.is_fresh) return proofSheet(name, does);
    return does("").catch((error) => (problem.textContent = error.message));
  }
}

/** @param {string} title @param {string} detail @param {string} key @param {() => void} does */
function row(title, detail, key, does) {
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, title), h("span", { class: "muted sm" }, detail)),
    h("button", { class: "btn", "aria-label": `${t(key)}: ${title}`, onclick: does }, t(key)),
  );
}

/** @param {number} at */
const since = (at) => t("login.since", { when: new Date(at).toLocaleDateString(spoken(), { dateStyle: "medium" }) });

/** Ask for the password again. @param {string} name @param {(password: string) => Promise<void>} does */
function proofSheet(name, does) {
  const problem = h("p", { class: "problem", role: "alert" });
  const password = h("input", {
    class: "field",
    id: "field-proof",
    type: "password",
    required: true,
    autocomplete: "current-password",
    autofocus: true,
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await does(password.value);
      dialog.close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  };
  const dialog = sheet(
    t("login.proof"),
    h(
      "form",
      { class: "form", onsubmit: submit },
      h("input", { class: "spoken", autocomplete: "username", value: name, readonly: true, tabindex: -1, "aria-hidden": "true" }),
      h("div", { class: "labelled" }, h("label", { for: "field-proof" }, t("account.password")), password),
      h("button", { class: "btn act" }, t("login.go")),
      problem,
    ),
  );
}
