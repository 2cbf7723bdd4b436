// The worker of the page: games against bots in this browser, and the engine for hints.

import { Engine } from "../engine/engine.js";
import { adviceIn } from "./advice.js";
import { beginReview, clubReview, reviewSoFar } from "./club_review.js";
import { Failure, failureOf } from "./failure.js";
import { answered } from "./requests.js";
import { OfflineReview } from "./review.js";
import { OfflineRoom } from "./room.js";
import { KeptGames } from "./store.js";
import { tried } from "./trial.js";

/** @import { Seat, ToClient, ToServer } from "../protocol.js" */
/** What the page asks for; each request has an answer of the same id. @typedef {{id: number, ask: "request", path: string, data: unknown} | {id: number, ask: "kept"} | {id: number, ask: "begin", game: string, level: string, seat: Seat, length?: number, rules?: string, hasCube?: boolean} | {id: number, ask: "advice", position: string, plies?: number} | {id: number, ask: "review", game: import("../protocol.js").GameToReview} | {id: number, ask: "reviewed", number: number} | {id: number, ask: "deepen" | "stop", room: string, number: number} | {id: number, ask: "trial", trial: import("./trial.js").Asked} | {id: number, ask: "game" | "file" | "remove", room: string} | {id: number, ask: "put", game: import("./room.js").OfflineGame} | {id: number, ask: "message", room: string, message: ToServer}} Request */
/** A failure has a code for which the page has words. @typedef {{id: number, answer?: unknown, error?: string, code?: import("./failure.js").Code} | {room: string, message: ToClient}} Told */
/** @typedef {{postMessage: (told: Told) => void, onmessage: ((event: {data: Request}) => void) | null}} Scope */

/** How the ids of games in this browser begin: no room of a club does. */
const OWN = "own-";
const REVIEW = /^\/api\/rooms\/(own-[\w-]+)\/review$/;

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** Files that are loaded by need, and kept. */
const BY_NEED = [".npz", ".equities.json"];

/** @param {string} name */
async function read(name) {
  const address = new URL(`../../engine/${name}`, import.meta.url);
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`expected the file ${name}, got status ${answer.status}`);
    if (BY_NEED.some((end) => name.endsWith(end))) await keep(address, answer.clone()).catch(() => {});
    return await answer.arrayBuffer();
  } catch (error) {
    throw new Failure("network", error);
  }
}

/** Keep a file for when there is no network: at the first visit no service worker sees the request. @param {URL} address @param {Response} answer */
async function keep(address, answer) {
  const [, site, version] = /^(.*\/)web\/([0-9a-f]{16})\//.exec(address.href) ?? [];
  // Without a secure connection there is no cache. The name is that of the service worker.
  if (version && "caches" in self) await (await caches.open(`nardy ${site} ${version}`)).put(address, answer);
}

/** @type {Promise<Engine> | undefined} */
let engine;
const games = new KeptGames();
/** @type {Map<string, Promise<OfflineRoom>>} */
const rooms = new Map();

/** A failed load is tried again at the next request. */
const engineHere = () =>
  (engine ??= Engine.load(read).catch((error) => {
    engine = undefined;
    throw error;
  }));

/** @param {string} id */
async function openRoom(id) {
  const kept = await games.get(id);
  if (!kept) throw new Failure("no-room", "expected a game of this browser, got none");
  const here = await engineHere();
  if (!here.tables.games[kept.game]) throw new Failure("game", `expected a game that this browser knows, got ${kept.game}`);
  const game = await here.game(kept.game);
  let known = kept.events.length;
  const keep = async () => {
    if (kept.events.length === known) return;
    await games.save(kept, known);
    known = kept.events.length;
  };
  try {
    return new OfflineRoom(kept, game, { tell: (message) => scope.postMessage({ room: id, message }), keep });
  } catch (error) {
    throw new Failure("game", error);
  }
}

/** @type {Map<string, OfflineReview>} */
const reviews = new Map();

/** The review of a finished game; the first request starts it. @param {string} id */
async function reviewOf(id) {
  const known = reviews.get(id);
  if (known) {
    // A review that failed is told once, and begins anew at the next request.
    if (known.reason) reviews.delete(id);
    return known;
  }
  const { kept, game } = await roomAnew(id);
  if (!kept.is_over) throw new Failure("review", "expected a finished game to review; finish this one first");
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

/** The room as it is kept: another tab may have played on. @param {string} id */
function roomAnew(id) {
  rooms.delete(id);
  return roomHere(id);
}

/** Hand a message to its room. A room that could not keep its game is made anew from what is kept. @param {string} id @param {ToServer} message */
async function heard(id, message) {
  const room = await (message.type === "watch" ? roomAnew(id) : roomHere(id));
  try {
    await room.hear(message);
  } catch (error) {
    rooms.delete(id);
    const failure = failureOf("engine", error);
    if (failure.code !== "stale") throw failure;
    if (message.type === "act" && room.done !== message.id) room.refuse(message.id, "stale");
    // Each time another tab has played on, so that this ends.
    await heard(id, { type: "watch", room: id, since: 0 });
  }
}

let isWarned = false;
/** "unkept" once, if the browser keeps no games. @param {string} id */
function warning(id) {
  if (isWarned || !games.loose.has(id)) return undefined;
  isWarned = true;
  return "unkept";
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
      return games.all();
    case "begin": {
      const id = OWN + [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(36).padStart(2, "0")).join("");
      const { game, level, seat, length, rules, hasCube } = request;
      // Loaded first: a game that is listed can be opened without the network.
      const { begins } = (await (await engineHere()).game(game)).game;
      await games.begin({
        id,
        game,
        level,
        seat,
        begun: Date.now(),
        is_over: false,
        events: [],
        length,
        rules: rules ?? (hasCube ? begins.match : undefined),
      });
      return id;
    }
    case "advice":
      return adviceIn(await engineHere(), request.position, request.plies);
    case "review":
      return beginReview(await engineHere(), request.game);
    case "reviewed":
      return reviewSoFar(request.number);
    case "deepen":
      // Not awaited: the page asks for it while it is made.
      (reviews.get(request.room) ?? clubReview(request.number))?.deepen();
      return undefined;
    case "stop":
      return (reviews.get(request.room) ?? clubReview(request.number))?.stop();
    case "trial":
      return tried(await engineHere(), request.trial);
    case "game":
      return (await roomAnew(request.room)).kept;
    case "file":
      return (await roomAnew(request.room)).file();
    case "put": {
      const { id, game, rules } = request.game;
      rooms.delete(id);
      reviews.delete(id);
      // A game without a cube is kept without rules, as where it is begun.
      const isPlain = rules === (await engineHere()).tables.games[game]?.begins.single;
      return games.begin({ ...request.game, rules: isPlain ? undefined : rules });
    }
    case "remove":
      rooms.delete(request.room);
      reviews.delete(request.room);
      return games.remove(request.room);
    case "message":
      await heard(request.room, request.message);
      return warning(request.room);
  }
}

// One request at a time, so that two messages never change a game at once.
let last = Promise.resolve();
scope.onmessage = ({ data }) => {
  last = last.then(async () => {
    try {
      scope.postMessage({ id: data.id, answer: await answer(data) });
    } catch (error) {
      const { message, code } = failureOf("engine", error);
      scope.postMessage({ id: data.id, error: message, code });
    }
  });
};
