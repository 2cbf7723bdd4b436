// Requests to the HTTP API.

import { spoken, t } from "./words.js";

/** @import { Answer, Body, Posted } from "./protocol.js" */
/** The body of an error response. @typedef {{law?: string, says?: Record<string, string>, reason?: string, detail?: string}} RefusedRequest */
/** The error thrown for a refused request; `law` is its code. @typedef {Error & {law?: string}} Refusal */

/** Get the answer at a path. Throws a `Refusal`. @template {string} Path @overload @param {Path} path @returns {Promise<Answer<Path>>} */
/** Post data, and get the answer. @template {string} Path @overload @param {Path} path @param {Body<Path>} data @returns {Promise<Posted<Path>>} */
/** @param {string} path @param {unknown} [data] @returns {Promise<unknown>} */
export async function ask(path, data) {
  const how = data === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new Error(t("error.offline"));
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { law, says: words, reason, detail } = /** @type {RefusedRequest} */ (told);
    const says = words?.[spoken()] ?? (answer.status === 404 ? t("error.noroom") : (reason ?? detail ?? t("error.server")));
    throw Object.assign(new Error(says), { law });
  }
  return told;
}
