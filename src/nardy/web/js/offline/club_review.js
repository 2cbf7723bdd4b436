// The review of a game of the club in this browser, told as the club tells its own (server/analysis/browser_reviews.py).

import { Failure } from "./failure.js";
import { OfflineReview } from "./review.js";
import { OfflineRoom } from "./room.js";
import { TurnReview } from "./turn_review.js";

/** @import { GameToReview, Played, Review } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */

/** Any level: it names the bot of a game in this browser, and the club names its own. */
const LEVEL = "strongest";

export class ClubReview extends OfflineReview {
  /** @param {GameToReview} facts @param {LoadedGame} game */
  constructor(facts, game) {
    const { you, events } = facts;
    const kept = { id: "", game: game.game.laws.id, level: LEVEL, seat: you ?? "white", begun: 0, is_over: true, events };
    const nothing = { tell: () => {}, keep: async () => {} };
    super(kept, game, () => new OfflineRoom({ ...kept, events: [] }, game, nothing));
    this.facts = facts;
    /** Turns that may not be told now. */
    this.withheld = 0;
  }

  /** Review all turns that may be told, and rest between them so that other requests are answered. */
  async work() {
    const now = this.begin();
    for (const happened of this.facts.events) {
      if (happened.event.kind === "played") {
        this.take(happened.number, happened.event, now);
        await new Promise((done) => setTimeout(done));
      }
      now.apply(happened.event);
    }
    this.isDone = true;
  }

  /** Add a turn. Those near the end were reviewed by the club. @param {number} number @param {Played} event @param {import("./room.js").OfflineRoom} now */
  take(number, event, now) {
    const { withheld, told, events, laws } = this.facts;
    if (withheld.includes(number)) return void this.withheld++;
    const isRolled = events[number - 2]?.event.kind === "rolled";
    const turn = told.find((one) => one.number === number) ?? new TurnReview(now).of(number, event, isRolled);
    return void this.turns.push({ ...turn, position: turn.position.replace(/^\S+/, laws.text) });
  }

  /** @returns {Review} */
  told() {
    const { laws, you, names, bots } = this.facts;
    const reviewed = this.turns.length + this.withheld;
    return { ...super.told(), laws, you, names, bots, looked_at: reviewed, deep: reviewed, withheld: this.withheld };
  }
}

/** The review that the page shows, by its room. @type {Map<string, ClubReview>} */
const reviews = new Map();

/** Begin the review of a game. @param {Engine} engine @param {string} room @param {GameToReview} facts */
export async function beginReview(engine, room, facts) {
  if (!facts.game || !engine.tables.games[facts.game]) throw new Failure("game", "expected a game that this browser knows, got another");
  const made = new ClubReview(facts, await engine.game(facts.game));
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
