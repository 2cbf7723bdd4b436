// The dice on the board, and the points of the last turn.

/** @import { GameEvent, Played, Rolled, RolledOff } from "../../protocol.js" */

export class LastTurn {
  /** @param {import("../play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** Dice on the board by seat. @type {{seat: "white" | "black", values: number[]}[]} */
    this.throws = [];
    /** Points of the last turn, in the numbering of its player. @type {{seat: string, points: number[]}} */
    this.last = { seat: "white", points: [] };
  }

  /** Take events without showing them. @param {{event: GameEvent}[]} events */
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
    // In games that play the dice of the roll-off they now belong to the starter.
    if (event.kind === "played" && this.throws.length > 1)
      this.throws = [{ seat: event.player, values: this.throws.flatMap(({ values }) => values).sort((a, b) => b - a) }];
    if (event.kind === "played") this.last = { seat: event.player, points: ends(event.moves) };
  }

  /** The player's own dice are taken off the board after the turn. @param {Played} event */
  gone(event) {
    if (event.player === this.play.me) this.throws = [];
  }
}

/** Origins and targets of a turn; places in between are left out. @param {[number, number][]} moves */
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
