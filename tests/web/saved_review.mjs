// What a browser keeps of a review: node saved_review.mjs MODULE.
import { pathToFileURL } from "node:url";

const { LONGEST, SavedReview } = await import(pathToFileURL(process.argv[2]));
const kept = new Map();
const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
const full = {
  ...storage,
  setItem: () => {
    throw new Error("full");
  },
};
const one = new SavedReview("room", storage);
one.write(7, "n".repeat(LONGEST + 1));
one.add(7, { turn: "8/5 6/5", moves: [], loss: 0 });
one.add(7, { turn: "8/5 6/5", moves: [], loss: 0.1 });
const again = new SavedReview("room", storage);
const told = { note: again.note(7).length === LONGEST, tried: again.tried(7), has: [again.has(7), again.has(8)], other: new SavedReview("else", storage).has(7) };
again.write(7, " ");
again.remove(7, "8/5 6/5");
told.left = kept.size;
kept.set("nardy.review.room", "not json");
told.spoiled = new SavedReview("room", storage).has(7);
const without = new SavedReview("room", full);
without.write(1, "kept while the page lasts");
told.without = without.note(1);
console.log(JSON.stringify(told));
