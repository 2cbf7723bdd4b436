// The page's side of the worker.

import { learn, t } from "../words.js";
import { Failure } from "./failure.js";

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
    if (data.error !== undefined) one?.fail(new Failure(data.code ?? "engine", data.error));
    else one?.done(data.answer);
  };
  // The browser could not load the worker: every request fails, and the next one tries again.
  worker.onerror = () => {
    for (const { fail } of waiting.values()) fail(new Failure("engine", "the worker failed"));
    waiting.clear();
    worker?.terminate();
    worker = undefined;
  };
  return worker;
}

/** @param {Wanted} wanted @returns {Promise<unknown>} */
const sent = (wanted) =>
  new Promise((done, fail) => {
    const id = ++asked;
    waiting.set(id, { done, fail });
    here().postMessage({ id, ...wanted });
  });

/** Ask the worker. Throws a refusal, in the user's words. @param {Wanted} wanted @returns {Promise<unknown>} */
export async function request(wanted) {
  try {
    return await sent(wanted);
  } catch (error) {
    throw Object.assign(new Error(await words(error)), { law: error instanceof Failure ? error.code : "engine" });
  }
}

/** @param {unknown} error */
async function words(error) {
  const code = error instanceof Failure ? error.code : "engine";
  if (code === "no-room") return t("error.noroom");
  // Positions are explained by the worker, as the club does it.
  if (error instanceof Failure && code === "position") return error.message;
  await learn("offline").catch(() => {});
  return t(`offline.error.${code}`);
}

/** Hear the messages of a room. Returns the end of it. @param {string} room @param {(message: ToClient) => void} hear */
export function listen(room, hear) {
  ears.set(room, hear);
  return () => ears.delete(room);
}
