// Requests to the HTTP API.

import { isStatic } from "./address.js";
import { spoken, t } from "./words.js";

/** @import { Answer, Body, Posted } from "./protocol.js" */
/** The body of an error response. @typedef {{law?: string, says?: Record<string, string>, reason?: string, detail?: string}} RefusedRequest */
/** The error thrown for a refused request; `law` is its code. @typedef {Error & {law?: string, status?: number}} Refusal */

/** Requests that this browser can answer without the club. */
const OWN = /^\/api\/(games$|rules\/|books\/|position)/;

/** Those that value a position: the club refuses positions of games in progress. */
const VALUES = /^\/api\/(position\/evaluation|books\/)/;

/** Requests about games of this browser. */
const HERE = /^\/api\/rooms\/own-/;

/** Get the answer at a path. Throws a `Refusal`. @template {string} Path @overload @param {Path} path @returns {Promise<Answer<Path>>} */
/** Post data, and get the answer. @template {string} Path @overload @param {Path} path @param {Body<Path>} data @returns {Promise<Posted<Path>>} */
/** @param {string} path @param {unknown} [data] @returns {Promise<unknown>} */
export async function ask(path, data) {
  const how = data === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
  // A static build has nobody to ask. The second look is for a preload that failed while the club was away.
  const look = () => fetch(path, how);
  const answer = isStatic || HERE.test(path) ? null : await (data === undefined ? look().catch(look) : look()).catch(() => null);
  if (!answer) {
    // Whoever blocks this one address must not get around the club's fair play.
    if (!isStatic && VALUES.test(path) && !(await isAway())) throw Object.assign(new Error(t("error.offline")), { law: "offline" });
    return own(path, data);
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { law, says: words, reason, detail } = /** @type {RefusedRequest} */ (told);
    const says = words?.[spoken()] ?? (answer.status === 404 ? t("error.noroom") : (reason ?? detail ?? t("error.server")));
    throw Object.assign(new Error(says), { law, status: answer.status });
  }
  return told;
}

/** Whether the whole club is out of reach. */
const isAway = () =>
  fetch("/api/me", { cache: "no-store" }).then(
    () => false,
    () => true,
  );

/** The answer of this browser's own engine. @param {string} path @param {unknown} data */
async function own(path, data) {
  const told =
    OWN.test(path) || HERE.test(path) ? await (await import("./offline/client.js")).request({ ask: "request", path, data }) : undefined;
  if (told === undefined) throw Object.assign(new Error(t(isStatic ? "offline.none" : "error.offline")), { law: "offline" });
  return told;
}
