// Workers of two tabs in node, on one database in memory that can be made to fail, as test_offline_worker.py asks.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, work] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(`${work}/asked.json`));

/** What is in the database, and what fails now. */
let stored = new Map();
let fails = "";
const later = (task) => setTimeout(task);
/** IndexedDB as far as store.js uses it; transactions run one after another. */
let line = Promise.resolve();

class FakeRequest {
  constructor(does) {
    Object.assign(this, { does, result: undefined, error: null });
  }
}

class FakeTransaction {
  error = null;
  constructor() {
    this.due = [];
    const copy = new Map(stored);
    const ask = (does) => {
      const request = new FakeRequest(does);
      this.due.push(request);
      return request;
    };
    this.games = {
      get: (id) => ask(() => structuredClone(copy.get(id))),
      getAll: () => ask(() => structuredClone([...copy.values()])),
      delete: (id) => ask(() => void copy.delete(id)),
      put: (game) => {
        if (fails === "throw") throw new Error("no transaction");
        return ask(() => {
          if (fails === "put") throw new Error("the disk is full");
          copy.set(game.id, structuredClone(game));
          return game.id;
        });
      },
      transaction: { abort: () => ask(() => this.cut()) },
    };
    line = line.then(() => new Promise((done) => later(() => this.work(copy, stored, done))));
  }
  cut() {
    throw new Error("aborted");
  }
  objectStore = () => this.games;
  work(copy, _, done) {
    // The database as it is when the transaction begins.
    copy.clear();
    for (const [id, game] of stored) copy.set(id, game);
    for (let request = this.due.shift(); request; request = this.due.shift()) {
      try {
        request.result = request.does();
        request.onsuccess?.();
      } catch (error) {
        request.error = error;
        // As in browsers: the transaction has no error yet.
        this.onerror?.();
        this.error = error;
        this.onabort?.();
        return done();
      }
    }
    if (fails === "commit") {
      this.error = new Error("no more room");
      this.onabort?.();
    } else {
      stored = copy;
      this.oncomplete?.();
    }
    return done();
  }
}

const databases = [];
class FakeDatabase {
  isClosed = false;
  constructor() {
    databases.push(this);
  }
  transaction() {
    if (this.isClosed) throw new Error("the database is closed");
    return new FakeTransaction();
  }
  close() {
    this.isClosed = true;
  }
}

globalThis.indexedDB = {
  open() {
    const request = new FakeRequest();
    later(() => {
      if (fails === "open") {
        request.error = new Error("not in private windows");
        request.onerror();
      } else {
        request.result = new FakeDatabase();
        request.onsuccess();
      }
    });
    return request;
  },
};

globalThis.fetch = async (address) => {
  if (fails === "fetch") throw new TypeError("fetch failed");
  const file = readFileSync(address);
  return { ok: true, clone: () => ({}), arrayBuffer: async () => file.buffer.slice(file.byteOffset, file.byteOffset + file.length) };
};

/** A worker of its own, with requests to it and all that it tells of its rooms. */
async function tab(name) {
  const told = [];
  const waiting = new Map();
  const scope = {
    location: { origin: "http://localhost" },
    postMessage(message) {
      const copy = structuredClone(message);
      if ("room" in copy) told.push(copy.message);
      else waiting.get(copy.id)(copy);
    },
  };
  globalThis.self = scope;
  await import(`${pathToFileURL(`${folder}/js/offline/worker.js`)}?tab=${name}`);
  let last = 0;
  const ask = (wanted) =>
    new Promise((done) => {
      const id = ++last;
      waiting.set(id, done);
      scope.onmessage({ data: { id, ...wanted } });
    });
  const say = (room, message) => ask({ ask: "message", room, message: { room, ...message } });
  return { ask, say, told, update: () => told.findLast(({ type }) => type === "update") };
}

/** An act of the player: a roll or the first turn found. */
function actOf({ view, nodes, version }, id) {
  const moves = [];
  if (view.phase === "turn")
    for (let node = nodes[0]; node?.moves.length; ) {
      const [{ from, to, then }] = node.moves;
      moves.push({ from, to });
      node = nodes[then];
    }
  return { type: "act", id, version, act: view.phase === "turn" ? "play" : "roll", moves };
}

let tabs = 0;
const fresh = () => tab(String(++tabs));

/** A game that was begun and is shown. */
async function begun(one, game = "hypergammon") {
  const { answer: room } = await one.ask({ ask: "begin", game, level: "beginner", seat: "white" });
  await one.say(room, { type: "watch", since: 0 });
  return room;
}

const counts = (room) => stored.get(room)?.events.length ?? null;

const TALKS = {
  async failures() {
    const one = await fresh();
    const room = await begun(one);
    const found = { before: [one.update().version, counts(room)] };
    for (const how of ["put", "commit", "throw"]) {
      fails = how;
      const { answer, error, code } = await one.say(room, actOf(one.update(), how));
      found[how] = { answer, error, code, told: one.told.filter(({ id }) => id === how), version: one.update().version, kept: counts(room) };
    }
    fails = "";
    await one.say(room, actOf(one.update(), "again"));
    found.after = { told: one.told.filter(({ id }) => id === "again").map(({ type }) => type), version: one.update().version, kept: counts(room) };
    return found;
  },
  async "two tabs"() {
    const [one, two] = [await fresh(), await fresh()];
    const room = await begun(one);
    await two.say(room, { type: "watch", since: 0 });
    await one.say(room, actOf(one.update(), "first"));
    const kept = structuredClone(stored.get(room).events);
    const stale = actOf(two.update(), "second");
    const { error } = await two.say(room, stale);
    const now = stored.get(room).events;
    const found = {
      told: two.told.filter(({ id }) => id === "second").map(({ type, law }) => [type, law]),
      error: error ?? null,
      isSame: JSON.stringify(now.slice(0, kept.length)) === JSON.stringify(kept),
      versions: [two.update().version, now.length],
      numbers: now.map(({ number }) => number),
    };
    await one.ask({ ask: "remove", room });
    const removed = await two.say(room, actOf(two.update(), "third"));
    return { ...found, removed: removed.code, left: stored.size, listed: (await two.ask({ ask: "kept" })).answer.filter(({ id }) => id === room) };
  },
  async "both at once"() {
    const [one, two] = [await fresh(), await fresh()];
    const room = await begun(one);
    await two.say(room, { type: "watch", since: 0 });
    const acts = [actOf(one.update(), "one"), actOf(two.update(), "two")];
    const answers = await Promise.all([one.say(room, acts[0]), two.say(room, acts[1])]);
    const told = [...one.told, ...two.told].filter(({ id }) => ["one", "two"].includes(id)).map(({ type }) => type);
    const events = stored.get(room).events;
    return { errors: answers.map(({ error }) => error ?? null), told: told.sort(), numbers: events.map(({ number }) => number), versions: [one.update().version, two.update().version] };
  },
  async "nothing is kept"() {
    fails = "open";
    const one = await fresh();
    const known = stored.size;
    const { answer: room } = await one.ask({ ask: "begin", game: "hypergammon", level: "beginner", seat: "white" });
    const first = await one.say(room, { type: "watch", since: 0 });
    const second = await one.say(room, actOf(one.update(), "act"));
    const found = { first: first.answer, second: second.answer ?? null, told: one.told.filter(({ id }) => id === "act").map(({ type }) => type) };
    const listed = (await one.ask({ ask: "kept" })).answer.length;
    fails = "";
    await begun(one);
    return { ...found, listed, after: stored.size - known };
  },
  async "another tab upgrades"() {
    const one = await fresh();
    const room = await begun(one);
    const database = databases.at(-1);
    database.onversionchange();
    const { error } = await one.say(room, actOf(one.update(), "act"));
    return { isClosed: database.isClosed, error: error ?? null, versions: [one.update().version, counts(room)] };
  },
  async "no network"() {
    const one = await fresh();
    const known = stored.size;
    fails = "fetch";
    const { code } = await one.ask({ ask: "begin", game: "hypergammon", level: "beginner", seat: "white" });
    fails = "";
    const found = { code, stored: stored.size - known };
    await begun(one);
    return { ...found, after: stored.size - known };
  },
  async "a broken game"() {
    const one = await fresh();
    const room = await begun(one);
    const [begins, rolls] = stored.get(room).events;
    stored.get(room).events = [begins, rolls, { number: 3, at: 0, event: { kind: "played", player: "white", turn: "1/24", moves: [[1, 24]] }, note: null }];
    return { code: (await one.say(room, { type: "watch", since: 0 })).code, next: (await one.ask({ ask: "kept" })).error ?? null };
  },
  async "put back"() {
    const one = await fresh();
    const rules = { backgammon: ["backgammon,cube_play=off", "backgammon"], "long-nardy": ["long-nardy"] };
    const games = Object.entries(rules).flatMap(([game, texts]) => texts.map((text) => ({ id: `own-${text}`, game, rules: text, events: [] })));
    for (const game of games) await one.ask({ ask: "put", game });
    const found = games.map(({ id }) => stored.get(id).rules ?? null);
    for (const { id } of games) await one.ask({ ask: "remove", room: id });
    return found;
  },
  async "a review opened again"() {
    const one = await fresh();
    const begin = async () => (await one.ask({ ask: "review", room: "r", game: asked.review })).answer;
    const [left, opened] = [await begin(), await begin()];
    await one.ask({ ask: "stop", room: "r", number: left });
    const state = async () => (await one.ask({ ask: "reviewed", room: "r", number: opened })).answer.state;
    for (let n = 0; n < 3000 && (await state()) === "working"; n++) await new Promise(later);
    return state();
  },
  async positions() {
    const one = await fresh();
    const read = async (text) => (await one.ask({ ask: "request", path: `/api/position?text=${encodeURIComponent(text)}`, data: null })).error ?? null;
    const valued = async (position) => (await one.ask({ ask: "request", path: "/api/position/evaluation", data: { position } })).error ?? null;
    const found = { read: [], valued: [] };
    for (const text of asked.positions) found.read.push(await read(text));
    for (const text of asked.valued) found.valued.push(await valued(text));
    return found;
  },
};

const told = {};
for (const [name, talk] of Object.entries(TALKS)) told[name] = await talk();
writeFileSync(`${work}/told.json`, JSON.stringify(told));
