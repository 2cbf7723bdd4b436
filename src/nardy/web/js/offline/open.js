// The page of a game against a bot in this browser: the page of a room, whose messages the worker answers.

import { GamePage } from "../game/page.js";
import { listen, request } from "./client.js";

/** @import { ToServer } from "../protocol.js" */

/**
 * @param {string} room @param {{go: (path: string) => void, lost: (words: string) => void}} wants
 * @returns {{page: GamePage, close: () => void}}
 */
export function offlineGame(room, { go, lost }) {
  const send = (/** @type {ToServer} */ message) => {
    request({ ask: "message", room, message }).catch((error) => lost(error.message));
  };
  const again = async () => {
    const { game, level, seat } = /** @type {import("./room.js").OfflineGame} */ (await request({ ask: "game", room }));
    go(`/offline/${await request({ ask: "begin", game, level, seat: seat === "white" ? "black" : "white" })}`);
  };
  const page = new GamePage(room, { send }, { again, sit: () => {}, go });
  const close = listen(room, (message) => page.play.hear(message));
  send({ type: "watch", room, since: 0 });
  return { page, close };
}
