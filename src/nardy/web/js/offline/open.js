// The page of a game against a bot in this browser: the page of a room, whose messages the worker answers.

import { GamePage } from "../game/page.js";
import { learn, spoken, t } from "../words.js";
import { listen, request } from "./client.js";

/** @import { ToServer } from "../protocol.js" */

/**
 * @param {string} room
 * @param {{go: (path: string) => void, lost: (words: string) => void, warn: (words: string) => void}} wants
 * @returns {{page: GamePage, close: () => void}}
 */
export function offlineGame(room, { go, lost, warn }) {
  /** Say what failed, below the board. @param {unknown} error */
  const fail = (error) => {
    const { message, law = "engine" } = /** @type {import("../api.js").Refusal} */ (error);
    if (law === "no-room" || (law === "game" && !page.play.view)) return lost(message);
    page.play.hear({ type: "refused", id: "offline", law, reason: law, says: { [spoken()]: message } });
    return undefined;
  };
  const send = async (/** @type {ToServer} */ message) => {
    try {
      if ((await request({ ask: "message", room, message })) !== "unkept") return;
      await learn("offline");
      warn(t("offline.unkept"));
    } catch (error) {
      fail(error);
    }
  };
  const again = async () => {
    try {
      const { game, level, seat, length, rules } = /** @type {import("./room.js").OfflineGame} */ (await request({ ask: "game", room }));
      go(`/offline/${await request({ ask: "begin", game, level, seat: seat === "white" ? "black" : "white", length, rules })}`);
    } catch (error) {
      fail(error);
    }
  };
  const page = new GamePage(room, { send }, { again, sit: () => {}, go });
  const close = listen(room, (message) => page.play.hear(message));
  send({ type: "watch", room, since: 0 });
  return { page, close };
}
