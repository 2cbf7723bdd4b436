// The record of a game on a real board: this browser keeps it, and the club says what each act makes of it.

/** @import { Board, RealBoard } from "../protocol.js" */
/** @typedef {{board: Board, count: number}} Moment The board after so many events. */
/** @typedef {{game: string, length: number, players: [string, string], isBoth: boolean, events: Record<string, unknown>[], moments: Moment[]}} Kept */
/** @typedef {(path: "/api/real-board" | "/api/real-board/act", data: object) => Promise<RealBoard>} Ask */

const KEY = "nardy.real-board";
/** Boards that can be gone back to. */
const MOST_MOMENTS = 6;

export class RealBoardRecord {
  /** @param {Kept} kept @param {Ask} ask */
  constructor(kept, ask) {
    this.kept = kept;
    this.ask = ask;
  }

  /** Begin a match. @param {Omit<Kept, "events" | "moments">} wish @param {Ask} ask */
  static async begin(wish, ask) {
    const record = new RealBoardRecord({ ...wish, events: [], moments: [] }, ask);
    await record.next();
    return record;
  }

  /** The record that this browser keeps; null without one. @param {Ask} ask */
  static open(ask) {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
      return kept?.moments?.length ? new RealBoardRecord(kept, ask) : null;
    } catch {
      return null;
    }
  }

  /** The last moment; undefined before the first game. */
  get now() {
    return this.kept.moments.at(-1);
  }

  /** The board now. @returns {Board} */
  get board() {
    return /** @type {Moment} */ (this.now).board;
  }

  /** Start the first or the next game. */
  async next() {
    const { game, length, events } = this.kept;
    await this.take(this.ask("/api/real-board", { game, length, events }));
  }

  /** What happened at the board. Throws the refusal of what breaks a law. @param {string} act @param {{dice?: number[], turn?: string, is_accepted?: boolean}} [more] */
  async act(act, more = {}) {
    const { position } = this.board.view;
    await this.take(this.ask("/api/real-board/act", { position, act, length: this.kept.length, ...more }));
  }

  /** Keep an answer, unless the board has changed since it was asked for. @param {Promise<RealBoard>} asked */
  async take(asked) {
    const { now } = this;
    const { board, events } = await asked;
    if (this.now !== now) return;
    this.kept.events.push(...events);
    this.kept.moments.push({ board, count: this.kept.events.length });
    this.kept.moments.splice(0, this.kept.moments.length - MOST_MOMENTS);
    this.keep();
  }

  get canGoBack() {
    return this.kept.moments.length > 1;
  }

  /** Take the last act back, such as a throw of cocked dice. */
  back() {
    if (!this.canGoBack) return;
    this.kept.moments.pop();
    this.kept.events.length = this.kept.moments[this.kept.moments.length - 1].count;
    this.keep();
  }

  /** The match as a file that nardy reads. */
  file() {
    const { length, players, events } = this.kept;
    return JSON.stringify({ nardy: "match", version: 1, length, players, tags: [["Event", "real board"]], events });
  }

  keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // The storage is full or blocked: the game lasts as long as the page.
    }
  }

  /** Forget the match. */
  end() {
    this.kept.moments = [];
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Where storage is blocked there is nothing to forget.
    }
  }
}
