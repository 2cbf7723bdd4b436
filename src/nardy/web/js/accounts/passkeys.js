// Passkeys: made, used and named by the browser's own means; the club keeps the public halves.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/** What keeps this browser from using passkeys here, in a sentence; "" if nothing does. */
export function missing() {
  const known = /** @type {Partial<typeof PublicKeyCredential> | undefined} */ (globalThis.PublicKeyCredential);
  if (!isSecureContext) return t("passkeys.insecure");
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return t("passkeys.numbers", { address: `${location.protocol}//localhost${location.port && `:${location.port}`}` });
  return known?.parseCreationOptionsFromJSON && known.parseRequestOptionsFromJSON ? "" : t("passkeys.old");
}

/** Make a key for one's account; its name can be changed. @param {string} name @param {string} password @returns {Promise<import("../protocol.js").LoginMethodFacts>} */
export async function make(name, password) {
  const options = await ask("/api/passkeys/offer", { password });
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        /** @type {PublicKeyCredentialCreationOptionsJSON} */ (/** @type {unknown} */ (options)),
      ),
    }),
  );
  return ask("/api/passkeys", { name, credential: written(made) });
}

/** Sign in by a key that the browser lets one choose. @param {boolean} take Whether a guest's games go along. */
export async function enter(take) {
  const options = await ask("/api/sessions/passkey/offer", {});
  const signed = await asked(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        /** @type {PublicKeyCredentialRequestOptionsJSON} */ (/** @type {unknown} */ (options)),
      ),
    }),
  );
  return ask("/api/sessions/passkey", { credential: written(signed), take });
}

/** A key as it travels. @param {Credential | null} key */
const written = (key) => ({ .../** @type {PublicKeyCredential} */ (key).toJSON() });

/** What the browser says, in our words. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
async function asked(act) {
  try {
    return await act();
  } catch (error) {
    const { name } = /** @type {DOMException} */ (error);
    throw new Error(t(name === "InvalidStateError" ? "passkeys.known" : "passkeys.cancelled"));
  }
}

/** The button to come in by a key, where this browser can. @param {() => boolean} take @param {() => void} entered */
export function keyButton(take, entered) {
  if (missing()) return [];
  const problem = h("p", { class: "problem houses-problem", role: "alert" });
  const press = async () => {
    problem.textContent = "";
    await enter(take()).then(entered, (/** @type {Error} */ error) => (problem.textContent = error.message));
  };
  return [h("button", { class: "btn wide", onclick: press }, t("passkeys.enter")), problem];
}
