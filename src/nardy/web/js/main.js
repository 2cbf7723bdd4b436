// The entry point: routes addresses to pages, and owns the connection.

import { address, isFramed, isStatic, linkTo } from "./address.js";
import { listener } from "./live_region.js";
import { ask } from "./api.js";
import { h, icon, logo, renew } from "./dom.js";
import { Live } from "./live.js";
import { here, nav } from "./nav.js";
import { open } from "./parts.js";
import { dress, onSettings, settings, change } from "./settings.js";
import { LANGUAGES, preferred, speak, spoken, t } from "./words.js";

const skip = h("a", { class: "skip", href: "#page", onclick: toPage });
const header = h("header", { class: "top" });
/** The button for the other language. It stays where the header is laid anew, and so does the focus. */
const speaks = h("button", { class: "btn quiet", onclick: () => change({ language: speaks.lang }) });
const banner = h("p", { class: "banner", role: "alert" });
const place = h("div", { class: "place-of-page" });
/** The connection of a page with live news. @type {{close: () => void} | null} */
let live = null;
/** @type {import("./game/page.js").GamePage | null} */
let game = null;
/** The current page, if it is not a game. @type {{element: HTMLElement, close: () => void} | null} */
let quiet = null;
/** Counts pages shown, so that a late answer for an earlier page is dropped. */
let shows = 0;

/** @param {string} path */
function go(path) {
  closeSheets();
  history.pushState(null, "", linkTo(path));
  const mine = shows + 1;
  show().then(() => mine === shows && arrive());
}

/** A page that was gone to is read from its top; most have a heading that takes the focus. */
function arrive() {
  scrollTo(0, 0);
  /** @type {HTMLElement | null} */
  const heading = place.querySelector("h1[tabindex]");
  heading?.focus();
}

/** Close the sheets over a page. */
const closeSheets = () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close());

/** Move the focus to the board, or to the first control; the address stays. @param {MouseEvent} event */
function toPage(event) {
  event.preventDefault();
  const found = document.querySelector('#page .place[tabindex="0"]') ?? document.querySelector("#page :is(a, button, [tabindex])");
  /** @type {HTMLElement | null} */ (found)?.focus();
}

function top() {
  skip.textContent = t("skip");
  speaks.lang = LANGUAGES.find((language) => language !== spoken()) ?? "en";
  speaks.textContent = t(`language.${speaks.lang}`);
  renew(header, [
    h(
      "a",
      {
        class: "logo",
        href: linkTo("/"),
        "aria-label": `nardy, ${t("home")}`,
        onclick: (/** @type {MouseEvent} */ event) => (event.preventDefault(), go("/")),
      },
      logo(),
      "nardy",
    ),
    nav(go),
    h("span", { class: "grow" }),
    h(
      "button",
      {
        class: "btn quiet",
        "aria-label": t("settings"),
        title: t("settings"),
        onclick: async () => (await import("./game/sheets.js")).settingsSheet(),
      },
      icon("light"),
    ),
    // Without a club there are no accounts.
    ...(isStatic ? [] : [accountButton()]),
    speaks,
  ]);
}

const accountButton = () =>
  h(
    "button",
    {
      class: "btn quiet",
      "aria-label": t("account"),
      title: t("account"),
      onclick: async () => (await import("./accounts/account.js")).accountSheet(show),
    },
    icon("person"),
  );

/** Routes of pages without a room: address, loader, and whether the page fills the screen. @type {[RegExp, (id: string, wants: import("./learn/page.js").Wants) => Promise<{element: HTMLElement, title?: string, close: () => void}>, boolean][]} */
const OTHERS = [
  [/^\/learn$/, async (_, wants) => (await import("./library/page.js")).libraryPage(wants), false],
  [/^\/learn\/([\w-]+)$/, async (id, wants) => (await import("./learn/page.js")).lessonPage(id, wants), true],
  [/^\/openings\/([^/]+)$/, async (id, wants) => (await import("./openings/page.js")).openingsPage(decodeURIComponent(id), wants), false],
  [/^\/puzzles$/, async () => (await import("./puzzles/hall.js")).hallPage(go), false],
  [/^(\/puzzles\/.+)$/, async (path, wants) => (await import("./puzzles/page.js")).puzzlePage(path, wants), true],
  [/^\/review\/([\w-]+)$/, async (id, wants) => (await import("./review/page.js")).reviewPage(id, wants), false],
  [/^(\/(?:leaders|player)\b.*)$/, async (path) => (await import("./players/pages.js")).playersPage(path, go), false],
  [/^\/friends$/, async () => (await import("./matchmaking/friends.js")).friendsPage(go), false],
  [/^\/admin$/, async () => (await import("./admin.js")).adminPage(), false],
  [/^(\/tournaments?\b.*)$/, async (path) => (await import("./tournaments/pages.js")).tournamentsPage(path, go), false],
  [/^\/real-board$/, async (_, wants) => (await import("./real_board/page.js")).realBoardPage(wants), false],
  [/^\/clock$/, async () => (await import("./real_board/clock.js")).clockPage(), false],
  [/^\/matches$/, async (_, wants) => (await import("./matches/page.js")).matchesPage(wants), false],
  [/^\/rules$/, async () => (await import("./club_words.js")).rulesPage(), false],
  [/^\/dice$/, async () => (await import("./dice/page.js")).dicePage(), false],
  [/^(\/(?:clubs?|invited)\b.*)$/, async (path) => (await import("./groups/pages.js")).groupsPage(path, go), false],
  [/^\/offline$/, async (_, wants) => (await import("./offline/page.js")).offlinePage(wants), false],
  [/^\/try$/, async () => (await import("./trial/page.js")).trialPage(), false],
  [/^\/board$/, async (_, wants) => (await import("./editor/page.js")).editorPage(wants), false],
];

/** The first page, with a room that one is invited to join. */
const HOME = /^\/(?:join\/[\w-]+)?$/;

async function show() {
  const mine = ++shows;
  const isHere = () => mine === shows;
  game?.close();
  game = null;
  quiet?.close();
  quiet = null;
  live?.close();
  live = null;
  banner.textContent = "";
  const { pathname } = address();
  const room = /^\/play\/([\w-]+)$/.exec(pathname)?.[1];
  const own = /^\/offline\/([\w-]+)$/.exec(pathname)?.[1];
  const opens = room ? undefined : OTHERS.find(([path]) => path.test(pathname));
  document.body.classList.toggle("playing", Boolean(room || own || opens?.[2]));
  here();
  try {
    if (room) await openRoom(room, isHere);
    else if (own) await openOffline(own, isHere);
    else if (opens) layQuiet(await opens[1](opens[0].exec(pathname)?.[1] ?? "", { go, isHere }), isHere);
    else if (!HOME.test(pathname)) {
      await lost(t("nowhere"));
    } else if (isStatic) {
      layQuiet(await (await import("./offline/page.js")).offlinePage({ go }), isHere);
    } else {
      const { homePage } = await import("./home.js");
      const ears = { hear: (/** @type {import("./protocol.js").ToClient} */ _) => {} };
      const page = await homePage({ go, live: ears });
      if (!isHere()) return;
      document.title = "nardy";
      place.replaceChildren(page);
      live = new Live({ hear: (message) => ears.hear(message), state: watched(), hello: () => [{ type: "lobby" }] });
    }
  } catch (error) {
    if (isHere()) await failed(/** @type {import("./api.js").Refusal} */ (error), HOME.test(pathname), isHere);
  }
}

/** Show a page without a room. @param {{element: HTMLElement, title?: string, close: () => void}} page @param {() => boolean} isHere */
function layQuiet(page, isHere) {
  if (!isHere()) return page.close();
  quiet = page;
  if (page.title) document.title = page.title;
  return place.replaceChildren(page.element);
}

/** Say why there is no page. Without the club the first page offers games in this browser. @param {import("./api.js").Refusal} error @param {boolean} isHome @param {() => boolean} isHere */
async function failed(error, isHome, isHere) {
  if (!isHome || error.law !== "offline") return lost(error.message);
  try {
    layQuiet(await (await import("./offline/page.js")).offlinePage({ go }, { isCut: true }), isHere);
  } catch {
    if (isHere()) await lost(error.message);
  }
  return undefined;
}

/** A game in this browser. @param {string} room @param {() => boolean} isHere */
async function openOffline(room, isHere) {
  const [{ offlineGame }] = await Promise.all([import("./offline/open.js"), open("game")]);
  if (!isHere()) return;
  const { page, close } = offlineGame(room, {
    go,
    lost: (words) => isHere() && lost(words),
    warn: (words) => isHere() && (banner.textContent = words),
  });
  game = page;
  live = { close };
  place.replaceChildren(page.element);
}

/** Show that there is nothing here, and why. @param {string} words */
async function lost(words, mine = shows) {
  const { lostPage } = await import("./not_found.js");
  if (mine === shows) place.replaceChildren(lostPage(words, go));
}

/** The banner about a lost connection. */
function watched() {
  let wasCut = false;
  return (/** @type {boolean} */ isOpen) => {
    banner.textContent = isOpen ? (wasCut ? t("live.back") : "") : t("live.lost");
    banner.classList.toggle("back", isOpen && wasCut);
    if (isOpen && wasCut) setTimeout(() => banner.classList.contains("back") && (banner.textContent = ""), 3000);
    wasCut = !isOpen;
  };
}

/** @param {string} room @param {() => boolean} isHere */
async function openRoom(room, isHere) {
  const [{ GamePage }] = await Promise.all([import("./game/page.js"), open("game")]);
  if (!isHere()) return;
  const page = new GamePage(room, { send: (message) => line.send(message) }, { again, sit: () => sit(room), go });
  game = page;
  const line = new Live({
    hear: (message) => {
      if (message.type === "refused" && message.law === "no-room" && !page.play.view) return lost(t("error.noroom"));
      return page.play.hear(message);
    },
    state: watched(),
    hello: () => [{ type: "watch", room, since: page.play.version }, ...(page.lateParts?.hello() ?? [])],
  });
  live = line;
  place.replaceChildren(page.element);
}

/** Offer a rematch, or accept it. @param {import("./game/play.js").Play} play @param {boolean} rated Whether it is rated, if the game before was. */
async function again(play, rated = true) {
  try {
    const { room } = play.facts.next ? { room: play.facts.next } : await ask(`/api/rooms/${play.room}/again`, { rated });
    // Until the opponent accepts, the answer is this room.
    if (room !== play.room) go(`/play/${room}`);
  } catch (error) {
    await refused(/** @type {import("./api.js").Refusal} */ (error), { unrated: () => again(play, false), signed: () => again(play) });
  }
}

/** Explain a refused rated game with its alternatives, or show any other error. @param {import("./api.js").Refusal} error @param {{unrated: () => unknown, signed: () => unknown}} ways */
async function refused(error, ways) {
  try {
    await (await import("./new_game/rating_refusal.js")).explainRefusal(error, ways);
  } catch {
    banner.textContent = error.message;
  }
}

/** Take the free seat. The page is shown anew, as the connection must know the user. @param {string} room */
async function sit(room) {
  const order = async () => (await import("./new_game/sheet.js")).newGameSheet(go, { against: "anyone" });
  const sits = import("./matchmaking/sit_down.js").then(({ takeSeat }) => takeSeat(room, order, () => sit(room)));
  await sits.then(show, ({ message }) => (banner.textContent = message));
}

/** Show the page in another language. @returns {Promise<void>} */
async function translate() {
  const wanted = settings.language || preferred();
  if (wanted === spoken()) return;
  if (!game && !(await (await import("./unsaved.js")).mayLose(place))) return change({ language: spoken() });
  await speak(wanted);
  if (wanted !== (settings.language || preferred())) return translate();
  top();
  here();
  if (game) game.rebuild();
  else show();
}

if (isFramed) (await import("./trial/frame.js")).begin();
dress();
await speak(settings.language || preferred());
document.querySelector(".unserved")?.remove();
document.body.append(...(isFramed ? [] : [skip, header]), banner, place, listener);
top();
onSettings(translate);
addEventListener("paste", async ({ clipboardData, target }) => {
  const text = clipboardData?.getData("text") ?? "";
  const isElsewhere = document.body.classList.contains("playing") || /** @type {Element} */ (target).closest?.("input, textarea");
  if (text && !isElsewhere) (await import("./paste.js")).pasted(text, go);
});
addEventListener("popstate", () => {
  closeSheets();
  // A change of the fragment does not restart a game.
  if (!game || !address().pathname.endsWith(`/${game.play.room}`)) show();
});
// The back-forward cache suspends a page: close its connection, and reconnect when it returns. What has no connection is kept.
addEventListener("pagehide", () => live?.close());
addEventListener("pageshow", ({ persisted }) => persisted && live && show());
matchMedia("(prefers-contrast: more)").addEventListener("change", dress);
show();
if (!isStatic) for (const late of [import("./notices.js"), import("./club_words.js")]) late.then(({ begin }) => begin(go));
// The service worker opens the page without the network; over plain http there is none, and a reader of the documentation needs none.
if (!isFramed) navigator.serviceWorker?.register(isStatic ? "worker.js" : "/worker.js").catch(() => {});
