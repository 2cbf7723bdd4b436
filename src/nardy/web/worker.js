// The service worker: the page opens without the network, too. Written for one version by server/web/offline_files.py.

const VERSION = "$version";
/** The files of the page and of its engine, relative to the scope; "" is the page itself. */
const FILES = ["$files"];
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifeEvent */
/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} FetchEvent */
/** @typedef {LifeEvent & {data: {json: () => {title: string, text: string, path: string, tag: string}} | null}} PushEvent */
/** @typedef {LifeEvent & {notification: Notification}} ClickEvent */
/** @typedef {((kind: "install" | "activate", hear: (event: LifeEvent) => void) => void) & ((kind: "fetch", hear: (event: FetchEvent) => void) => void) & ((kind: "push", hear: (event: PushEvent) => void) => void) & ((kind: "notificationclick", hear: (event: ClickEvent) => void) => void)} Listen */
/** @typedef {{url: string, focus: () => Promise<unknown>}} OpenPage */
/** @typedef {{matchAll: (how: object) => Promise<OpenPage[]>, openWindow: (address: string) => Promise<unknown>}} Pages */
/** What is used of the service worker's scope; TypeScript has its types only in place of a page's. */
const worker =
  /** @type {{skipWaiting: () => Promise<void>, clients: Pages, registration: {scope: string, showNotification: (title: string, how: object) => Promise<void>}, addEventListener: Listen}} */ (
    /** @type {unknown} */ (self)
  );

/** Caches belong to the whole origin, which may have several sites: their names begin with the site. */
const OWN = `nardy ${worker.registration.scope} `;
const KEPT = OWN + VERSION;
/** Files are the same whoever asks for them. */
const HOW = { cacheName: KEPT, ignoreVary: true };

/** @param {string} path */
const at = (path) => new URL(path, worker.registration.scope).href;

worker.addEventListener("install", (event) => {
  // "reload" passes by the HTTP cache, which may still hold files of an older version.
  const fresh = FILES.map((path) => new Request(at(path), { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(OWN) && name !== KEPT;
  const old = async () => Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)));
  event.waitUntil(old());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    // The network first: a club that answers is never hidden by an old page.
    event.respondWith(fetch(request).catch(async () => (await caches.match(at(""), HOW)) ?? Response.error()));
  } else if (request.url.startsWith(at(`web/${VERSION}/`))) {
    // A file of a version never changes. Networks are kept when they are first used.
    event.respondWith(caches.match(request, HOW).then((known) => known ?? fetched(request)));
  }
});

worker.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (!told) return;
  // A notice of the same event takes the place of an earlier one.
  const how = { body: told.text, tag: told.tag, data: told.path, icon: at("web/icon.svg") };
  event.waitUntil(worker.registration.showNotification(told.title, how));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(at(event.notification.data)));
});

/** Show a page: one that is open there, else a new one. @param {string} address */
async function opened(address) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => url === address);
  return open ? open.focus() : worker.clients.openWindow(address);
}

/** @param {Request} request */
async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
