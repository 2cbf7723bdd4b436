// What a browser keeps of a review: node saved_review.mjs MODULE.
import { pathToFileURL } from "node:url";

const { LONGEST, SavedReview, browserStorage } = await import(pathToFileURL(process.argv[2]));
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
again.remove(7, again.tried(7)[0]);
told.left = kept.size;
kept.set("nardy.review.room", "not json");
told.spoiled = new SavedReview("room", storage).has(7);
const without = new SavedReview("room", full);
without.write(1, "kept while the page lasts");
told.without = without.note(1);

// A browser that blocks its storage throws where it is named.
Object.defineProperty(globalThis, "localStorage", {
  get() {
    throw new Error("SecurityError");
  },
});
const blocked = new SavedReview("room");
blocked.write(1, "also kept while the page lasts");
told.blocked = [blocked.note(1), browserStorage()];

// A tree: turns below turns, each once; what goes on from a turn outlasts another try of it, and goes with it.
const tree = new SavedReview("tree", storage);
const first = tree.add(3, { turn: "13/7", moves: [], loss: 0.1 });
const reply = tree.add(3, { turn: "24/18", moves: [], loss: 0, position: "text dice=51" }, first);
tree.add(3, { turn: "24/18", moves: [], loss: 0.2, position: "text dice=42" }, first);
tree.add(3, { turn: "8/2", moves: [], loss: 0.3, position: "later dice=31" }, reply);
tree.add(3, { turn: "13/7", moves: [], loss: 0.5 });
const lines = (all, depth = 0) => all.flatMap(({ turn, loss, replies }) => [`${"-".repeat(depth)}${turn} ${loss}`, ...lines(replies ?? [], depth + 1)]);
told.tree = lines(new SavedReview("tree", storage).tried(3));
tree.remove(3, tree.tried(3)[0].replies[0]);
told.cut = lines(tree.tried(3));

// The club: what it has not heard is told, without values; of the rest it decides.
const stored = new Map([[5, { number: 5, note: "From afar", tried: [{ turn: "6/5", moves: [] }] }]]);
let isAway = true;
const club = {
  list: async () => (isAway ? Promise.reject(new Error("away")) : [...stored.values()]),
  keep: async (note) => (isAway ? Promise.reject(new Error("away")) : stored.set(note.number, note)),
};
const older = new SavedReview("shared", storage);
older.write(2, "Before there was a club");
const away = new SavedReview("shared", storage, club);
await away.open();
away.add(4, { turn: "8/5", moves: [[8, 5]], loss: 0.25 });
await away.send();
told.away = [away.isAtClub, away.note(2), [...away.unsent]];
isAway = false;
const back = new SavedReview("shared", storage, club);
await back.open();
told.back = [back.isAtClub, back.note(5), [...back.unsent], stored.get(2).note, stored.get(4).tried, back.tried(4)[0].loss, back.tried(5)[0].loss];
stored.delete(2);
stored.set(4, { number: 4, note: "", tried: [{ turn: "8/5", moves: [[8, 5]], replies: [{ turn: "24/20", moves: [], position: "p dice=31" }] }] });
const later = new SavedReview("shared", storage, club);
await later.open();
told.later = [later.note(2), lines(later.tried(4))];
later.remove(4, later.tried(4)[0]);
later.write(5, "");
await later.send();
told.ended = [stored.get(4), later.has(4), later.has(5)];

// Two tabs of one review: neither loses what the other keeps, and a turn that one holds stays its own.
const [left, right] = [new SavedReview("tabs", storage), new SavedReview("tabs", storage)];
const held = left.add(1, { turn: "8/5", moves: [], loss: null });
right.write(2, "of the right tab");
left.write(3, "of the left tab");
right.add(1, { turn: "6/5", moves: [], loss: 0 });
left.value(1, held, 0.5);
right.write(3, "");
left.remove(1, held);
const both = new SavedReview("tabs", storage);
told.tabs = [both.note(2), both.note(3), lines(both.tried(1)), lines(left.tried(1)), lines(right.tried(1))];
// What the club has heard from one tab is not told again, older, by the other.
const [early, late] = [new SavedReview("heard", storage, club), new SavedReview("heard", storage, club)];
early.write(6, "old");
late.write(6, "new");
await late.send();
early.write(7, "another");
await early.send();
told.heard = [stored.get(6).note, stored.get(7).note, [...new SavedReview("heard", storage, club).unsent]];
for (const one of [early, late]) clearTimeout(one.timer);
console.log(JSON.stringify(told));
