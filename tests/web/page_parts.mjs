// Parts of the page in node, without a browser: node page_parts.mjs FOLDER PART.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, part] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/js/${name}`));
const rest = (ms = 0) => new Promise((done) => setTimeout(done, ms));

// ---------------------------------------------------------------------------------- a browser that shows nothing

/** What answers everything with itself, and lists nothing. */
const anything = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.iterator ? function* () {} : key === Symbol.toPrimitive ? () => "" : key === "then" ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
});
const nodes = { createElement: () => node(), createElementNS: () => node() };
const node = () => new Proxy(() => {}, { get: (_, key) => (key === "dataset" ? {} : anything[key]), set: () => true });
globalThis.document = new Proxy(nodes, { get: (own, key) => own[key] ?? (key === "hidden" ? false : anything), set: (own, key, value) => ((own[key] = value), true) });
globalThis.location = { origin: "http://club", href: "http://club/", pathname: "/", hash: "" };
globalThis.matchMedia = () => ({ matches: true, addEventListener() {}, removeEventListener() {} });
globalThis.reportError = (error) => {
  throw error;
};
globalThis.fetch = async (address) => ({ ok: true, json: async () => JSON.parse(readFileSync(new URL(address))) });

// ---------------------------------------------------------------------------------- a game

/** Counts of both sides: {place: checkers}. */
const counts = (some) => Array.from({ length: 26 }, (_, place) => some[place] ?? 0);
const view = (white, black, more = {}) => ({
  ...{ white: counts(white), black: counts(black), white_pinned: [], black_pinned: [], to_act: "white", phase: "turn" },
  ...{ dice: [], acts: [], result: null, cube: null, bomb: null, ...more },
});
const facts = {
  ...{ you: "white", white: { name: "Anna" }, black: { name: "Boris" }, laws: { direction: "opposite", contact: "hit", results: {} } },
  ...{ clock: null, claim: null, length: 0, is_over: false, dice: { commitment: "c", white: "", black: "" } },
};
let version = 0;
/** An update with these events. */
const update = (view, events, more = {}) => ({
  ...{ type: "update", view, facts, nodes: [], clocks: null, ...more },
  events: events.map((event) => ({ number: ++version, event })),
  version,
});

/** A room whose checkers alone are drawn. */
async function game() {
  const [{ Play }, { Replay }, { Checkers }, { LastTurn }, { settings }] = await Promise.all(
    ["game/play.js", "game/narration/replay.js", "board/checkers.js", "game/checkers/last_turn.js", "settings.js"].map(load),
  );
  Object.assign(settings, { sound: "off", speed: "off" });
  const frame = { g: { W: 1, H: 1, point: () => anything, tray: true }, mirror: false, facing: (n) => 25 - n, light: "mine" };
  const checkers = Object.assign(new Checkers(frame, true), { spot: () => ({ x: 0, y: 0 }) });
  const shown = [];
  const board = { checkers, dice: { show() {}, tumble: () => 0 }, furnish() {} };
  const page = { board, name: String, marks() {}, furniture() {}, layMain() {} };
  const show = () => checkers.show(page.play.checkers);
  const tell = async (update, isFirst) => (isFirst ? show() : new Replay(page).tell(update.events));
  const play = new Play("room", { send() {} }, { tell, show, time() {}, refuse() {}, fail() {}, more() {} });
  Object.assign(page, { play, lastTurn: new LastTurn(play) });
  const look = (what) => ({ mine: what.mine.map(Number), theirs: what.theirs.map(Number) });
  const draw = checkers.show.bind(checkers);
  checkers.show = (what) => {
    shown.push(look(what));
    return draw(what);
  };
  return { play, checkers, shown, drawn: () => ({ mine: checkers.stacks.mine.map((one) => one.length), theirs: checkers.stacks.theirs.map((one) => one.length) }) };
}

/** A search whose connections and ways are seen. */
async function searching() {
  const [sockets, went] = [[], []];
  globalThis.addEventListener = () => {};
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    isOpen = true;
    sent = [];
    constructor() {
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.isOpen = false;
    }
  };
  const [{ searchSheet }, { settings }] = await Promise.all([load("matchmaking/search.js"), load("settings.js")]);
  settings.sound = "off";
  const wish = { game: "backgammon", name: "Backgammon", length: 1, clock: null, rated: false };
  const search = await searchSheet((path) => went.push(path), wish, {});
  return { search, sockets, went };
}

const PARTS = {
  /** The user's own turn, and an answer from the bar, arrive together. */
  async own_turn() {
    const { play, shown, drawn } = await game();
    const choice = { from: 8, to: 5, then: 1, die: 3 };
    const first = update(view({ 8: 2 }, { 20: 1, 6: 1 }), [], { nodes: [{ moves: [choice], dice: [3] }, { moves: [], dice: [] }] });
    play.hear({ ...first, version: (version = 1) });
    await rest();
    play.play([choice]);
    const events = [
      { kind: "played", player: "white", turn: "8/5*", moves: [[8, 5]] },
      { kind: "rolled", player: "black", dice: [5, 1] },
      { kind: "played", player: "black", turn: "bar/20", moves: [[25, 20]] },
    ];
    shown.length = 0;
    play.hear(update(view({ 8: 1, 5: 0, 25: 1 }, { 20: 1, 6: 1 }), events));
    await rest(50);
    return { shown, drawn: drawn(), telling: play.telling };
  },

  /** The next game of a match, its roll-off and its first turn arrive together. */
  async next_game() {
    const { play, shown, drawn } = await game();
    play.hear({ ...update(view({ 0: 2 }, { 6: 2 }, { phase: "over" }), []), version: (version = 1) });
    await rest();
    const events = [
      { kind: "started", game: "backgammon" },
      { kind: "rolled-off", white: 2, black: 6 },
      { kind: "played", player: "black", turn: "24/18 13/11", moves: [[24, 18]] },
    ];
    shown.length = 0;
    play.hear(update(view({ 24: 2 }, { 24: 1, 18: 1 }), events));
    await rest(50);
    return { shown, drawn: drawn(), telling: play.telling };
  },

  /** A count that cannot be. */
  async less_than_nothing() {
    const { Checkers } = await load("board/checkers.js");
    const checkers = Object.assign(new Checkers(anything, true), { spot: () => ({ x: 0, y: 0 }) });
    const sides = (mine) => ({ mine: counts(mine), theirs: counts({}), minePinned: [], theirsPinned: [] });
    checkers.show(sides({ 6: 2 }));
    checkers.show(sides({ 25: -1, 20: 1, 6: 2 }));
    return checkers.stacks.mine.map((one) => one.length).flatMap((n, place) => (n ? [[place, n]] : []));
  },

  /** The next game begins after the card of the result was closed. */
  async closed_card() {
    const { GamePage } = await load("game/page.js");
    const told = { isOver: true, laid: 0 };
    const page = {
      ...{ play: { view: view({ 6: 2 }, { 6: 2 }), facts, full: true, me: "white" }, board: {}, wants: {}, isAside: true, ended: "You win" },
      ...{ box: { querySelector: () => null }, element: { classList: { toggle: (_, is) => ((told.dimmed = is), is) } }, isOver: true },
      ...{ lateParts: { show() {} }, layActs: () => (told.laid += 1) },
    };
    GamePage.prototype.show.call(page);
    await rest(200);
    return { ...told, isOver: page.isOver, ended: page.ended };
  },

  /** With confirmation off the page is laid anew during the pause before a complete turn is sent. */
  async laid_anew() {
    const [{ Automatic }, { settings }] = await Promise.all([load("game/input/automatic.js"), load("settings.js")]);
    settings.confirm = "off";
    const told = { sent: 0 };
    const moment = { made: [{ from: 6, to: 3 }] };
    const play = { complete: true, due: true, moments: [{}, moment], moment, version: 1, view: { phase: "turn" }, steps: (made) => made };
    const automatic = new Automatic({ play, element: { isConnected: true } });
    // The tutor keeps it back: it is not sent again.
    play.confirm = () => ((told.sent += 1), automatic.show());
    automatic.show();
    await rest(100);
    automatic.show();
    await rest(1000);
    return told;
  },

  /** A rematch is offered in a room whose game is open, or its review. */
  async rematch_notices() {
    const [{ hear }, { settings }] = await Promise.all([load("notices.js"), load("settings.js")]);
    settings.sound = "off";
    globalThis.CSS = { escape: String };
    const offer = { room: "one", name: "Boris", laws: { name: { en: "Tapa" } }, is_your_turn: false, is_rematch: true };
    const cards = {};
    for (const path of ["/play/one", "/review/one", "/play/two", "/"]) {
      cards[path] = 0;
      location.pathname = path;
      hear([], () => {});
      // Cards alone know rooms.
      document.createElement = () =>
        new Proxy(anything, { get: (_, key) => (key === "setAttribute" ? (name) => (cards[path] += name === "data-room" ? 1 : 0) : anything) });
      hear([offer], () => {});
    }
    return cards;
  },

  /** The events of an update cannot be shown. */
  async not_shown() {
    const { play, drawn } = await game();
    const told = { errors: [] };
    globalThis.reportError = ({ message }) => told.errors.push(message);
    play.hear({ ...update(view({ 6: 2 }, { 6: 2 }), []), version: (version = 1) });
    await rest();
    const tell = play.wants.tell;
    play.wants.tell = async () => Promise.reject(new Error("no module"));
    play.hear(update(view({ 6: 1, 4: 1 }, { 6: 2 }), [{ kind: "resumed" }]));
    await rest(20);
    Object.assign(told, { telling: play.telling, version: play.version, drawn: drawn().mine });
    play.wants.tell = tell;
    play.hear(update(view({ 6: 1, 3: 1 }, { 6: 2 }), [{ kind: "resumed" }]));
    await rest(20);
    return { ...told, later: drawn().mine };
  },

  /** The browser's storage is blocked: there is no chain, and a roll is sent without a link. */
  async blocked_storage() {
    const [{ RoomChain }, { Play }] = await Promise.all([load("provable_dice/room_chain.js"), load("game/play.js")]);
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new Error("SecurityError");
      },
    });
    const sent = [];
    const play = new Play("room", { send: (message) => sent.push(message) }, { show() {} });
    play.facts = { ...facts, dice: { commitment: "c", white: "tip", black: null } };
    await play.act("roll");
    play.facts = { ...facts, dice: { commitment: "c", white: null, black: null } };
    await new RoomChain(play).commit();
    return sent.map(({ id: _, ...rest }) => rest);
  },

  /** Where somebody waits, a search that has ended by itself is turned to their terms. */
  async search_again() {
    const { search, sockets } = await searching();
    sockets[0].onopen();
    search.hear({ type: "searchended", id: search.id, reason: "late" });
    search.turnTo({ ...search.wish, length: 3 });
    sockets.at(-1).onopen?.();
    return sockets.map(({ isOpen, sent }) => [isOpen, sent.flatMap(({ type, length }) => (type === "search" ? [length] : []))]);
  },

  /** An opponent is found before the club has made a board to wait at. */
  async found_before_board() {
    const { search, went } = await searching();
    search.dialog = { open: true, close: () => (search.dialog.open = false) };
    const waiting = search.waitAt(() => rest(20).then(() => "own"));
    search.hear({ type: "matched", id: search.id, room: "found" });
    await waiting;
    return went;
  },

  /** A turn that was examined less deeply seems better than the best. */
  async losses() {
    const { turnsOf } = await load("offline/requests.js");
    const ranked = [0.1, 0.2, -0.15].map((equity, n) => ({ moves: [], equity, plies: n ? 0 : 1 }));
    const game = { ranked: () => ranked, hitting: () => [], winOf: () => 0.5, game: { points: [1, -1], sizes: { single: 1 } } };
    return turnsOf(game, {}, [3, 1]).turns.map(({ loss }) => loss);
  },

  /** The page of a review is left, which this browser makes. */
  async left_review() {
    const asked = [];
    globalThis.Worker = class {
      postMessage({ ask, room, number }) {
        asked.push([ask, room, number]);
      }
    };
    const { ReviewPage } = await load("review/page.js");
    const part = { close() {}, abort() {} };
    const parts = { room: "r", source: 7, variations: part, rollout: part, ears: part, off() {} };
    Object.assign(Object.create(ReviewPage.prototype), parts).close();
    await rest();
    return asked;
  },

  /** Requests for a review get lost, one is refused, and what is told cannot be shown. */
  async lost_review() {
    const { ReviewPage } = await load("review/page.js");
    const fails = (law) => () => Promise.reject(Object.assign(new Error("no answer"), { law }));
    const done = async () => ({ state: "done" });
    const ask = async (...answers) => {
      const told = [];
      const wants = { take: ({ state }) => told.push(state), back: () => "", next: () => answers.shift()() };
      const page = Object.assign(Object.create(ReviewPage.prototype), { pause: 1, unknown: 0, state: { replaceChildren: () => told.push("unable") }, ...wants });
      await page.ask();
      await rest(50);
      return told;
    };
    const broken = Object.create(ReviewPage.prototype);
    let tries = 0;
    const take = () => {
      tries++;
      throw new Error("a fault of the page");
    };
    Object.assign(broken, { pause: 0, unknown: 0, state: { replaceChildren() {} }, take, back: () => "", next: done });
    await broken.ask();
    await rest(200);
    clearTimeout(broken.timer);
    return [await ask(fails("offline"), fails(undefined), done), await ask(fails("review"), done), tries];
  },

  /** Names of guests that the page makes up in its languages, and one that a guest chose. */
  async made_up_names() {
    const { MADE_UP } = await load("accounts/account.js");
    const names = ["en", "ru"].map((one) => JSON.parse(readFileSync(`${folder}/locale/${one}/matchmaking.json`))["search.guest"].replace("{n}", "4711"));
    return [...names, "Guest", "Guest 1 of 2"].map((name) => [name, MADE_UP.test(name)]);
  },

  /** A secret is copied by a browser that can, by one that may not, and by one without a clipboard. */
  async copied_secrets() {
    const { copyButton } = await load("accounts/copy_button.js");
    const told = [];
    const shown = {};
    for (const writeText of [async () => {}, async () => Promise.reject(new Error("NotAllowedError")), null]) {
      const now = { selected: false };
      document.createElement = () => ({ setAttribute() {}, append() {}, addEventListener: (_, act) => (now.act = act) });
      globalThis.getSelection = () => ({ selectAllChildren: (one) => (now.selected = one === shown) });
      Object.defineProperty(globalThis, "navigator", { value: writeText ? { clipboard: { writeText } } : {}, configurable: true });
      const button = copyButton("programs.copy", "secret", shown);
      await now.act();
      told.push([button.textContent, now.selected]);
    }
    return told;
  },

  /** A seat of the lobby that was taken a moment ago. */
  async taken_seat() {
    const { showLobby } = await load("lobby.js");
    const [seats, texts] = [[], []];
    document.createElement = (tag) => {
      const append = (...children) => texts.push(...children.filter((one) => typeof one === "string"));
      const seat = (act) => tag === "button" && seats.push(act);
      const own = { append, addEventListener: (_, act) => seat(act) };
      return new Proxy(anything, { get: (_, key) => own[key] ?? anything[key], set: () => true });
    };
    const laws = { name: { en: "Tapa" } };
    const went = [];
    showLobby(node(), { seeks: [{ room: "one", name: "Boris", laws }], games: [], mine: [] }, (path) => went.push(path), () => {});
    const answer = { ok: false, status: 400, json: async () => ({ says: { en: "Somebody sits there." } }) };
    const files = globalThis.fetch;
    globalThis.fetch = async (address) => (String(address).startsWith("/api/") ? answer : files(address));
    texts.length = 0;
    await seats[0]();
    return { went, texts };
  },

  /** A seat is taken while the club is away, and with it the words of the sheet. */
  async seat_without_club() {
    const { takeSeat } = await load("matchmaking/sit_down.js");
    const texts = [];
    document.createElement = () => new Proxy(anything, { get: (_, key) => (key === "append" ? (...children) => texts.push(...children) : anything[key]), set: () => true });
    const answer = { ok: false, status: 400, json: async () => ({ says: { en: "The club is away." } }) };
    globalThis.fetch = async (address) => (String(address).startsWith("/api/") ? answer : Promise.reject(new TypeError("fetch failed")));
    const isTaken = await takeSeat("one", () => {}, () => {});
    return { isTaken, texts: texts.filter((one) => typeof one === "string") };
  },

  /** The sheet of sizes where one, and where none is left after a refusal. */
  async resign_sheet() {
    const { resignSheet } = await load("game/actions/resignation.js");
    const texts = [];
    document.createElement = () => new Proxy(anything, { get: (_, key) => (key === "append" ? (...children) => texts.push(...children) : anything[key]), set: () => true });
    const words = JSON.parse(readFileSync(`${folder}/locale/en/sheets.json`));
    const told = [];
    for (const losses of [{ gammon: 2 }, {}]) {
      texts.length = 0;
      resignSheet({ play: { due: true, me: "white", resigns: "", laws: { results: {} }, view: { phase: "turn", acts: [], losses: { white: losses } } } });
      told.push(Object.keys(words).filter((key) => texts.includes(words[key])));
    }
    return told;
  },

  /** The sheet of a new game while its rules are loaded: it is closed meanwhile, or stays open. */
  async start_and_close() {
    const made = [];
    document.createElement = (tag) => {
      const acts = {};
      const own = { tag, acts, open: tag === "dialog", close: () => (own.open = false), addEventListener: (name, act) => (acts[name] = act) };
      made.push(own);
      return new Proxy(anything, { get: (_, key) => own[key] ?? anything[key], set: () => true });
    };
    const answers = { "/api/games": [{ id: "tapa", text: "tapa", rotation: [] }], "/api/me": { name: "Anna", role: "" }, "/api/rooms": { room: "r" } };
    const files = globalThis.fetch;
    const asked = [];
    globalThis.fetch = async (address) => {
      if (!answers[address]) return files(address);
      asked.push(address);
      return { ok: true, json: async () => answers[address] };
    };
    const { newGameSheet } = await load("new_game/sheet.js");
    const told = [];
    for (const isClosed of [true, false]) {
      const went = [];
      let loaded = () => {};
      globalThis.rules = new Promise((done) => (loaded = done));
      made.length = asked.length = 0;
      await newGameSheet((path) => went.push(path), { against: "friend" });
      made.find(({ tag, acts }) => tag === "button" && acts.click).acts.click();
      if (isClosed) made.find(({ tag }) => tag === "dialog").close();
      loaded();
      await rest(100);
      told.push([asked.includes("/api/rooms"), went]);
    }
    return told;
  },

  /** Two tabs change settings; in the end the storage is full. */
  async two_tabs() {
    const kept = new Map();
    const setItem = (key, value) => kept.set(key, value);
    globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem };
    const [one, terms] = [await load("settings.js"), await load("new_game/terms.js")];
    const other = await import(`${pathToFileURL(`${folder}/js/settings.js`)}?other`);
    one.change({ board: "felt" });
    other.change({ sound: "off", texts: { tapa: "tapa,a=b" } });
    terms.keepText({ id: "fevga", text: "fevga" }, "fevga,c=d");
    const stored = JSON.parse(kept.get("nardy"));
    localStorage.setItem = () => {
      throw new Error("QuotaExceededError");
    };
    one.change({ board: "wood" });
    one.change({ taps: "one" });
    localStorage.setItem = setItem;
    one.change({ home: "left" });
    const last = JSON.parse(kept.get("nardy"));
    return [stored, last].map(({ board, sound, texts, taps, home }) => ({ board, sound, texts, taps, home }));
  },

  /** Points of standings, and the quarters of Sonneborn-Berger. */
  async points() {
    const { points } = await load("tournaments/labels.js");
    return [0, 0.25, 0.5, 0.75, 1, 2.5, 6.75].map(points);
  },

  /** What a page says about those who do not come. */
  async absences() {
    const { absenceOf } = await load("tournaments/labels.js");
    return ["swiss", "knock-out"].map((format) => ["600+8", "240d12", "0d86400"].map((clock) => absenceOf({ format, clock })));
  },

  /** A press beside a sheet, a selection that is dragged out of one, and a press beside a secret. */
  async backdrop() {
    document.createElement = (tag) => {
      const acts = {};
      const dialog = { acts, open: true, close: () => (dialog.open = false), addEventListener: (name, act) => (acts[name] = act) };
      return tag === "dialog" ? Object.assign(dialog, { setAttribute() {}, append() {}, showModal() {} }) : node();
    };
    const { sheet, secretSheet } = await load("sheet.js");
    const staysOpen = (dialog, pressed) => {
      dialog.acts.pointerdown?.({ target: pressed });
      dialog.acts.click?.({ target: dialog });
      return dialog.open;
    };
    const [plain, dragged, secret] = [sheet("one"), sheet("two"), secretSheet("three")];
    return [staysOpen(plain, plain), staysOpen(dragged, {}), staysOpen(secret, secret)];
  },

  /** Digits at the board: two, a third one, and one after an arrow or at another position (""). */
  async typed_digits() {
    const { KeyboardInput } = await load("board/keyboard_input.js");
    const board = { number: String, mirror: false, marks: {}, pointer: { targets: [] } };
    const wants = { tap() {}, key: () => false };
    const place = (...keys) => {
      const input = Object.assign(Object.create(KeyboardInput.prototype), { board, wants, places: new Map(), here: 24, typed: "" });
      for (const key of keys) key ? input.press({ key, preventDefault() {} }) : input.rename();
      return input.here;
    };
    return [place("1", "8"), place("1", "8", "5"), place("1", "ArrowLeft", "2"), place("1", "", "2")];
  },

  /** What a screen reader hears while a turn is made by keys. */
  async heard_keys() {
    document.createElement = () => ({ setAttribute() {}, append() {}, addEventListener() {} });
    const [{ listener }, { BoardInput }, { learn }] = await Promise.all(["live_region.js", "game/input/board_input.js", "words.js"].map(load));
    await learn("game");
    const { play } = await game();
    const [long, short] = [{ from: 8, to: 5, then: 1, die: 3 }, { from: 8, to: 7, then: 2, die: 1 }];
    const nodes = [{ moves: [long, short], dice: [3, 1] }, { moves: [], dice: [1] }, { moves: [], dice: [3] }];
    play.hear({ ...update(view({ 8: 2 }, { 20: 1 }, { dice: [3, 1] }), [], { nodes }), version: (version = 1) });
    await rest();
    const page = { play, marks() {}, show() {}, turnRound: () => (play.flip = true), number: String, name: (seat) => seat };
    const input = new BoardInput(page);
    const heard = [];
    for (const act of [() => input.tap(8), () => input.tap(null), () => input.key("s"), () => (play.play([long]), input.key("u")), () => input.key("f")]) {
      act();
      await rest(50);
      heard.push(listener.textContent);
    }
    return heard;
  },

  /** A bot is asked about a position; another one is set up and asked about before it answers. */
  async late_evaluation() {
    const { EditorPage } = await load("editor/page.js");
    const [asked, answers, shown] = [[], [], []];
    const told = (position) => ({ view: view({}, {}, { position, roll: [] }), laws: { name: { en: "Tapa" } } });
    globalThis.history = { replaceState() {} };
    globalThis.fetch = async (address, { body } = {}) => {
      if (!body) return { ok: true, json: async () => told("b") };
      asked.push(JSON.parse(body).position);
      return { ok: true, json: () => new Promise((done) => answers.push(() => done({ kind: "chances", win: 0.5, equity: 0, cube: "" }))) };
    };
    const evaluation = { replaceChildren: () => shown.push(asked.length), scrollIntoView() {} };
    const page = Object.assign(Object.create(EditorPage.prototype), { evaluation, text: {}, state: {}, asked: 0, judged: "", told: told("a") });
    Object.assign(page, { wants: { isHere: () => true }, show: async () => {} });
    page.judge();
    await page.read("b");
    page.judge();
    await rest();
    const before = shown.length;
    answers[0]();
    await rest();
    const between = shown.length;
    answers[1]?.();
    await rest();
    return { asked, shown: [before, between, shown.length] };
  },

  /** A clock of one's own is typed: none, then one. */
  async own_clock() {
    const made = [];
    document.createElement = (tag) => {
      const one = { tag, acts: {}, append() {}, setAttribute: (name, value) => name === "class" && (one.kind = value) };
      one.addEventListener = (name, act) => (one.acts[name] = act);
      made.push(one);
      return one;
    };
    const { clockPicker } = await load("new_game/clock_choice.js");
    const clocks = [];
    clockPicker("600+8", (clock) => clocks.push(clock));
    const problem = made.find(({ kind }) => kind === "problem");
    const [minutes] = made.filter(({ tag }) => tag === "input");
    const told = [];
    for (const value of [Number.NaN, 9999, 12]) {
      minutes.valueAsNumber = value;
      minutes.acts.input();
      told.push(problem.textContent);
    }
    return { told, clocks };
  },
};

console.log(JSON.stringify(await PARTS[part]()));
process.exit();
