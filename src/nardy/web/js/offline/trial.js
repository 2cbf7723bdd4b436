// A board that a reader tries: a position and what was done since. The page keeps both, and each question has all of it.

import { Failure } from "./failure.js";
import { turnsOf } from "./requests.js";
import { OfflineRoom } from "./room.js";
import { withFields } from "./stakes.js";
import { MOST_NODES, readPosition } from "./view.js";

const PLIES = 1;

/** @import { DieMove, GameEvent } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */
/** @typedef {import("../engine/engine.js").LoadedGame} LoadedGame */
/** A position text, and the rolls and turns from there. @typedef {{text: string, events: GameEvent[]}} Trial */
/** What is asked about it; moves are those of the turn being made. @typedef {Trial & {wants: "board" | "nodes" | "verdict" | "value", moves?: DieMove[]}} Asked */

/** @param {Engine} engine @param {Asked} asked @returns {Promise<unknown>} */
export async function tried(engine, { text, events, wants, moves = [] }) {
  const { game, now, stakes } = readPosition(
    text,
    (id) => engine.rules(id),
    (id) => Object.hasOwn(engine.tables.games, id),
  );
  const room = roomAt(game, now, events);
  const { position, roll } = room;
  switch (wants) {
    case "board":
      return { laws: game.game.laws, view: room.view(), nodes: room.nodes([]) };
    case "nodes":
      return room.phase === "turn" ? game.graph(position, roll, moves, MOST_NODES) : [];
    case "verdict":
      return game.verdict("", position, roll, moves);
    case "value":
      if (Object.keys(stakes).length) throw new Failure("position", "expected a position without a cube and a match, got one with them");
      await engine.game(game.game.laws.id);
      return room.phase === "turn" ? turnsOf(game, position, roll) : chancesOf(game, position);
  }
}

/** The equity and the chance to win of the player who rolls. @param {LoadedGame} game @param {import("../engine/engine.js").Position} position */
function chancesOf(game, position) {
  const { equity, chances } = game.value(position, PLIES);
  return { kind: "chances", turns: [], equity, win: game.wins(chances), cube: null };
}

/** A room in which this position is reached, after some events; without a cube. @param {LoadedGame} game @param {import("./view.js").Moment} now @param {GameEvent[]} events */
function roomAt(game, now, events) {
  const kept = { id: "", game: game.game.laws.id, level: "", seat: now.turn, begun: 0, is_over: false, events: [] };
  const room = new OfflineRoom(kept, game, { tell: () => {}, keep: async () => {} });
  const { position, turn, roll } = now;
  const moment = withFields(game, room.text, now, {});
  Object.assign(room, { position: begun(game, position), turn, roll, state: moment?.stakes.state ?? room.state });
  for (const event of events) room.apply(event);
  return room;
}

/** The laws of first turns hold at the start of a game, of which a position text tells nothing. @param {LoadedGame} game @param {import("../engine/engine.js").Position} position */
function begun(game, position) {
  const start = game.start();
  const isStart = String(position.board) === String(start.board) && String(position.pins) === String(start.pins);
  return isStart ? { ...position, facts: [position.facts[0], ...start.facts.slice(1)] } : position;
}
