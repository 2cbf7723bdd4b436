// The review of a game of the club by this browser's own engine, which spares the club's queue.

import { ask } from "../api.js";
import { request } from "../offline/client.js";

/** @import { Review } from "../protocol.js" */

/** What tells the review of a room so far, and null once the club must make it; null where only the club can. Throws the club's refusals. @param {string} room @returns {Promise<(() => Promise<Review | null>) | null>} */
export async function reviewHere(room) {
  if (!("WebAssembly" in window && "Worker" in window)) return null;
  const game = await ask(`/api/rooms/${room}/review/game`);
  if (!game.game) return null;
  const told = () => request({ ask: "reviewed", room }).catch(() => null);
  return request({ ask: "review", room, game }).then(
    () => /** @type {() => Promise<Review | null>} */ (told),
    // The engine or its network could not be loaded, or this browser is too old for it.
    () => null,
  );
}

/** Let this browser's engine look two plies ahead at a game that it has reviewed. @param {string} room */
export const lookDeeper = (room) => request({ ask: "deepen", room });

/** Stop that: the first review is told again. @param {string} room */
export const stopLooking = (room) => request({ ask: "stop", room });
