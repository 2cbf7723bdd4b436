// What the page says of proofs, after the updates of a game: node dice_proofs.mjs FOLDER WORK.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const kept = new Map();
// As in a browser: an item is a property, too.
const storage = new Proxy(
  { getItem: (key) => kept.get(key) ?? null },
  {
    get: (own, key) => own[key] ?? kept.get(key),
    set: (_, key, value) => Boolean(kept.set(key, value)),
  },
);
let isBlocked = false;
// Without storage the page has no chain.
process.on("unhandledRejection", () => {});
Object.defineProperty(globalThis, "localStorage", {
  get() {
    if (isBlocked) throw new Error("blocked");
    return storage;
  },
});
globalThis.document = { documentElement: { dataset: {}, style: {} } };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.addEventListener = () => {};
const part = (path) => import(pathToFileURL(`${folder}/js/${path}`));
const { Play } = await part("game/play.js");
const { judged, knownOf } = await part("provable_dice/compare.js");
const nothing = () => {};
const wants = { tell: async () => {}, show: nothing, time: nothing, refuse: nothing, fail: nothing, more: nothing };
const later = () => new Promise((done) => setTimeout(done));

async function said({ updates, proof, chain, blocked }) {
  kept.clear();
  if (chain) kept.set(`nardy-chain-${updates[0].room}`, chain);
  isBlocked = blocked;
  const play = new Play(updates[0].room, { send: nothing }, wants);
  for (const update of updates) {
    play.hear(update);
    // The page commits to its chain once the first update is shown.
    while (play.telling) await later();
    await play.roomChain.links?.catch(nothing);
    await later();
  }
  try {
    return { ...(await judged(proof, await knownOf(play))), kept: [...kept.values()] };
  } catch (error) {
    return { text: error.message, isGood: false, kept: [...kept.values()] };
  }
}

const asked = JSON.parse(readFileSync(`${work}/asked.json`, "utf-8"));
const told = {};
for (const [name, one] of Object.entries(asked)) told[name] = await said(one);
writeFileSync(`${work}/told.json`, JSON.stringify(told));
