// Push notices in this browser: the subscription that the browser makes with its push service.

import { ask } from "../api.js";
import { spoken } from "../words.js";

/** What keeps this browser from being told; "" if nothing does. @returns {"" | "insecure" | "old" | "denied"} */
export function obstacle() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) return "old";
  return Notification.permission === "denied" ? "denied" : "";
}

/** The subscription of this browser, if it has one. @returns {Promise<PushSubscription | null>} */
export async function subscription() {
  if (obstacle()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ask the user and subscribe; throws if the browser refuses. @param {string} key The club's public key. */
export async function subscribe(key) {
  const worker = await navigator.serviceWorker.ready;
  // A subscription with another key is of another club at this address, and is refused beside a new one.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  return tell(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** End the subscription of this browser. */
export async function unsubscribe() {
  const known = await subscription();
  await known?.unsubscribe();
  return known && ask("/api/notices/push/end", { endpoint: known.endpoint });
}

/** Tell the club of the subscription that is there: a new session of the browser has to name it anew. */
export async function renew() {
  const known = await subscription();
  if (known) await tell(known);
}

/** @param {PushSubscription} made */
function tell(made) {
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  return ask("/api/notices/push", { endpoint: made.endpoint, p256dh, auth, language: spoken() });
}
