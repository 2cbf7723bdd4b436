// What the page computes about searches and clocks: node matchmaking.mjs FOLDER ASKED.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, asked] = process.argv.slice(2);
const part = (path) => import(pathToFileURL(`${folder}/${path}`));
const [{ minutes, widthAfter }, { MOST, ownClock, ownFields }] = await Promise.all([part("matchmaking/search_clock.js"), part("new_game/own_clock.js")]);
const { waits, told, clocks, texts } = JSON.parse(readFileSync(asked, "utf-8"));
console.log(
  JSON.stringify({
    minutes: waits.map(minutes),
    widths: waits.map((waited) => widthAfter(told, waited)),
    clocks: clocks.map(ownClock),
    longest: [{ ...MOST, days: 0 }, MOST].map(ownClock),
    fields: texts.map(ownFields),
  }),
);
