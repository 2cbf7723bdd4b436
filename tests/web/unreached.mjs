// The page's requests, its worker's failure and its service worker in node, with a network that test_unreached.py describes.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const told = { evaluations: {} };

// ---------------------------------------------------------------------------------- requests

/** Addresses that cannot be reached. */
let blocked = [];
globalThis.fetch = async (address) => {
  const path = String(address);
  if (path.startsWith("file:")) return { ok: true, json: async () => JSON.parse(readFileSync(new URL(path))) };
  if (blocked.some((one) => path.startsWith(one))) throw new TypeError("Failed to fetch");
  return { ok: true, json: async () => "the club" };
};
globalThis.document = { documentElement: { dataset: {}, lang: "" } };
globalThis.location = { origin: "http://club", href: "http://club/", hash: "" };

const workers = [];
let isBroken = false;
globalThis.Worker = class {
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage({ id }) {
    setTimeout(() => (isBroken ? this.onerror() : this.onmessage({ data: { id, answer: "this browser" } })));
  }
  terminate() {
    this.isEnded = true;
  }
};

const { ask } = await load("js/api.js");
const { request } = await load("js/offline/client.js");
const { speak } = await load("js/words.js");
await speak("ru");

const data = { position: "backgammon w 24:2 1:1" };
for (const [name, paths] of Object.entries({ nothing: [], one: ["/api/position"], all: ["/api"] })) {
  blocked = paths;
  told.evaluations[name] = await ask("/api/position/evaluation", data).catch(({ law }) => law);
}
blocked = ["/api/position"];
told.position = await ask("/api/position?text=x").catch(({ law }) => law);

isBroken = true;
told.broken = await request({ ask: "kept" }).catch(({ message, law }) => ({ message, law }));
isBroken = false;
told.again = await request({ ask: "kept" });
told.ended = workers.map(({ isEnded }) => isEnded);

// ---------------------------------------------------------------------------- service worker

const hears = {};
const matched = [];
const names = ["nardy https://host/ old", "nardy https://host/other/ old", "nardy https://host/ new", "others"];
const deleted = [];
globalThis.caches = {
  keys: async () => names,
  delete: async (name) => deleted.push(name),
  match: async (what, how) => {
    matched.push(how);
    return "kept";
  },
};
globalThis.self = {
  registration: { scope: "https://host/" },
  addEventListener: (kind, hear) => {
    hears[kind] = hear;
  },
};
await load("worker.js");
let done;
hears.activate({ waitUntil: (promise) => (done = promise) });
await done;
const file = { method: "GET", mode: "cors", url: "https://host/web/new/js/main.js" };
hears.fetch({ request: file, respondWith: (promise) => (done = promise) });
told.caches = { deleted, matched, answer: await done };

writeFileSync(`${work}/told.json`, JSON.stringify(told));
