// What a bot of the browser does beside its turns: by the formulas of the club's bots (nardy/bots/neural.py), never looking ahead.

/** @typedef {import("./room.js").OfflineRoom} OfflineRoom */

/** Points by which an offer may fall short of what a bot expects. */
const EPSILON = 1e-4;

/** The bot's act before its roll, or its answer to a double. @param {Pick<OfflineRoom, "game" | "laws" | "state" | "position">} now */
export function botAct({ game, laws, state, position }) {
  return game.cube.actOfBot(laws, state, game.value(position, 0).chances);
}

/** Whether a loss of this size by the player who rolls or moves is worth what the bot expects to win. @param {OfflineRoom} room @param {string} size */
export function isEnough(room, size) {
  const { game, position, valued } = room;
  // While larger wins count as singles, nothing is gained by playing on.
  if (game.isJacoby(room.laws, room.state)) return true;
  const expected = room.phase === "turn" ? -valued.ranked(position, room.roll, 0)[0].equity : -valued.value(position, 0).equity;
  const outcome = game.game.points.indexOf(game.game.sizes[size]);
  return valued.worthOf(position.facts[0] ? 0 : 1, outcome) >= expected - EPSILON;
}
