// Position texts with other stakes: node stakes.mjs MODULE ASKED.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { stakesOf, withStakes } = await import(pathToFileURL(process.argv[2]));
const asked = JSON.parse(readFileSync(process.argv[3], "utf-8"));
console.log(JSON.stringify(asked.map(({ text, stakes }) => [stakesOf(text), withStakes(text, stakes ?? stakesOf(text))])));
