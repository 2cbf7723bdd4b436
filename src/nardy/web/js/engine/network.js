// A network in the kernel's memory, as evaluation/network/network.py prepares it.

import { halves, unzipped, wholes } from "./weights.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./kernel.js").Placed} Placed */
/** @typedef {import("./kernel.js").Given} Given */
/** Numbers of a game, of games.json (server/web/engine_files.py). @typedef {{laws: import("../protocol.js").Laws, rules: number[], stakes: number[], points: number[], uses: number[], doubles: boolean, checkers: number, dice: number, counted: number, races: import("./races.js").RaceTable | null, leaves: boolean, facts: number[], basis: number[], start: number[], start_text: string, openings: Record<string, ["white" | "black", string]>, sizes: Record<string, number>, titles: Record<string, string>, words: Record<string, Record<string, string>>, draws: Record<string, Record<string, string>>, network: string, network_game: string, noise: number[], cubes: Record<string, number[]>, begins: {single: string, match: string, money: string | null}, laws_of: Record<string, import("../protocol.js").Laws>, equities: string}} Game */
/** Sizes of arrays, for all games. @typedef {Record<"places" | "mids" | "facts" | "move" | "cells" | "numbers" | "pins" | "dense" | "features" | "unit" | "weight_unit" | "filter", number>} Sizes */
/** What stands in games.json. @typedef {{sources: string, acts: {names: string[], laws: string[], sizes: string[], state: number, levels: number, wide: [number, number], close: number, alike: number, hopeless: number}, sizes: Sizes, filter: [number, number], widths: [number, number][], laws: string[], grades: [number, string][], close: number, error_levels: {fewest: number, bands: [number, string][], last: string}, books: string[], levels: Record<string, {bot: string, number: number, plies: number}>, ladder: {bound: number, oversight: number, styles: [number, number][][]}, listed: import("../protocol.js").ListedGame[], games: Record<string, Game>}} Tables */

/**
 * The arguments `net` of kernel/decisions.py but the last, the table of races, for a game with the network of this file.
 * @param {Kernel} kernel @param {Tables} tables @param {Game} game @param {ArrayBuffer} file
 * @returns {Promise<Given[]>}
 */
export async function networkOf(kernel, tables, game, file) {
  const { manifest, packed } = await unzipped(file);
  const { hidden, second, phases } = manifest;
  const { cells, numbers, pins, dense, weight_unit: weightUnit, filter } = tables.sizes;
  const outcomes = tables.games[game.network_game]?.points ?? game.points;
  const sizes = [cells * numbers, pins, dense, 1].map((rows) => rows * hidden);
  const first = phases * sizes.reduce((all, size) => all + size);
  const rest = (hidden + 1) * second + (second + 1) * outcomes.length;
  const [begin, middle] = [wholes(packed.subarray(0, 2 * first), phases, sizes), halves(packed.subarray(2 * first, 2 * (first + rest)))];
  const own = taker(begin);
  const [points, pinned, denseRows, bias] = sizes.map((size) => own(phases * size));
  const later = taker(middle);
  const counts = game.checkers + 1;
  const rows = cells * counts + pins + 1;
  const table = kernel.room("h", phases * rows, hidden);
  const shorts = kernel.room("h", phases * dense, hidden);
  for (let phase = 0; phase < phases; phase++) {
    const part = (/** @type {Float32Array} */ all) => all.subarray((phase * all.length) / phases, ((phase + 1) * all.length) / phases);
    layer(kernel, tables.sizes, game, rowsOf(table, phase * rows, rows), [part(points), part(pinned), part(bias)]);
  }
  kernel.scratch(() => kernel.call("shorten_rows", kernel.place("f", denseRows, phases * dense, hidden), weightUnit, shorts));
  const worth = kernel.place("f", [...game.points, ...game.points], 2, game.points.length);
  const shape = [
    kernel.place("l", game.rules),
    kernel.place("l", game.stakes),
    kernel.place("l", game.uses),
    kernel.place("f", game.points),
    worth,
    table,
    shorts,
    phases,
    kernel.place("f", later(hidden * second), hidden, second),
    kernel.place("f", later(second)),
    kernel.place("f", later(second * outcomes.length), second, outcomes.length),
    kernel.place("f", later(outcomes.length)),
  ];
  // The filter ranks by the points that it was trained on.
  const fits = manifest.sieve && String(outcomes) === String(game.points);
  const filterTable = kernel.room("h", fits ? rows : 0, filter);
  const last = taker(fits ? halves(packed.subarray(2 * (first + rest))) : new Float32Array(filter));
  if (fits) layer(kernel, tables.sizes, game, filterTable, [last(cells * numbers * filter), last(pins * filter), last(filter)]);
  return [...shape, filterTable, kernel.place("f", last(filter)), ...tables.filter, noStand(kernel)];
}

/** The cube of a game without one. @param {Kernel} kernel @returns {Given[]} */
function noStand(kernel) {
  const flat = kernel.room("d", 2, 0);
  return [0, kernel.room("d", 0), kernel.zeros("l", 4), [kernel.room("d", 2, 0, 0), flat, flat, kernel.room("l", 2, 2, 0)]];
}

/** The next numbers of an array at each call. @param {Float32Array} all */
function taker(all) {
  let place = 0;
  return (/** @type {number} */ count) => all.subarray(place, (place += count));
}

/** Some rows of an array of 16-bit numbers. @param {Placed} table @param {number} begin @param {number} count @returns {Placed} */
const rowsOf = (table, begin, count) => ({ ...table, at: table.at + 2 * begin * table.shape[1], shape: [count, table.shape[1]] });

/**
 * Fill the rows whose sum is a first layer: one for each count on a cell, then pins and the bias.
 * @param {Kernel} kernel @param {Sizes} sizes @param {Game} game @param {Placed} rows @param {Float32Array[]} weights
 */
function layer(kernel, { cells, numbers, pins, unit }, game, rows, [points, pinned, bias]) {
  const hidden = rows.shape[1];
  const counts = game.checkers + 1;
  kernel.scratch(() => {
    const basis = kernel.place("f", game.basis, game.basis.length / counts / numbers, counts, numbers);
    // Rows for no checkers are not written, and must not hold what was there before.
    kernel.numbers(rows).fill(/** @type {never} */ (0));
    kernel.call("fold", kernel.place("f", points, cells, numbers, hidden), basis, rowsOf(rows, 0, cells * counts));
    kernel.call("shorten_rows", kernel.place("f", pinned, pins, hidden), unit, rowsOf(rows, cells * counts, pins));
    kernel.call("shorten_rows", kernel.place("f", bias, 1, hidden), unit, rowsOf(rows, cells * counts + pins, 1));
  });
}
