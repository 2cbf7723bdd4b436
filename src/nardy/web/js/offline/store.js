// The games of this browser, in IndexedDB: each is written whole after every act.

/** @typedef {import("./room.js").OfflineGame} OfflineGame */

const DATABASE = "nardy";
const GAMES = "offline-games";
const VERSION = 1;

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

export class Store {
  static async open() {
    return new Store(await opened());
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @template Result @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest<Result>} does @returns {Promise<Result>} */
  run(mode, does) {
    return new Promise((done, fail) => {
      const change = this.database.transaction(GAMES, mode, { durability: "strict" });
      const request = does(change.objectStore(GAMES));
      // A write is done when its transaction is, not when the request is.
      change.oncomplete = () => done(request.result);
      change.onerror = change.onabort = () => fail(change.error);
    });
  }

  /** @param {OfflineGame} game */
  async put(game) {
    await this.run("readwrite", (games) => games.put(structuredClone(game)));
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
