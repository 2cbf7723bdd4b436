// What the next player faces: the position after a turn, with the dice left to play, and the bomb before a roll.

/** @typedef {import("./engine.js").LoadedGame} LoadedGame */
/** @typedef {import("./engine.js").Position} Position */

/** Instead of an outcome: the game goes on. */
export const GOING_ON = -1;
/** Whether the player on roll made the game's first turn, and whether that player has the bomb (kernel/scoring.py). */
const FIRST = 0;
export const BOMB_MINE = 2;
export const BOMB_THEIRS = 3;
/** Whether a bomb hits the blots of both players, of the numbers `uses` (kernel/valuing.py). */
const USES_BOTH = 2;

/** What follows a turn: its outcome for the mover, or the position before the next act; `again` if the mover acts once more, as after leftover dice. @param {LoadedGame} game @param {Position} before @param {number[]} roll @param {{board: number[], pins: number[], moves: unknown[]}} final */
export function afterTurn(game, before, roll, final) {
  const { kernel } = game;
  return kernel.scratch(() => {
    const { facts: size } = game.tables.sizes;
    const [boards, pins, offsets] = [game.boards(final.board), kernel.place("i", final.pins, 1, 2), kernel.place("l", [0, 1])];
    const [facts, after] = [kernel.place("b", before.facts, 1, size), kernel.zeros("b", 1, size)];
    const [outcome, left] = [kernel.zeros("b", 1), kernel.zeros("b", 1, game.game.dice)];
    kernel.call("left_over_batch", game.rules, game.begun(before, roll), kernel.place("l", [final.moves.length]), left);
    kernel.call("next_facts_batch", game.rules, game.stakes, facts, [boards, offsets], after);
    kernel.call("pass_batch", facts, left, after);
    kernel.call("outcomes_batch", [game.rules, game.stakes], [game.boards(before.board), facts], [boards, pins, offsets], outcome);
    const [end] = kernel.list(outcome);
    const told = kernel.list(after);
    // The end of a game is seen by the other player, whoever would have rolled.
    const again = end === GOING_ON && told[FIRST] === before.facts[FIRST];
    const seen = { board: final.board, pins: final.pins };
    /** @type {Position} */
    const position = { ...(again ? seen : turned(seen)), facts: told, left: kernel.list(left).filter(Boolean) };
    return { outcome: end, again, position };
  });
}

/** The checkers seen by the other player. @param {{board: number[], pins: number[]}} seen */
function turned({ board, pins }) {
  const half = board.length / 2;
  return { board: [...board.slice(half), ...board.slice(0, half)], pins: [pins[1], pins[0]] };
}

/** Whether neither player can ever move again, whatever they throw, and no bomb can change that. @param {LoadedGame} game @param {Position} position */
export function isVoid(game, position) {
  if (hits(game, position).some(Boolean)) return false;
  const before = { ...position, left: [] };
  const isStuck = (/** @type {Position} */ one) => rolls().every((roll) => game.graph(one, roll, [], 1)[0].moves.length === 0);
  return isStuck(before) && isStuck({ ...before, ...turned(before) });
}

/** Whether the player on roll, and the other, has a bomb that would hit. @param {LoadedGame} game @param {Position} position */
export function hits(game, position) {
  const { kernel } = game;
  return kernel.scratch(() => {
    const [boards, , facts] = game.table(position);
    const found = kernel.zeros("b", 1, 2);
    kernel.call("bomb_hits_batch", game.game.uses[USES_BOTH], [boards, facts], found);
    return kernel.list(found);
  });
}

/** The position after the bomb of the player on roll. @param {LoadedGame} game @param {Position} position @returns {Position} */
export function exploded(game, position) {
  const { kernel } = game;
  return kernel.scratch(() => {
    const [boards, pins, facts] = game.table(position);
    kernel.call("explode_batch", game.game.uses[USES_BOTH], [boards, facts], kernel.place("l", [0]));
    return { board: kernel.list(boards), pins: kernel.list(pins), facts: kernel.list(facts), left: [] };
  });
}

/** Whether a bot explodes the bomb before this roll. @param {LoadedGame} game @param {Position} position */
export function explodes(game, position) {
  const { kernel } = game;
  const net = game.netAt(position, 0);
  return kernel.scratch(() => {
    const done = kernel.zeros("b", 1);
    kernel.call("explode_where_better", net, game.table(position), done);
    return kernel.list(done)[0] === 1;
  });
}

/** All 21 rolls, doubles last: they may have long lists of dice. */
export const rolls = () => {
  const faces = [1, 2, 3, 4, 5, 6];
  const pairs = faces.flatMap((high) => faces.filter((low) => low < high).map((low) => [high, low]));
  return [...pairs, ...faces.map((face) => [face, face])];
};
