// The engine in node: values, turns, graphs and rankings of the positions that test_engine.py wrote.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/js/engine/engine.js`));
const { explodes } = await import(pathToFileURL(`${folder}/js/engine/after_turn.js`));
const { chosen } = await import(pathToFileURL(`${folder}/js/engine/levels.js`));
const bytes = (path) => {
  const file = readFileSync(path);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
};
const engine = await Engine.load(async (name) => bytes(`${folder}/engine/${name}`));
const { kernel } = engine;
/** The place of the turns taken among the facts (kernel/scoring.py). */
const TURNS_MINE = 4;

/** An array that Python wrote. */
const read = (id, name, Kind) => new Kind(bytes(`${work}/${id}.${name}`));
const write = (id, name, array) => writeFileSync(`${work}/${id}.${name}`, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

function valued(game, id, count) {
  const [boards, pins, facts] = [read(id, "boards", Int8Array), read(id, "pins", Int32Array), read(id, "facts", Int8Array)];
  const outcomes = game.game.points.length;
  // Taken here, because it stays in memory.
  const net = [...game.net, game.races.table()];
  for (const side of [0, 1])
    kernel.scratch(() => {
      const board = [kernel.place("b", boards, count, 2, 26), kernel.place("i", pins, count, 2), side];
      const [chances, equities] = [kernel.zeros("f", count, outcomes), kernel.zeros("f", count)];
      kernel.call("value_with_bombs", net, board, kernel.place("b", facts, count, facts.length / count), chances, equities);
      write(id, `chances${side}`, kernel.numbers(chances).slice());
      write(id, `equities${side}`, kernel.numbers(equities).slice());
    });
}

function turned(game, id, count) {
  const [boards, pins] = [read(id, "boards", Int8Array), read(id, "pins", Int32Array)];
  const rolls = read(id, "rolls", Int8Array);
  kernel.scratch(() => {
    const rows = [
      kernel.place("b", boards, count, 2, 26),
      kernel.place("i", pins, count, 2),
      kernel.zeros("b", count, game.game.dice),
      kernel.zeros("l", count, engine.tables.sizes.mids),
    ];
    const facts = read(id, "facts", Int8Array);
    const taken = Array.from({ length: count }, (_, row) => facts[(row * facts.length) / count + TURNS_MINE]);
    kernel.call("roll_batch", game.rules, kernel.place("b", rolls, count, 2), kernel.place("l", taken), rows);
    for (let room = 1024; kernel.call("begin_batch", game.rules, rows, room)[0]; room *= 32);
    let [most, room] = [40 * count + 500, 4096];
    for (;;) {
      const finals = [kernel.room("b", most, 2, 26), kernel.room("i", most, 2), kernel.room("b", most, game.game.dice, 4), kernel.room("l", count + 1)];
      const [lost, crowded] = kernel.call("turns_batch", game.rules, rows, room, finals);
      most += lost;
      if (crowded) room *= 8;
      if (lost || crowded) continue;
      const offsets = kernel.numbers(finals[3]).slice();
      const end = Number(offsets[count]);
      write(id, "finals", kernel.numbers(finals[0]).slice(0, 52 * end));
      write(id, "finalpins", kernel.numbers(finals[1]).slice(0, 2 * end));
      write(id, "offsets", offsets);
      return;
    }
  });
}

/** The game, whose turns in one moment are ranked once for all levels. */
function rankedOnce(game) {
  const [ranked, features] = [new Map(), new Map()];
  const once = (known, key, make) => known.get(key) ?? known.set(key, make()).get(key);
  return Object.assign(Object.create(game), {
    ranked: (position, roll, plies) => once(ranked, plies, () => game.ranked(position, roll, plies)),
    features: (turns) => once(features, turns, () => game.features(turns)),
  });
}

/** What levels play in a moment; one that looks ahead only where it is compared with a look as far. */
function played(game, { position, roll, plies }) {
  const levels = Object.entries(engine.tables.levels).filter(([, level]) => !level.plies || level.plies === plies);
  return Object.fromEntries(levels.map(([name]) => [name, chosen(game, position, roll, name).board]));
}

const told = {};
for (const [id, { count, graphs, choices }] of Object.entries(JSON.parse(readFileSync(`${work}/asked.json`)))) {
  const game = await engine.game(id);
  valued(game, id, count);
  turned(game, id, count);
  told[id] = {
    start: game.start(),
    graphs: graphs.map(({ position, roll, made, most }) => game.graph(position, roll, made, most)),
    choices: choices.map((choice) => {
      const [once, { position, roll, plies }] = [rankedOnce(game), choice];
      return {
        turns: once.ranked(position, roll, plies),
        value: game.value(position, plies),
        explodes: explodes(game, position),
        levels: played(once, choice),
      };
    }),
  };
}
writeFileSync(`${work}/told.json`, JSON.stringify(told));
