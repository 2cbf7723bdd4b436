// Bear-off races in node: the values of the positions that test_races.py wrote.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/js/engine/engine.js`));
const engine = await Engine.load(async (name) => {
  const file = readFileSync(`${folder}/engine/${name}`);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
});

const told = {};
for (const [id, positions] of Object.entries(JSON.parse(readFileSync(`${work}/asked.json`)))) {
  const game = await engine.game(id);
  const rows = (position, plies) => game.races.near(position, plies)[1].shape[0];
  const start = [0, 1, 2].map((plies) => rows(game.start(), plies));
  const began = performance.now();
  game.races.table();
  told[id] = { start, spent: performance.now() - began, rows: rows(positions[0], 0), values: positions.map((one) => game.value(one, 0)), ahead: game.value(positions[0], 1) };
}
writeFileSync(`${work}/told.json`, JSON.stringify(told));
