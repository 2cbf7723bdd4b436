// Answers only where the network does not: then a page says that the club cannot be reached.
// Whatever the network answers stands, so nothing old is ever shown.

const KEPT = "nardy-unreachable-1";
const PAGE = "/web/unreachable.html";
const SHELL = [PAGE, "/web/css/tokens.css", "/web/css/page.css", "/web/icon.svg"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = SHELL.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(fresh))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => Promise.all((await caches.keys()).filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  event.waitUntil(old());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { mode, url } = event.request;
  const instead = mode === "navigate" ? PAGE : SHELL.find((path) => new URL(url).pathname === path);
  if (!instead) return;
  event.respondWith(fetch(event.request).catch(async () => (await caches.match(instead)) ?? Response.error()));
});
