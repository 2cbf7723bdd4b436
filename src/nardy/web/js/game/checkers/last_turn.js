// What lies on the board beside the checkers: the dice thrown last, and where the last turn went.

/** @import { GameEvent, Played, Rolled, RolledOff } from "../../protocol.js" */

export class LastTurn {
  /** @param {import("../play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** Dice on the board: whose, and what they show. @type {{seat: "white" | "black", values: number[]}[]} */
    this.throws = [];
    /** Points of the turn played last, by the numbers of who played it. @type {{seat: string, points: number[]}} */
    this.last = { seat: "white", points: [] };
  }

  /** What events leave behind that nobody needs to see again. @param {{event: GameEvent}[]} events */
  recall(events) {
    for (const { event } of events) {
      this.take(event);
      if (event.kind === "played") this.gone(event);
    }
  }

  /** @param {GameEvent} event */
  take(event) {
    if (event.kind === "started") Object.assign(this, { throws: [], last: { seat: "white", points: [] } });
    if (event.kind === "rolled-off") this.throws = rolledOff(event);
    if (event.kind === "rolled") this.throws = [rolled(event)];
    // Where the roll-off's own dice are played, they are now the starter's.
    if (event.kind === "played" && this.throws.length > 1)
      this.throws = [{ seat: event.player, values: this.throws.flatMap(({ values }) => values).sort((a, b) => b - a) }];
    if (event.kind === "played") this.last = { seat: event.player, points: ends(event.moves) };
  }

  /** One's own dice are taken up when they have been played. @param {Played} event */
  gone(event) {
    if (event.player === this.play.me) this.throws = [];
  }
}

/** Where checkers set out and where they came to rest. @param {[number, number][]} moves */
function ends(moves) {
  const [origins, landings] = [moves.map(([from]) => from), moves.map(([, to]) => to)];
  for (const place of [...landings]) {
    const on = origins.indexOf(place);
    if (on < 0) continue;
    origins.splice(on, 1);
    landings.splice(landings.indexOf(place), 1);
  }
  return [...origins, ...landings];
}

/** @param {RolledOff} event @returns {{seat: "white" | "black", values: number[]}[]} */
const rolledOff = (event) => [
  { seat: "white", values: [event.white] },
  { seat: "black", values: [event.black] },
];

/** @param {Rolled} event @returns {{seat: "white" | "black", values: number[]}} */
function rolled({ player, dice: [high, low] }) {
  return { seat: player, values: high === low ? [high, high, high, high] : [high, low] };
}
