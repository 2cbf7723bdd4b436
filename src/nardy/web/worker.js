// Answers only where the network does not: then a page says that the club cannot be reached.
// Whatever the network answers stands, so nothing old is ever shown.

// The number rises when the kept files change: activation removes caches of other names.
const KEPT = "nardy-unreachable-1";
const PAGE = "/web/unreachable.html";
const SHELL = [PAGE, "/web/css/tokens.css", "/web/css/page.css", "/web/icon.svg"];
/** @typedef {Event & {waitUntil: (done: Promise<unknown>) => void}} LifeEvent */
/** @typedef {Event & {request: Request, respondWith: (answer: Promise<Response>) => void}} FetchEvent */
/** @typedef {((kind: "install" | "activate", hear: (event: LifeEvent) => void) => void) & ((kind: "fetch", hear: (event: FetchEvent) => void) => void)} Listen */
/** What is used of the service worker's scope; TypeScript has its types only in place of a page's. */
const worker = /** @type {{skipWaiting: () => Promise<void>, addEventListener: Listen}} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  // "reload" passes by the HTTP cache, which may still hold files of an older version.
  const fresh = SHELL.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(old());
});

worker.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const instead = mode === "navigate" ? PAGE : SHELL.find((path) => new URL(url).pathname === path);
  // Without an answer here the browser fetches as if there were no service worker.
  if (!instead) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(instead)) ?? Response.error()));
});
