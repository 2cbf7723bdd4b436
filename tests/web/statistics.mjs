// The figures that the page counts from the decisions of a review: node statistics.mjs MODULE ASKED.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, asked] = process.argv.slice(2);
const { byGame, statisticsOf } = await import(pathToFileURL(module));
const { turns, games } = JSON.parse(readFileSync(asked, "utf-8"));
const told = (some) => ({ white: statisticsOf(some, "white"), black: statisticsOf(some, "black") });
console.log(JSON.stringify({ match: told(turns), games: byGame(turns, games).map(told) }));
