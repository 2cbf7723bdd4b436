// Rooms without the club in node: whole games by chance, and conversations that test_offline_games.py asks for.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(`${work}/asked.json`));
let seed = asked.seed;
/** The next number of a sequence that is the same each time (mulberry32, T. Ettinger). */
function chance() {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
}
const getRandomValues = (array) => array.map(() => Math.floor(256 * chance()));
Object.defineProperty(globalThis, "crypto", { value: { getRandomValues } });

const load = (name) => import(pathToFileURL(`${folder}/js/${name}`));
const [{ Engine }, { OfflineRoom }] = [await load("engine/engine.js"), await load("offline/room.js")];
const engine = await Engine.load(async (name) => {
  const file = readFileSync(`${folder}/engine/${name}`);
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
});

/** A room with all that it told and kept; `start` replaces the position at the start. */
async function opened(kept, start) {
  const game = Object.create(await engine.game(kept.game));
  if (start) game.start = () => ({ ...game.__proto__.start(), ...start });
  const [told, stored] = [[], []];
  const wants = { tell: (message) => told.push(structuredClone(message)), keep: async () => void stored.push(structuredClone(kept)) };
  return { room: new OfflineRoom(kept, game, wants), told, stored };
}

/** A whole game or match; the person plays by chance. */
async function played({ game, level, seat, length, rules }) {
  let kept = { id: "own", game, level, seat, begun: 0, is_over: false, events: [], length, rules };
  let [now, acts, explored] = [await opened(kept), 0, 0];
  const views = [];
  const last = () => now.told.findLast(({ type }) => type === "update");
  await now.room.hear({ type: "watch", room: "own", since: 0 });
  while (!last().facts.is_over) {
    const { view, nodes, version } = last();
    if (view.to_act !== seat && view.phase !== "over") throw new Error(`expected ${seat} to act, got ${JSON.stringify(view)}`);
    views.push({ version, view });
    // Players who double seldom have longer games.
    const known = view.acts.filter((one) => !one.startsWith("resign") && (one !== "double" || chance() < 0.2));
    const act = { type: "act", room: "own", id: `${acts}`, version, act: known[Math.floor(chance() * known.length)], moves: [] };
    for (let moves = view.phase === "turn" ? nodes[0].moves : [], graph = nodes; moves.length; ) {
      const move = moves[Math.floor(chance() * moves.length)];
      act.moves.push({ from: move.from, to: move.to });
      if (move.then !== null && chance() < 0.7) {
        moves = graph[move.then].moves;
        continue;
      }
      // The rest of the graph is asked for, as where a node was too many.
      await now.room.hear({ type: "explore", room: "own", id: "more", moves: act.moves });
      graph = now.told.at(-1).nodes;
      moves = graph[0].moves;
      explored++;
    }
    await now.room.hear(act);
    if (now.told.some(({ type }) => type === "refused")) throw new Error(JSON.stringify(now.told));
    if (++acts % 5 === 0) {
      // The page was closed: the room is made anew from what was kept.
      kept = now.stored.at(-1);
      now = await opened(kept);
      await now.room.hear({ type: "watch", room: "own", since: 0 });
    }
  }
  const end = last();
  views.push({ version: end.version, view: end.view });
  return { events: kept.events.map(({ event }) => event), numbers: kept.events.map(({ number }) => number), file: now.room.file(), is_over: kept.is_over, views, end, explored, messages: now.told };
}

/** What is answered to some messages; "VERSION" is the version at that time. */
async function talked({ kept, start, messages }) {
  const { room, told, stored } = await opened({ id: "own", is_over: false, begun: 0, level: "expert", seat: "white", ...kept }, start);
  const answers = [];
  for (const message of messages) {
    const before = told.length;
    if (message.type === "run") await room.run();
    else await room.hear({ room: "own", ...message, ...(message.type === "act" ? { version: room.version + (message.late ?? 0) } : {}) });
    answers.push(told.slice(before));
  }
  return { answers, events: room.kept.events.map(({ event }) => event), result: room.result, stored: stored.at(-1) ?? null, position: room.position };
}

/** The whole review of a game that was played; what is told can be sent to the page. */
async function reviewed({ events, isDeep, ...asked }) {
  const { OfflineReview } = await load("offline/review.js");
  const kept = { id: "own", begun: 0, is_over: true, ...asked, events: events.map((event, n) => ({ number: n + 1, at: 0, event, note: null })) };
  const game = await engine.game(kept.game);
  const review = new OfflineReview(kept, game, () => new OfflineRoom({ ...kept, events: [] }, game, { tell: () => {}, keep: async () => {} }));
  await review.run();
  if (isDeep) await review.deepen();
  return structuredClone(review.told());
}

/** A review of a game of the club that is deepened, stopped after some turns, and deepened again: what is told each time. */
async function stopped(review) {
  const told = { quick: structuredClone(review.told()) };
  const looking = review.deepen();
  while ((review.deep?.turns.length ?? 0) < 3) await new Promise((done) => setTimeout(done));
  told.looking = structuredClone(review.told());
  review.stop();
  await looking;
  told.stopped = structuredClone(review.told());
  await review.deepen();
  told.deep = structuredClone(review.told());
  return told;
}

/** The advice in positions of the club, by default a ply ahead. */
async function advised(positions, plies) {
  const { adviceIn } = await load("offline/advice.js");
  const answers = [];
  for (const one of positions) answers.push(await adviceIn(engine, one, plies));
  return answers;
}

const told = { games: [], talks: [], requests: [], reviews: [], advice: await advised(asked.advice ?? [], asked.plies) };
if (Array.isArray(asked.reviews)) for (const one of asked.reviews) told.reviews.push(await reviewed(one));
for (const one of asked.games ?? []) told.games.push(await played(one));
// Of the games that were played here.
if (asked.reviews === true) for (const [i, { game, level, seat }] of asked.games.entries()) told.reviews.push(await reviewed({ game, level, seat, events: told.games[i].events }));
for (const one of asked.talks ?? []) told.talks.push(await talked(one));
if (asked.requests) {
  const { answered } = await load("offline/requests.js");
  for (const [path, data] of asked.requests)
    told.requests.push(
      await answered(engine, path, data ?? undefined).then(
        (answer) => ({ answer: answer ?? null }),
        ({ message }) => ({ error: message }),
      ),
    );
}
if (asked.trials) {
  const { tried } = await load("offline/trial.js");
  told.trials = [];
  for (const one of asked.trials)
    told.trials.push(
      await tried(engine, one).then(
        (answer) => ({ answer }),
        ({ message }) => ({ error: message }),
      ),
    );
}
if (asked.club_reviews) {
  const { ClubReview } = await load("offline/club_review.js");
  told.club_reviews = [];
  for (const one of asked.club_reviews) {
    const review = new ClubReview(one, await engine.game(one.game));
    await review.run();
    told.club_reviews.push(one.isDeep ? await stopped(review) : structuredClone(review.told()));
  }
}
if (asked.left) {
  // Another review is begun before the first is done.
  const { beginReview, clubReview } = await load("offline/club_review.js");
  const begun = [];
  for (let n = 0; n < 2; n++) begun.push(clubReview(await beginReview(engine, asked.left)));
  while (!begun[1].quick.isDone) await new Promise((done) => setTimeout(done));
  told.left = begun.map(({ quick }) => quick.isDone);
}
writeFileSync(`${work}/told.json`, JSON.stringify(told));
