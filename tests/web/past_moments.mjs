// The moments before the turns of games: node past_moments.mjs FOLDER.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { pastTurns } = await import(pathToFileURL(`${folder}/game/past_moments.js`));
const asked = JSON.parse(readFileSync(`${folder}/asked.json`, "utf-8"));
console.log(JSON.stringify(asked.map(({ events, start, laws }) => pastTurns(events, start, laws))));
