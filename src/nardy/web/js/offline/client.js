// The page's side of the worker.

import { t } from "../words.js";

/** @import { ToClient } from "../protocol.js" */

/** @typedef {import("./worker.js").Request} Request */
/** @typedef {Request extends infer One ? One extends {id: number} ? Omit<One, "id"> : never : never} Wanted */

/** @type {Worker | undefined} */
let worker;
/** @type {Map<number, {done: (answer: unknown) => void, fail: (error: Error) => void}>} */
const waiting = new Map();
/** Who hears the messages of a room. @type {Map<string, (message: ToClient) => void>} */
const ears = new Map();
let asked = 0;

function here() {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (/** @type {MessageEvent<import("./worker.js").Told>} */ { data }) => {
    if ("room" in data) return void ears.get(data.room)?.(data.message);
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    // The worker has no words of its own.
    if (data.error !== undefined) one?.fail(new Error(data.error === "no-engine" ? t("error.engine") : data.error));
    else one?.done(data.answer);
  };
  // The browser could not load the worker: every request fails, and the next one tries again.
  worker.onerror = () => {
    for (const { fail } of waiting.values()) fail(new Error("expected the engine, got none; reload the page"));
    waiting.clear();
    worker = undefined;
  };
  return worker;
}

/** Ask the worker. @param {Wanted} wanted @returns {Promise<unknown>} */
export const request = (wanted) =>
  new Promise((done, fail) => {
    const id = ++asked;
    waiting.set(id, { done, fail });
    here().postMessage({ id, ...wanted });
  });

/** Hear the messages of a room. Returns the end of it. @param {string} room @param {(message: ToClient) => void} hear */
export function listen(room, hear) {
  ears.set(room, hear);
  return () => ears.delete(room);
}
