// The games of this browser, in IndexedDB: each is written whole after every act.

import { Failure, failureOf } from "./failure.js";

/** @typedef {import("./room.js").OfflineGame} OfflineGame */

const DATABASE = "nardy";
const GAMES = "offline-games";
const VERSION = 1;
/** Instead of a number of events: the game is not kept yet. */
export const NEW = -1;

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(new Failure("storage", request.error));
  });

export class Store {
  /** @param {(store: Store) => void} lost Hears that the store is closed, and can be opened anew. */
  static async open(lost) {
    const store = new Store(await opened());
    const leave = () => {
      store.close();
      lost(store);
    };
    // Another tab deletes or upgrades the database and waits until everybody has left it.
    store.database.onversionchange = leave;
    store.database.onclose = leave;
    return store;
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  close() {
    this.database.close();
  }

  /** A transaction; `does` returns the request whose result is wanted. @template Result @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<Result>} does @returns {Promise<Result>} */
  run(mode, does) {
    return new Promise((done, fail) => {
      const change = this.database.transaction(GAMES, mode, { durability: "strict" });
      const request = does(change.objectStore(GAMES));
      // A write is done when its transaction is, not when the request is.
      change.oncomplete = () => done(request.result);
      // A failed request aborts its transaction, which has no error before.
      change.onabort = () => fail(new Failure("storage", request.error ?? change.error));
    });
  }

  /** Write a game, unless another tab has written it meanwhile. @param {OfflineGame} game @param {number} known Its events when it was read or written last. */
  async save(game, known) {
    const copy = structuredClone(game);
    /** @type {Failure | undefined} */
    let problem;
    const written = this.run("readwrite", (games) => {
      const request = /** @type {IDBRequest<OfflineGame | undefined>} */ (games.get(copy.id));
      request.onsuccess = () => {
        const stored = request.result;
        if ((stored?.events.length ?? NEW) === known) put(games);
        else problem = stored ? new Failure("stale", "another tab played on") : new Failure("no-room", "another tab removed the game");
      };
      return request;
    });
    // An error that nobody catches would end the worker.
    const put = (/** @type {IDBObjectStore} */ games) => {
      try {
        games.put(copy);
      } catch (error) {
        problem = new Failure("storage", error);
        games.transaction.abort();
      }
    };
    await written.catch((error) => {
      throw problem ?? error;
    });
    if (problem) throw problem;
  }

  /** @param {string} id @returns {Promise<OfflineGame | undefined>} */
  get(id) {
    return this.run("readonly", (games) => games.get(id));
  }

  /** All games, the newest first. @returns {Promise<OfflineGame[]>} */
  async all() {
    const all = await this.run("readonly", (games) => games.getAll());
    return all.sort((one, other) => other.begun - one.begun);
  }

  /** @param {string} id */
  async remove(id) {
    await this.run("readwrite", (games) => games.delete(id));
  }
}

/** The games of this browser: in its store, or in memory alone where it keeps nothing. */
export class KeptGames {
  /** @type {Promise<Store> | undefined} */
  store;
  /** Games in memory alone. @type {Map<string, OfflineGame>} */
  loose = new Map();

  /** A store that could not be opened is tried again at the next call. */
  open() {
    const opening = (this.store ??= Store.open(() => this.drop(opening)));
    opening.catch(() => this.drop(opening));
    return opening;
  }

  /** @param {Promise<Store>} store */
  drop(store) {
    if (this.store === store) this.store = undefined;
  }

  /** @template Result @param {(store: Store) => Promise<Result>} does @returns {Promise<Result>} */
  async ask(does) {
    const opening = this.open();
    try {
      return await does(await opening);
    } catch (error) {
      const failure = failureOf("storage", error);
      // A database that failed may be closed for good.
      if (failure.code === "storage") {
        this.drop(opening);
        opening.then((store) => store.close()).catch(() => {});
      }
      throw failure;
    }
  }

  /** Keep a new game, in memory if need be. @param {OfflineGame} game */
  async begin(game) {
    try {
      await this.ask((store) => store.save(game, NEW));
    } catch {
      this.loose.set(game.id, structuredClone(game));
    }
  }

  /** @param {OfflineGame} game @param {number} known Its events when it was read or written last. */
  async save(game, known) {
    if (this.loose.has(game.id)) this.loose.set(game.id, structuredClone(game));
    else await this.ask((store) => store.save(game, known));
  }

  /** @param {string} id @returns {Promise<OfflineGame | undefined>} */
  async get(id) {
    const loose = this.loose.get(id);
    return loose ? structuredClone(loose) : this.ask((store) => store.get(id));
  }

  /** All games, the newest first. @returns {Promise<OfflineGame[]>} */
  async all() {
    const isThere = await this.open().then(
      () => true,
      () => false,
    );
    const kept = isThere ? await this.ask((store) => store.all()) : [];
    return [...[...this.loose.values()].reverse(), ...kept];
  }

  /** @param {string} id */
  async remove(id) {
    if (!this.loose.delete(id)) await this.ask((store) => store.remove(id));
  }
}
