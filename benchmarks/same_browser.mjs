// The engine in node: values, turns and choices of the moments that same_browser.py wrote.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/js/engine/engine.js`));
const bytes = (path) => {
  const file = readFileSync(path);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
};
const engine = await Engine.load(async (name) => bytes(`${folder}/engine/${name}`));
const { name, rows: count, choices, ahead } = JSON.parse(readFileSync(`${work}/asked.json`));
const game = await engine.game(name);
const { kernel } = engine;
const { places, facts: factsSize } = engine.tables.sizes;
const outcomes = game.game.points.length;
const most = game.game.dice;
const AT_ONCE = 500;

const [boards, pins] = [new Int8Array(bytes(`${work}/boards`)), new Int32Array(bytes(`${work}/pins`))];
const [facts, left] = [new Int8Array(bytes(`${work}/facts`)), new Int8Array(bytes(`${work}/left`))];
const rolls = new Int8Array(bytes(`${work}/rolls`));
const listed = new BigInt64Array(bytes(`${work}/listed`));
const write = (file, array) => writeFileSync(`${work}/${file}`, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
const row = (array, k, size) => Array.from(array.subarray(k * size, (k + 1) * size));
/** Some rows of an array, one behind the other. */
const some = (array, which, size) => which.flatMap((k) => row(array, k, size));

// Taken here, because it stays in memory.
const net = [...game.net, game.races.table()];
const [chances, equities] = [new Float32Array(count * outcomes), new Float32Array(count)];
for (let low = 0; low < count; low += AT_ONCE)
  kernel.scratch(() => {
    const high = Math.min(low + AT_ONCE, count);
    const n = high - low;
    const board = [
      kernel.place("b", boards.subarray(low * 2 * places, high * 2 * places), n, 2, places),
      kernel.place("i", pins.subarray(low * 2, high * 2), n, 2),
      0,
    ];
    const told = [kernel.zeros("f", n, outcomes), kernel.zeros("f", n)];
    kernel.call("value_with_bombs", net, board, kernel.place("b", facts.subarray(low * factsSize, high * factsSize), n, factsSize), ...told);
    chances.set(kernel.numbers(told[0]), low * outcomes);
    equities.set(kernel.numbers(told[1]), low);
  });
write("chances", chances);
write("equities", equities);

const hash = createHash("sha256");
for (let low = 0; low < listed.length; low += AT_ONCE) {
  const which = Array.from(listed.subarray(low, low + AT_ONCE), Number);
  kernel.scratch(() => {
    const n = which.length;
    const taken = which.map((k) => facts[k * factsSize + 4]);
    const begun = [
      kernel.place("b", some(boards, which, 2 * places), n, 2, places),
      kernel.place("i", some(pins, which, 2), n, 2),
      kernel.zeros("b", n, most),
      kernel.zeros("l", n, engine.tables.sizes.mids),
    ];
    kernel.call("roll_batch", game.rules, kernel.place("b", some(rolls, which, 2), n, 2), kernel.place("l", taken), begun);
    kernel.call("leftover_batch", kernel.place("b", some(left, which, most), n, most), begun);
    for (let room = 4096; kernel.call("begin_batch", game.rules, begun, room)[0]; room *= 8);
    for (let [room, all] = [1024, 32 * n]; ; ) {
      const finals = [kernel.room("b", all, 2, places), kernel.room("i", all, 2), kernel.room("b", all, most, 4), kernel.room("l", n + 1)];
      const [lost, crowded] = kernel.call("turns_batch", game.rules, begun, room, finals);
      if (crowded) room *= 32;
      else if (lost) all += lost;
      else {
        const end = Number(kernel.numbers(finals[3])[n]);
        hash.update(kernel.numbers(finals[0]).slice(0, 2 * places * end));
        hash.update(new Uint8Array(kernel.numbers(finals[1]).slice(0, 2 * end).buffer));
        return;
      }
    }
  });
}
writeFileSync(`${work}/turns`, hash.digest("hex"));

const [found, worth] = [[], []];
for (const [plies, few] of [choices, ahead].entries())
  for (let k = 0; k < Math.min(few, count); k++) {
    const position = {
      board: row(boards, k, 2 * places),
      pins: row(pins, k, 2),
      facts: row(facts, k, factsSize),
      left: row(left, k, most).filter(Boolean),
    };
    const [best] = game.ranked(position, row(rolls, k, 2), plies);
    found.push(...best.board);
    worth.push(best.equity);
  }
write("boards.chosen", Int8Array.from(found));
write("worth", Float32Array.from(worth));
