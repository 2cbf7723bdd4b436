// Parts of the page whose answers are late, refused or lost: node page_answers.mjs FOLDER PART.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { labelled, onPage } from "./small_dom.mjs";

const [folder, part] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/js/${name}`));
const learn = async (...parts) => Promise.all(parts.map((await load("words.js")).learn));
const go = () => {};

// ---------------------------------------------------------------------------------- a club that answers as it is told

/** Every request to the club. @type {[string, unknown][]} */
const asked = [];
/** What the club answers. */
let answer = () => [];
globalThis.fetch = async (address, { body } = {}) => {
  const path = String(address);
  if (path.startsWith("file:")) return { ok: true, json: async () => JSON.parse(readFileSync(new URL(path))) };
  const data = body && JSON.parse(body);
  asked.push([path, data]);
  const told = await answer(path, data);
  const status = told.refused ?? 200;
  return { ok: status < 400, status, json: async () => told };
};
const refused = (status = 400) => ({ refused: status, says: { en: "Refused." } });
const posted = (path) => asked.filter(([to, data]) => to === path && data).map(([, data]) => data);
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
globalThis.isSecureContext = false;
globalThis.reportError = (error) => {
  throw error;
};
const navigator = { userAgent: "Firefox, Linux", language: "en", languages: ["en"], connection: { saveData: true } };
Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });

/** An answer that comes when it is let go. */
function held() {
  let free = () => {};
  const promise = new Promise((done) => (free = done));
  return { promise, free };
}

/** Wait until something is so; a part that never comes to it fails in its test. */
async function until(isSo) {
  for (let n = 0; n < 1000 && !isSo(); n++) await new Promise((done) => setTimeout(done));
}
const problem = (where) => where.querySelectorAll(".problem").map((one) => one.textContent).join("");

/** A board of the real-board page, as the club tells it. */
const board = (position, phase) => ({
  view: { position, phase, to_act: "white", acts: [], dice: [], score: null, losses: {}, result: null },
  laws: { name: { en: "Tapa" } },
});
const game = { game: "tapa", length: 0, players: ["Ann", "Bo"], isBoth: false };

const PARTS = {
  /** Dice and a turn of a real board: a request fails, then each button is pressed twice. */
  async real_board() {
    kept.set("nardy.real-board", JSON.stringify({ ...game, events: [], moments: [{ board: board("p0", "roll"), count: 0 }] }));
    let act = refused();
    answer = (path) => (path.endsWith("/act") ? act : path.endsWith("/verdict") ? { law: null, says: {} } : []);
    const { element } = await (await load("real_board/page.js")).realBoardPage({ go });
    onPage(element);
    const press = (words) => labelled(words, element).click();
    for (const die of [2, 6]) await element.querySelectorAll(".real-dice .chip")[die].click();
    await press("This was thrown");
    const told = { problem: problem(element) };
    act = { board: board("p1", "turn"), events: [{ kind: "rolled" }] };
    await Promise.all([press("This was thrown"), press("This was thrown")]);
    act = { board: board("p2", "roll"), events: [{ kind: "played" }] };
    await Promise.all([press("The turn is made"), press("The turn is made")]);
    const events = JSON.parse(kept.get("nardy.real-board")).events.map(({ kind }) => kind);
    return { ...told, dice: posted("/api/real-board/act").flatMap(({ dice }) => (dice ? [dice] : [])), events };
  },

  /** The throw is taken back while the turn after it is judged. */
  async judged_too_late() {
    const moments = [board("p0", "roll"), board("p1", "turn")].map((one, count) => ({ board: one, count }));
    kept.set("nardy.real-board", JSON.stringify({ ...game, events: [{}], moments }));
    const verdict = held();
    answer = (path) => (path.endsWith("/verdict") ? verdict.promise : []);
    const { element } = await (await load("real_board/page.js")).realBoardPage({ go });
    onPage(element);
    const judged = labelled("The turn is made", element).click();
    await labelled("Back", element).click();
    verdict.free({ law: "head", says: { en: "Not so." }, source: "S1" });
    await judged;
    return [Boolean(labelled("This was thrown", element)), element.querySelectorAll(".told").length];
  },

  /** Lines of a chat that is closed: a rude one, one that was deleted, and what is told to those who do not see it. */
  async chat() {
    await learn("talk");
    const [{ Chat }, { listener }, { settings }] = await Promise.all(["game/chat.js", "live_region.js", "settings.js"].map(load));
    settings.mask = "on";
    const [side, acts] = [0, 0].map(() => onPage(document.createElement("div")));
    const chat = new Chat({ side, play: { room: "r", live: { send() {} } } });
    const button = chat.button();
    acts.append(button);
    chat.panel.checkVisibility = () => chat.panel.classList.contains("open");
    const line = (number, text, masked = null) => ({
      ...{ number, name: "Boris", seat: "black", text, masked, avatar: "", is_yours: false, is_muted: false, is_aside: false },
    });
    const rude = line(2, "Oh fuck", "Oh ••••");
    const told = [];
    const hear = (...lines) => {
      listener.textContent = "";
      chat.hear({ type: "talk", room: "r", may_speak: true, lines });
      // The buttons are laid anew, and counted, with each change of the board.
      acts.replaceChildren(chat.button());
      chat.button();
      told.push([acts.children[0].ariaLabel, acts.querySelectorAll(".unread").some((dot) => !dot.hidden), listener.textContent]);
    };
    hear(line(1, "Hello"));
    hear(line(1, "Hello"), rude);
    hear(line(1, ""), rude);
    const shown = chat.list.querySelectorAll("li").map((row) => row.children[2].textContent);
    await acts.children[0].click();
    const open = [button.ariaLabel, document.activeElement === chat.field];
    await chat.panel.dispatch("keydown", { key: "Escape" });
    const closed = [chat.panel.classList.contains("open"), document.activeElement === acts.children[0]];
    await chat.about(rude);
    return { told, shown, open, closed, about: document.body.querySelector("dialog p").textContent };
  },

  /** A profile that the club cannot tell now, and one of nobody. */
  async profile() {
    await learn("players");
    const { profilePage } = await load("players/profile.js");
    const told = [];
    for (const status of [500, 404]) {
      answer = () => refused(status);
      told.push(await profilePage("anna", go).then((page) => page.querySelector("h1").textContent, ({ message }) => message));
    }
    return told;
  },

  /** The tournaments of a profile: with a place, over without one, and in progress. */
  async entered() {
    await learn("players");
    const cup = { id: "c", name: "Cup", game: { en: "Tapa" }, since: 0 };
    const answers = {
      "/api/players/me": { ...{ id: "anna", name: "Anna", since: 0, is_you: true, is_bot: false }, ladders: [], rivals: [], scores: [] },
      "/api/players/me/games": { games: [], before: null },
      "/api/players/me/errors": { is_shown: false },
      "/api/players/anna/tournaments": [
        { ...cup, rank: 2, of: 3, is_over: true },
        { ...cup, rank: null, of: null, is_over: true },
        { ...cup, rank: null, of: null, is_over: false },
      ],
    };
    answer = (path) => answers[path] ?? [];
    const { profilePage } = await load("players/profile.js");
    const page = onPage(await profilePage("me", go));
    const places = () => page.querySelectorAll(".entered .num").map((one) => one.textContent);
    await until(() => places().length);
    return places();
  },

  /** The ranks of a group: of a player, and of a provisional one. */
  async group_ranks() {
    const { leaderboardsOf } = await load("groups/leaderboards.js");
    const one = { player: "a", name: "Anna", avatar: "", rating: 1500, matches: 12 };
    const leaders = [
      { ...one, rank: 1, is_provisional: false },
      { ...one, rank: null, is_provisional: true },
    ];
    const page = onPage(leaderboardsOf([{ name: { en: "Tapa" }, pace: "rapid", leaders }], go));
    return page.querySelectorAll("tbody tr").map((row) => row.querySelector("td").textContent);
  },

  /** Earlier games of a profile: the button is pressed twice, then the club refuses. */
  async more_games() {
    await learn("players");
    const past = { ...{ room: "r", score: 1, length: 0, words: null, ended_at: 0, pace: null, is_rated: true, change: null }, name: { en: "Tapa" }, opponent: "Boris", opponent_id: "b" };
    const answers = {
      "/api/players/me": { ...{ id: "anna", name: "Anna", since: 0, is_you: true, is_bot: false }, ladders: [], rivals: [], scores: [] },
      "/api/players/me/games": { games: [past], before: 5 },
      "/api/players/me/errors": { is_shown: false },
    };
    answer = (path) => answers[path] ?? [];
    const { profilePage } = await load("players/profile.js");
    const page = onPage(await profilePage("me", go));
    const more = labelled("Earlier games", page);
    const rows = () => page.querySelectorAll(".past tbody tr").length;
    answer = () => ({ games: [past], before: 4 });
    more.focus();
    await Promise.all([more.click(), more.click()]);
    const told = [rows(), problem(page), document.activeElement === more];
    answer = () => refused();
    await more.click();
    return [...told, rows(), problem(page), more.disabled];
  },

  /** A search of players that fails; then somebody is found and followed, at first in vain. */
  async friends() {
    const boris = { ...{ id: "b", name: "Boris", avatar: "", is_online: true, follows_you: false }, is_you: false, may_challenge: true, follows: false };
    const choice = { seen_by: "all", challenged_by: "all" };
    let isDown = true;
    answer = (path, data) => {
      if (path === "/api/friends") return { followed: [], online: [], challenges: [], choice };
      if (isDown) return refused();
      if (data) boris.follows = data.follows;
      return data ? {} : [{ ...boris }];
    };
    // Letters are typed slowly enough.
    globalThis.window = { setTimeout: (act) => void act() };
    const { element } = await (await load("matchmaking/friends.js")).friendsPage(go);
    onPage(element);
    const finder = element.querySelector(".finder");
    const field = finder.querySelector("input");
    field.value = "Bo";
    field.dispatch("input");
    await until(() => finder.querySelector("p"));
    const told = [finder.querySelector("p").textContent];
    isDown = false;
    field.dispatch("input");
    await until(() => labelled("Follow", finder));
    isDown = true;
    labelled("Follow", finder).focus();
    await labelled("Follow", finder).click();
    told.push(problem(finder));
    isDown = false;
    await labelled("Follow", finder).click();
    await until(() => labelled("Do not follow", finder));
    return [...told, posted("/api/people/b/follow").length, document.activeElement.textContent];
  },

  /** A new tournament is announced by two presses. */
  async announced_twice() {
    await learn("tournaments");
    const made = held();
    answer = (path, data) => {
      if (path === "/api/games") return [{ id: "tapa", text: "tapa", name: { en: "Tapa" }, rotation: [] }];
      if (path === "/api/tournaments" && data) return made.promise;
      return { role: "member", laws: { text: "tapa" }, presets: [], options: [] };
    };
    const went = [];
    const { element } = await (await load("tournaments/new_tournament.js")).announcePage((path) => went.push(path), "");
    onPage(element);
    const announce = labelled("Announce", element);
    const first = announce.click();
    await until(() => posted("/api/tournaments").length);
    const second = announce.click();
    made.free({ tournament: "t" });
    await Promise.all([first, second]);
    return [posted("/api/tournaments").length, went];
  },

  /** Of two answers about a tournament the older one comes last. */
  async tournament_answers() {
    const facts = (version, name) => ({
      line: { ...{ name, format: "swiss", game: { en: "Tapa" }, is_changed: false, length: 0, clock: "600+8", is_rated: false, phase: "open", starts: null }, entrants: 0 },
      ...{ version, since: null, prizes: "", circle: null, entrants: [], standings: [], order: [], tables: [], duels: [], ties: [], you: null, your_room: null, director: "Anna" },
    });
    answer = (path) => (path.endsWith("/chat") ? refused() : facts(1, "first"));
    const { element, renew } = await (await load("tournaments/tournament.js")).tournamentPage("x", go);
    onPage(element);
    const answers = [held(), held()];
    const due = answers.map(({ promise }) => promise);
    answer = (path) => (path.endsWith("/chat") ? refused() : due.shift());
    const [older, newer] = [renew(), renew()];
    answers[1].free(facts(3, "newer"));
    await newer;
    answers[0].free(facts(2, "older"));
    await older;
    return element.querySelector("#cup-title").textContent;
  },

  /** A tournament is ended, which is refused at first; bots are added by two presses. */
  async director() {
    const { botsSheet, endSheet } = await load("tournaments/director_sheets.js");
    await learn("tournaments");
    const told = [];
    const acts = [];
    let fails = true;
    const act = async (what) => {
      acts.push(what);
      if (fails) throw new Error("Refused.");
    };
    endSheet(act);
    const dialog = document.body.querySelector("dialog");
    await labelled("End it now", dialog).click();
    told.push([dialog.open, problem(dialog)]);
    fails = false;
    await labelled("End it now", dialog).click();
    told.push([dialog.open, problem(dialog)]);
    botsSheet(act);
    const add = document.body.querySelector("dialog .btn.act");
    await Promise.all([add.click(), add.click()]);
    return { told, acts };
  },

  /** A tournament that repeats is ended: it is asked for once more, then refused. */
  async calendar() {
    await learn("tournaments");
    const { calendarIn } = await load("tournaments/calendar.js");
    const times = { every: "week", weekday: 0, hour: 19, minute: 0, number: 1, zone: "UTC" };
    const place = onPage(document.createElement("div"));
    calendarIn(place, [{ id: "s", name: "Monday cup", format: "swiss", game: { en: "Tapa" }, length: 0, clock: "600+8", is_rated: false, is_yours: true, times, next: 0, prizes: "" }]);
    const end = place.querySelector(".linkish");
    answer = () => refused();
    await end.click();
    const told = [[end.textContent, end.ariaLabel, asked.length]];
    await end.click();
    told.push([problem(place), place.querySelectorAll("li").length, asked.length]);
    answer = () => [];
    await end.click();
    return [...told, [problem(place), place.querySelectorAll("li").length, asked.length]];
  },

  /** Another browser is signed out, and a program deleted: both are refused at first. */
  async refused_ends() {
    const me = { name: "Anna", role: "member", avatar: "", rooms: [] };
    const sessions = ["1", "2"].map((id) => ({ id, agent: "Firefox, Linux", seen: 0, is_this: id === "1" }));
    const programs = [{ id: "p", name: "Robot", seen: null, scopes: [] }];
    let isDown = true;
    answer = (path, data) => {
      if (data && isDown) return refused();
      if (data) return [];
      return { "/api/me": me, "/api/login-methods": { outside: [], passkeys: [], has_password: true }, "/api/sessions": sessions, "/api/programs": programs }[path];
    };
    const sheets = [(await load("accounts/account.js")).accountSheet, (await load("accounts/api_clients.js")).apiClientsSheet];
    const told = [];
    for (const [n, sheet] of sheets.entries()) {
      isDown = true;
      await sheet(() => {});
      const dialog = document.body.querySelector("dialog");
      const button = labelled(["Sign out there", "Delete"][n], dialog);
      const rows = () => dialog.querySelectorAll(".sessions li").length;
      if (n) await button.click();
      await button.click();
      told.push([problem(dialog), rows()]);
      isDown = false;
      await button.click();
      told.push([problem(dialog), rows()]);
      dialog.close();
    }
    return told;
  },

  /** The connection is cut when the browser commits to its chain. */
  async lost_commitment() {
    const { Play } = await load("game/play.js");
    const sent = [];
    const wants = { tell: async () => {}, show() {}, time() {}, more() {} };
    const play = new Play("room", { send: ({ type }) => sent.push(type) }, wants);
    const view = { white: [], black: [], white_pinned: [], black_pinned: [], to_act: "black", phase: "opening" };
    let version = 0;
    const counts = [];
    const hear = async (white, ...events) => {
      const facts = { you: "white", white: {}, black: {}, laws: {}, clock: null, claim: null, is_over: false, dice: { commitment: "c", white, black: null } };
      play.hear({ type: "update", view, facts, nodes: [], clocks: null, events: events.map((event) => ({ number: ++version, event })), version });
      await until(() => !play.telling);
      await play.roomChain.chain();
      await new Promise((done) => setTimeout(done));
      counts.push(sent.filter((type) => type === "commit").length);
    };
    await hear(null);
    await hear(null);
    await hear("");
    await hear(null, { kind: "rolled-off", white: 3, black: 5 });
    return counts;
  },

  /** Messages whose answers may take long, and one whose may not. */
  async slow_messages() {
    const { Live } = await load("live.js");
    globalThis.WebSocket = class {
      static OPEN = 1;
      readyState = 0;
    };
    return ["hint", "evaluate", "tutor", "act"].map((type) => {
      const live = new Live({ hear() {}, state() {}, hello: () => [{ type: "lobby" }] });
      live.send({ type, id: "1" });
      return live.due;
    });
  },

  /** The first throw, as a player and a spectator hear it. */
  async opening_roll() {
    const { sentence } = await load("game/narration/event_sentences.js");
    const event = { kind: "rolled-off", white: 3, black: 5 };
    return ["white", "black", null].map((me) => sentence(event, me, (seat) => ({ white: "Anna", black: "Boris" })[seat], {}));
  },

  /** A game that can be claimed is laid anew, then the opponent comes and leaves again. */
  async claim() {
    await learn("room");
    const [{ Claim }, { listener }] = await Promise.all(["game/actions/claim.js", "live_region.js"].map(load));
    const strip = document.createElement("div");
    const play = { view: { to_act: "black" }, below: "white", me: "white", due: false, clocks: null, facts: { black: { is_here: false } }, claimAt: 0 };
    const claim = new Claim({ play, me: strip, them: strip, layMain() {} });
    const told = [];
    for (const [claimAt, isHere] of [[0, false], [0, false], [0, true], [null, true], [0, true]]) {
      play.claimAt = claimAt;
      play.facts.black.is_here = isHere;
      listener.textContent = "";
      claim.show();
      told.push(listener.textContent);
    }
    return told;
  },

  /** A turn is undone before the tutor's answer, and then made again. */
  async tutor() {
    const [{ TutorPart }, { settings }] = await Promise.all([load("game/tutor.js"), load("settings.js")]);
    settings.tutor = "on";
    const moves = [{ from: 8, to: 5 }];
    const sent = [];
    const told = { explained: 0, confirmed: 0 };
    const play = { room: "r", version: 4, isOffline: false, complete: true, moment: { made: moves }, steps: (made) => made, live: { send: ({ id }) => sent.push(id) }, confirm: () => told.confirmed++ };
    const tutor = new TutorPart({ play, explain: () => told.explained++ }, () => true);
    const answers = [0, 0].map(() => ({ type: "tutored", version: 4, loss: 0.2, clue: { en: "A clue." }, best: null, reasons: {} }));
    tutor.holds(moves);
    Object.assign(play, { complete: false, moment: { made: [] } });
    tutor.hear({ ...answers[0], id: sent[0] });
    told.undone = { ...told };
    Object.assign(play, { complete: true, moment: { made: moves } });
    told.isHeld = tutor.holds(moves);
    tutor.hear({ ...answers[1], id: sent[1] });
    return told;
  },

  /** The first page before the club has told who waits, and after. */
  async lobby() {
    await learn("home");
    answer = (path) => (path === "/api/games" ? [{ id: "tapa", text: "tapa", name: { en: "Tapa" }, rotation: [] }] : { rooms: [], played: [] });
    const live = { hear: () => {} };
    const { homePage } = await load("home.js");
    const lobby = onPage(await homePage({ go, live })).querySelector(".lobby");
    const told = [lobby.querySelector("p").textContent];
    live.hear({ type: "lobby", seeks: [], games: [], mine: [] });
    return [...told, lobby.querySelector("p").textContent];
  },
};

console.log(JSON.stringify(await PARTS[part]()));
process.exit();
