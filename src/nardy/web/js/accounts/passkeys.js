// Passkeys by the browser's WebAuthn; the club keeps public keys only.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/** Why this browser cannot use passkeys here, in a sentence; "" if it can. */
export function missing() {
  const known = /** @type {Partial<typeof PublicKeyCredential> | undefined} */ (globalThis.PublicKeyCredential);
  if (!isSecureContext) return t("passkeys.insecure");
  // WebAuthn takes domain names only: an IP address is no valid relying party ID.
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return t("passkeys.numbers", { address: `${location.protocol}//localhost${location.port && `:${location.port}`}` });
  return known?.parseCreationOptionsFromJSON && known.parseRequestOptionsFromJSON ? "" : t("passkeys.old");
}

/** Register a passkey for the user's account. @param {string} name @param {string} password @returns {Promise<import("../protocol.js").LoginMethodFacts>} */
export async function make(name, password) {
  const told = /** @type {unknown} */ (await ask("/api/passkeys/offer", { password }));
  const options = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (told);
  const made = await asked(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
  return ask("/api/passkeys", { name, credential: written(made) });
}

/** Sign in with a passkey that the user chooses. @param {boolean} take Whether a guest's games go along. */
export async function enter(take) {
  const told = /** @type {unknown} */ (await ask("/api/sessions/passkey/offer", {}));
  const options = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (told);
  const signed = await asked(() => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
  return ask("/api/sessions/passkey", { credential: written(signed), take });
}

/** A credential as JSON. @param {Credential | null} key */
const written = (key) => ({ .../** @type {PublicKeyCredential} */ (key).toJSON() });

/** Run a WebAuthn call with its errors in the user's language. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
async function asked(act) {
  try {
    return await act();
  } catch (error) {
    const { name } = /** @type {DOMException} */ (error);
    // WebAuthn: the authenticator has a passkey of this account already.
    throw new Error(t(name === "InvalidStateError" ? "passkeys.known" : "passkeys.cancelled"));
  }
}

/** The button that signs in with a passkey; nothing where the browser has none. @param {() => boolean} take @param {() => void} entered */
export function keyButton(take, entered) {
  if (missing()) return [];
  const problem = h("p", { class: "problem houses-problem", role: "alert" });
  const press = async () => {
    problem.textContent = "";
    await enter(take()).then(entered, (/** @type {Error} */ error) => (problem.textContent = error.message));
  };
  return [h("button", { class: "btn wide", onclick: press }, t("passkeys.enter")), problem];
}
