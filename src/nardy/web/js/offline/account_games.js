// The games played without the club that an account keeps.

import { isStatic } from "../address.js";
import { ask } from "../api.js";
import { request } from "./client.js";

/** @import { KeptOfflineGame, OfflineRecord } from "../protocol.js" */
/** @typedef {import("./room.js").OfflineGame} OfflineGame */
/** @typedef {import("../api.js").Refusal} Refusal */

const PATH = "/api/me/offline-games";
/** Bounds of a request (server/api/offline_games.py), the second with room for what JSON adds. */
const MOST_TOGETHER = 20;
const MOST_LETTERS = 1_000_000;

export class AccountGames {
  /** The games of who is signed in; null for a guest, and without the club. @returns {Promise<AccountGames | null>} */
  static async open() {
    if (isStatic) return null;
    const { role } = await ask("/api/me");
    return role ? new AccountGames(await ask(PATH)) : null;
  }

  /** @param {KeptOfflineGame[]} kept */
  constructor(kept) {
    this.kept = kept;
    /** Games that the club did not accept. @type {Set<string>} */
    this.refused = new Set();
  }

  /** @param {string} id */
  has(id) {
    return this.kept.some((one) => one.id === id);
  }

  /** The games of this browser that the account can take. @param {OfflineGame[]} games */
  missing(games) {
    return games.filter(({ id, is_over }) => is_over && !this.has(id) && !this.refused.has(id));
  }

  /** Keep games with the account. @param {OfflineGame[]} games */
  async take(games) {
    /** @type {OfflineRecord[]} */
    let batch = [];
    let letters = 0;
    for (const { id, begun } of games) {
      const record = /** @type {string | null} */ (await request({ ask: "file", room: id }).catch(() => null));
      if (record === null) {
        // A game that this browser itself cannot read must not hold up the others.
        this.refused.add(id);
        continue;
      }
      if (batch.length === MOST_TOGETHER || (batch.length && letters + record.length > MOST_LETTERS)) {
        await this.send(batch);
        batch = [];
        letters = 0;
      }
      batch.push({ id, begun, record });
      letters += record.length;
    }
    if (batch.length) await this.send(batch);
  }

  /** Send games; the club takes all of a request or none, so a wrong one is found by halves. @param {OfflineRecord[]} batch @returns {Promise<void>} */
  async send(batch) {
    try {
      this.kept = await ask(PATH, { games: batch });
    } catch (error) {
      if (/** @type {Refusal} */ (error).law !== "offline-game") throw error;
      if (batch.length === 1) return void this.refused.add(batch[0].id);
      const half = Math.ceil(batch.length / 2);
      await this.send(batch.slice(0, half));
      await this.send(batch.slice(half));
    }
    return undefined;
  }

  /** Put a game into this browser, where it can be looked at and reviewed. @param {KeptOfflineGame} one */
  async fetch({ id, game, level, seat, begun }) {
    const { record } = await ask(`/api/me/offline-games/${id}`);
    /** @type {{events: import("../protocol.js").GameEvent[], length: number}} */
    const { events: played, length } = JSON.parse(record);
    const rules = played[0].kind === "started" ? played[0].position.split(" ")[0] : undefined;
    const events = played.map((event, index) => ({ number: index + 1, at: begun, event, note: null }));
    await request({ ask: "put", game: { id, game, level, seat, begun, is_over: true, events, length, rules } });
  }

  /** Delete a game from the account. @param {string} id */
  async remove(id) {
    this.kept = await ask(`/api/me/offline-games/${id}/end`, {});
  }
}
