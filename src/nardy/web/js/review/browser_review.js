// The review of a game of the club by this browser's own engine, which spares the club's queue.

import { ask } from "../api.js";
import { request } from "../offline/client.js";

/** @import { Review } from "../protocol.js" */

/** Begin the review of a room. Returns its number; 0 where only the club can make it. Throws the club's refusals. @param {string} room @returns {Promise<number>} */
export async function reviewHere(room) {
  if (!("WebAssembly" in window && "Worker" in window)) return 0;
  const game = await ask(`/api/rooms/${room}/review/game`);
  if (!game.game) return 0;
  // The engine or its network could not be loaded, or this browser is too old for it.
  return /** @type {Promise<number>} */ (request({ ask: "review", game }).catch(() => 0));
}

/** The review so far; null once the club must make it. @param {number} number */
export const reviewedHere = (number) => /** @type {Promise<Review | null>} */ (request({ ask: "reviewed", number }).catch(() => null));

/** Let this browser's engine look two plies ahead at a game that it has reviewed; the number is 0 for a game of this browser. @param {string} room @param {number} number */
export const lookDeeper = (room, number) => request({ ask: "deepen", room, number });

/** Stop that: the first review is told again. @param {string} room @param {number} number */
export const stopLooking = (room, number) => request({ ask: "stop", room, number });
