// Requests to the HTTP API.

import { spoken, t } from "./words.js";

/** The body of an error response. @typedef {{law?: string, says?: Record<string, string>, reason?: string, detail?: string}} RefusedRequest */
/** The error thrown for a refused request; `law` is its code. @typedef {Error & {law?: string}} Refusal */

/**
 * Send a request, POST where there is data, and return its answer. Throws a `Refusal`.
 * @template {string} Path
 * @overload
 * @param {Path} path
 * @returns {Promise<import("./protocol.js").Answer<Path>>}
 */
/**
 * @template {string} Path
 * @overload
 * @param {Path} path
 * @param {import("./protocol.js").Body<Path>} data
 * @returns {Promise<import("./protocol.js").Posted<Path>>}
 */
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
