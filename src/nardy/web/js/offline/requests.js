// Requests of the page that this browser can answer without the club: the games, rules, and positions outside a game.

import { gameIn } from "./advice.js";
import { answersOf, bestOf } from "./cube_review.js";
import { Failure } from "./failure.js";
import { isResignation, withFields } from "./stakes.js";
import { MOST_NODES, readPosition, viewOf } from "./view.js";
import { turnText } from "./turn_text.js";

/** @import { DieMove } from "../protocol.js" */
/** @typedef {import("../engine/engine.js").Engine} Engine */

/** Turns of an evaluation, as the club answers (server/analysis/evaluations.py). */
const MOST_TURNS = 5;
const PLIES = 1;

/**
 * The answer to a request; undefined if only the club has one.
 * @param {Engine} engine @param {string} path @param {{position?: string, moves?: DieMove[]} | undefined} data
 */
export async function answered(engine, path, data) {
  const address = new URL(path, import.meta.url);
  const rules = /^\/api\/rules\/([\w-]+)/.exec(address.pathname)?.[1];
  if (address.pathname === "/api/games") return engine.tables.listed;
  if (rules) return (await engine.json("rules.json"))[rules]?.[address.searchParams.get("language") ?? "en"];
  const book = /^\/api\/books\/([\w-]+)/.exec(address.pathname)?.[1];
  if (book) return engine.tables.books.includes(book) ? engine.json(`${book}.book.json`) : null;
  const text = data?.position ?? address.searchParams.get("text");
  if (!address.pathname.startsWith("/api/position") || !text) return undefined;
  const { game, now, stakes } = readPosition(
    text,
    (id) => engine.rules(id),
    (id) => Object.hasOwn(engine.tables.games, id),
  );
  const made = data?.moves ?? [];
  const { position, roll } = now;
  const graph = () => (now.phase === "turn" ? game.graph(position, roll, made, MOST_NODES) : []);
  switch (address.pathname) {
    case "/api/position":
      return {
        laws: game.game.laws,
        // A position with other options of the cube is shown by the usual ones.
        view: viewOf(game, withFields(game, game.game.begins.match, now, stakes) ?? now),
        nodes: graph(),
      };
    case "/api/position/nodes":
      return graph();
    case "/api/position/verdict":
      return game.verdict("", position, roll, made);
    case "/api/position/evaluation": {
      if (isResignation(stakes)) throw new Failure("position", `expected a position without an offer to resign, got offer=${stakes.offer}`);
      await engine.game(game.game.laws.id);
      const moment = withFields(game, text.trim().split(/\s+/)[0], now, stakes);
      if (!moment) throw new Failure("position", "expected the cube by the usual rules, which the club alone can value otherwise");
      return moment.phase === "turn" ? turnsOf(gameIn(game, moment), position, roll) : chancesOf(game, moment);
    }
    default:
      return undefined;
  }
}

/** @param {import("../engine/engine.js").LoadedGame} game @param {import("../engine/engine.js").Position} position @param {number[]} roll */
export function turnsOf(game, position, roll) {
  const ranked = game.ranked(position, roll, PLIES).slice(0, MOST_TURNS);
  const turns = ranked.map((turn) => {
    const moves = game.hitting(position, roll, turn.moves);
    return {
      turn: turnText(moves),
      moves: turn.moves.map(({ from, to }) => [from, to]),
      equity: turn.equity,
      win: game.winOf(turn),
      gammon: gammonOf(game, turn),
      loss: ranked[0].equity >= turn.equity ? ranked[0].equity - turn.equity : null, // as in server/analysis/evaluations.py
      plies: turn.plies,
    };
  });
  return { kind: "turns", turns, equity: turns[0].equity, win: turns[0].win, cube: null };
}

/** The mover's chance to win more than a single game; null where every win is one. @param {import("../engine/engine.js").LoadedGame} game @param {import("../engine/engine.js").Turn} turn */
export function gammonOf(game, turn) {
  const { points, sizes } = game.game;
  const single = Math.min(...Object.values(sizes));
  if (Math.max(...points) <= single) return null;
  return game.seenByMover(turn).reduce((sum, chance, i) => sum + (points[i] > single ? chance : 0), 0);
}

/** The value before a roll, or of the answers to a double. @param {import("../engine/engine.js").LoadedGame} game @param {import("./view.js").Moment & {stakes: import("./match_view.js").Stakes}} moment */
function chancesOf(game, moment) {
  const { laws, state } = moment.stakes;
  const { chances } = gameIn(game, moment).value(moment.position, PLIES);
  const equities = /** @type {import("./cube_review.js").Equities} */ (game.cube.equitiesOf(laws, state, chances));
  const isAsked = moment.phase === "answer";
  const mayDouble = !isAsked && !laws.law(state, "double");
  // The answer is given by the player who does not roll.
  const own = isAsked ? [...chances].reverse() : chances;
  const equity = own.reduce((sum, chance, k) => sum + chance * game.game.points[k], 0);
  const cube = isAsked ? bestOf(answersOf(moment.stakes, equities)) : mayDouble ? game.cube.advice(laws, state, equities).advice : null;
  return { kind: "chances", turns: [], equity, win: game.wins(own), cube };
}
