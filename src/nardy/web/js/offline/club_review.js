// The review of a game of the club in this browser, told as the club tells its own (server/analysis/browser_reviews.py).

import { Failure } from "./failure.js";
import { OfflineReview } from "./review.js";
import { OfflineRoom } from "./room.js";

/** @import { GameToReview } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */

export class ClubReview extends OfflineReview {
  /** @param {GameToReview} told @param {LoadedGame} game @param {number} [plies] */
  constructor(told, game, plies) {
    // The level names only the bot of a game in this browser.
    const kept = { id: "", game: game.game.laws.id, level: "", seat: told.you ?? "white", begun: 0, is_over: true, events: told.events };
    const nothing = { tell: () => {}, keep: async () => {} };
    super(kept, game, () => new OfflineRoom({ ...kept, events: [] }, game, nothing), plies);
    this.facts = told;
  }

  /** A turn near the end was reviewed by the club. @type {OfflineReview["turn"]} */
  turn(number, ...more) {
    return this.facts.told.find((one) => one.number === number) ?? super.turn(number, ...more);
  }

  /** The turns that may be told, with the game as the club names it. */
  get shown() {
    const { withheld, laws } = this.facts;
    const shown = this.turns.filter(({ number }) => !withheld.includes(number));
    return shown.map((turn) => ({ ...turn, position: turn.position.replace(/^\S+/, laws.text) }));
  }

  get people() {
    const { laws, you, names, bots } = this.facts;
    return { laws, you, names, bots };
  }
}

/** The review that the page shows, by its room. @type {Map<string, ClubReview>} */
const reviews = new Map();

/** Begin the review of a game. @param {Engine} engine @param {string} room @param {GameToReview} told */
export async function beginReview(engine, room, told) {
  if (!told.game || !engine.tables.games[told.game]) throw new Failure("game", "expected a game that this browser knows, got another");
  const made = new ClubReview(told, await engine.game(told.game));
  reviews.clear();
  reviews.set(room, made);
  made.run();
}

/** The review so far. @param {string} room */
export function reviewSoFar(room) {
  const made = reviews.get(room);
  // A failed review is not told: the club makes one.
  if (!made || made.reason) throw new Failure("engine", made?.reason ?? "expected a review that was begun, got none");
  return made.told();
}
