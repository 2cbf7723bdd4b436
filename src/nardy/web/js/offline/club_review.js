// The review of a game of the club in this browser, told as the club tells its own (server/analysis/browser_reviews.py).

import { Failure } from "./failure.js";
import { OfflineReview } from "./review.js";
import { OfflineRoom } from "./room.js";
import { TurnReview } from "./turn_review.js";

/** @import { GameToReview, Played } from "../protocol.js" */
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
  }

  /** Add the turns that may be told. @param {import("./review.js").Pass} found @returns {Generator<void>} */
  *steps(found) {
    const now = this.begin();
    for (const { number, event } of this.kept.events) {
      if (event.kind === "played") {
        this.take(found, number, event, now);
        found.reached = number;
        yield;
      }
      now.apply(event);
    }
  }

  /** Add a turn. @param {import("./review.js").Pass} found @param {number} number @param {Played} event @param {import("./room.js").OfflineRoom} now */
  take({ turns, plies }, number, event, now) {
    const { withheld, events, laws } = this.facts;
    if (withheld.includes(number)) return;
    const isRolled = events[number - 2]?.event.kind === "rolled";
    const turn = new TurnReview(now, plies).of(number, event, isRolled);
    turns.push({ ...turn, position: turn.position.replace(/^\S+/, laws.text) });
  }

  /** A page that was left begins anew when it is opened again. */
  stop() {
    super.stop();
    this.isWanted = false;
  }

  told() {
    const { laws, you, names, bots } = this.facts;
    const told = super.told();
    const { quick, deep } = this;
    return {
      ...told,
      ...{ laws, you, names, bots },
      looked_at: told.looked_at + this.hidden(quick),
      deep: told.deep + this.hidden(deep && this.isDeep ? deep : quick),
      withheld: this.hidden(quick),
    };
  }

  /** The turns so far that may not be told now. @param {import("./review.js").Pass} pass */
  hidden({ reached }) {
    const { withheld, events } = this.facts;
    return events.filter(({ number, event }) => number <= reached && event.kind === "played" && withheld.includes(number)).length;
  }
}

/** The review that the page shows, by its number: a page that was left stops no review of a newer page. @type {Map<number, ClubReview>} */
const reviews = new Map();
let begun = 0;

/** Begin the review of a game. Returns its number, from 1. @param {Engine} engine @param {GameToReview} facts */
export async function beginReview(engine, facts) {
  if (!facts.game || !engine.tables.games[facts.game]) throw new Failure("game", "expected a game that this browser knows, got another");
  const made = new ClubReview(facts, await engine.game(facts.game));
  for (const before of reviews.values()) before.stop();
  reviews.clear();
  reviews.set(++begun, made);
  made.run();
  return begun;
}

/** The review that was begun, unless another was since. @param {number} number */
export const clubReview = (number) => reviews.get(number);

/** The review so far. @param {number} number */
export function reviewSoFar(number) {
  const made = reviews.get(number);
  // A failed review is not told: the club makes one.
  if (!made || made.reason) throw new Failure("engine", made?.reason ?? "expected a review that was begun, got none");
  return made.told();
}
