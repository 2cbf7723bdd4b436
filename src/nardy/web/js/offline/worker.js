// The worker of the page: games against bots in this browser, and the engine for hints.

import { Engine } from "../engine/engine.js";
import { adviceIn } from "./advice.js";
import { answered } from "./requests.js";
import { OfflineReview } from "./review.js";
import { OfflineRoom } from "./room.js";
import { Store } from "./store.js";

/** @import { Seat, ToClient, ToServer } from "../protocol.js" */
/** What the page asks for; each request has an answer of the same id. @typedef {{id: number, ask: "request", path: string, data: unknown} | {id: number, ask: "kept"} | {id: number, ask: "begin", game: string, level: string, seat: Seat} | {id: number, ask: "advice", position: string} | {id: number, ask: "game" | "file" | "remove", room: string} | {id: number, ask: "put", game: import("./room.js").OfflineGame} | {id: number, ask: "message", room: string, message: ToServer}} Request */
/** @typedef {{id: number, answer?: unknown, error?: string} | {room: string, message: ToClient}} Told */
/** @typedef {{postMessage: (told: Told) => void, onmessage: ((event: {data: Request}) => void) | null}} Scope */

/** How the ids of games in this browser begin: no room of a club does. */
const OWN = "own-";
const REVIEW = /^\/api\/rooms\/(own-[\w-]+)\/review$/;

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

const NETWORK = ".npz";

/** @param {string} name */
async function read(name) {
  const address = new URL(`../../engine/${name}`, import.meta.url);
  const answer = await fetch(address).catch(() => null);
  if (!answer) throw new Error("no-engine");
  if (!answer.ok) throw new Error(`expected the file ${name}, got status ${answer.status}`);
  if (name.endsWith(NETWORK)) await keep(address, answer.clone()).catch(() => {});
  return answer.arrayBuffer();
}

/** Keep a file for when there is no network: at the first visit no service worker sees the request. @param {URL} address @param {Response} answer */
async function keep(address, answer) {
  const version = /\/web\/([0-9a-f]{16})\//.exec(address.pathname)?.[1];
  // Without a secure connection there is no cache.
  if (version && "caches" in self) await (await caches.open(`nardy-${version}`)).put(address, answer);
}

/** @type {Promise<Engine> | undefined} */
let engine;
/** @type {Promise<Store> | undefined} */
let store;
/** @type {Map<string, Promise<OfflineRoom>>} */
const rooms = new Map();

/** A failed load is tried again at the next request. */
const engineHere = () =>
  (engine ??= Engine.load(read).catch((error) => {
    engine = undefined;
    throw error;
  }));
const storeHere = () => (store ??= Store.open());

/** @param {string} id */
async function openRoom(id) {
  const kept = await (await storeHere()).get(id);
  if (!kept) throw new Error("no-room");
  const game = await (await engineHere()).game(kept.game);
  return new OfflineRoom(kept, game, {
    tell: (message) => scope.postMessage({ room: id, message }),
    keep: async () => (await storeHere()).put(kept),
  });
}

/** @type {Map<string, OfflineReview>} */
const reviews = new Map();

/** The review of a finished game; the first request starts it. @param {string} id */
async function reviewOf(id) {
  const known = reviews.get(id);
  if (known) return known;
  const { kept, game } = await roomHere(id);
  if (!kept.is_over) throw new Error("expected a finished game to review; finish this one first");
  const nothing = { tell: () => {}, keep: async () => {} };
  const made = new OfflineReview(kept, game, () => new OfflineRoom({ ...kept, events: [] }, game, nothing));
  reviews.set(id, made);
  made.run();
  return made;
}

/** @param {string} id */
function roomHere(id) {
  const known = rooms.get(id) ?? openRoom(id);
  rooms.set(id, known);
  known.catch(() => rooms.delete(id));
  return known;
}

/** @param {Request} request @returns {Promise<unknown>} */
async function answer(request) {
  switch (request.ask) {
    case "request": {
      const reviewed = REVIEW.exec(request.path)?.[1];
      if (reviewed) return (await reviewOf(reviewed)).told();
      return answered(await engineHere(), request.path, /** @type {{position?: string}} */ (request.data));
    }
    case "kept":
      return (await storeHere()).all();
    case "begin": {
      const id = OWN + [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(36).padStart(2, "0")).join("");
      const { game, level, seat } = request;
      // Without its network the game could not be opened.
      await (await engineHere()).game(game);
      await (await storeHere()).put({ id, game, level, seat, begun: Date.now(), is_over: false, events: [] });
      return id;
    }
    case "advice":
      return adviceIn(await engineHere(), request.position);
    case "game":
      return (await roomHere(request.room)).kept;
    case "file":
      return (await roomHere(request.room)).file();
    case "put":
      rooms.delete(request.game.id);
      reviews.delete(request.game.id);
      return (await storeHere()).put(request.game);
    case "remove":
      rooms.delete(request.room);
      return (await storeHere()).remove(request.room);
    case "message":
      return (await roomHere(request.room)).hear(request.message);
  }
}

// One request at a time, so that two messages never change a game at once.
let last = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      scope.postMessage({ id: data.id, answer: await answer(data) });
    } catch (error) {
      scope.postMessage({ id: data.id, error: /** @type {Error} */ (error).message });
    }
  });
};
