// The events that still count after some were taken back: node kept_events.mjs MODULE ASKED.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, asked] = process.argv.slice(2);
const { kept, mayTakeBack } = await import(pathToFileURL(module));
const { events, plays } = JSON.parse(readFileSync(asked, "utf-8"));
console.log(JSON.stringify({ kept: kept(events).map(({ event }) => event), may: plays.map((play) => mayTakeBack(play)) }));
