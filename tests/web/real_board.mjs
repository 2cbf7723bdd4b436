// The record and the clock of a real board: node real_board.mjs RECORD CLOCK.
import { pathToFileURL } from "node:url";

const { RealBoardRecord } = await import(pathToFileURL(process.argv[2]));
const { ClockState, timeWord } = await import(pathToFileURL(process.argv[3]));
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
const asked = [];
let count = 0;
const ask = async (path, data) => {
  asked.push([path, JSON.parse(JSON.stringify(data))]);
  if (data.act === "bad") throw new Error("refused");
  count += 1;
  return { board: { view: { position: `p${count}` } }, events: [{ kind: `e${count}` }] };
};
const record = await RealBoardRecord.begin({ game: "tapa", length: 3, players: ["Ann", "Bo"], isBoth: true }, ask);
await record.act("throw", { dice: [3, 1] });
await record.act("bad").catch(() => {});
const told = { now: record.board.view.position, asked: asked.map(([path, data]) => [path, data.position ?? "", data.events?.length ?? -1]) };
// Cocked dice: the throw is taken back, and another one follows the same board.
record.back();
told.back = [record.board.view.position, record.kept.events.length];
await record.act("throw", { dice: [6, 6] });
told.events = record.kept.events.map(({ kind }) => kind);
const again = RealBoardRecord.open(ask);
told.again = again.board.view.position;
await again.next();
told.file = JSON.parse(again.file());
for (let n = 0; n < 20; n++) await again.act("throw", { dice: [1, 2] });
told.moments = again.kept.moments.length;
const before = again.kept.events.length;
await Promise.all([1, 2].map((die) => again.act("throw", { dice: [die, 3] })));
told.pressedTwice = again.kept.events.length - before;
for (let n = 0; n < 20; n++) again.back();
told.left = again.kept.moments.length;
const late = again.act("throw", { dice: [1, 2] });
again.end();
await late;
told.none = RealBoardRecord.open(ask);
kept.set("nardy.real-board", "not json");
told.spoiled = RealBoardRecord.open(ask);

Object.defineProperty(globalThis, "localStorage", {
  get() {
    throw new Error("SecurityError");
  },
});
const wish = { game: "tapa", length: 1, players: ["Ann", "Bo"], isBoth: false };
const blocked = await RealBoardRecord.begin(wish, ask);
await blocked.act("throw", { dice: [3, 1] });
told.blocked = [RealBoardRecord.open(ask), blocked.kept.events.length];
blocked.end();

const fischer = new ClockState("60+8");
fischer.press(0, 1000);
fischer.press(0, 2000);
fischer.press(1, 11_000);
told.fischer = [fischer.left(0, 11_000), fischer.left(1, 11_000), fischer.runs];
fischer.pause(21_000);
told.paused = [fischer.left(0, 99_000), fischer.runs];
const delay = new ClockState("60d12");
delay.press(1, 0);
told.delay = [delay.left(0, 12_000), delay.left(0, 20_000), delay.isFallen(71_000), delay.isFallen(72_000)];
delay.press(0, 80_000);
told.fallen = delay.runs;
told.words = [600_000, 59_900, 9_900, 100].map(timeWord);
console.log(JSON.stringify(told));
