// The page of a room: the board and what stands around it.

import { Board } from "../board/board.js";
import { announce } from "../board/keys.js";
import { h, icon } from "../dom.js";
import { onSettings, settings } from "../settings.js";
import { counted, spoken, t } from "../words.js";
import { usedOf } from "./choices.js";
import { clockFace, clockWord } from "./clocks.js";
import { pips } from "./men.js";
import { Play } from "./play.js";
import { Replay } from "./replay.js";
import { ratingAfter, ratingWord } from "./rating.js";
import { placeName, placeWord, sizeWord } from "./speech.js";
import { lastTurns, turnList } from "./turns.js";
import { waitingCard } from "./waiting.js";
import { whyCard } from "./why.js";

/** What opens over the page is loaded when it is opened. */
const sheets = () => import("./sheets.js");

const PHONE = matchMedia("(max-width: 599px) and (orientation: portrait)");

export class GamePage {
  /** @param {string} room @param {{send: (message: any) => void}} live @param {{again: (play: Play) => void, sit: () => void, home: () => void}} wants */
  constructor(room, live, wants) {
    this.wants = wants;
    /** There from the first update on. */
    this.board = /** @type {Board} */ (/** @type {unknown} */ (undefined));
    this.replay = new Replay(this);
    this.play = new Play(room, live, {
      tell: (update, isFirst) => this.tell(update, isFirst),
      show: () => this.show(),
      refuse: (verdict) => this.refuse(verdict),
      fail: (refused) => this.fail(refused),
    });
    /** Laws already explained in this game. @type {Set<string>} */
    this.explained = new Set();
    /** What was chosen before a checker was taken up; undefined where none was. @type {number | null | undefined} */
    this.before = undefined;
    this.info = h("section", { class: "info panel" });
    this.them = h("section", { class: "strip them" });
    this.me = h("section", { class: "strip me" });
    this.box = h("div", { class: "boardbox" });
    this.hint = h("p", { class: "hint" });
    this.turns = h("section", { class: "turnsbox", tabindex: 0, "aria-label": t("turns.title") });
    this.line = h("p", { class: "line num" });
    this.main = h("div", { class: "mainbox" });
    this.buttons = h("div", { class: "acts" });
    this.element = h("main", { class: "game", id: "page" }, this.info, this.them, this.box, this.me, this.line, this.turns, this.buttons, this.main);
    this.element.addEventListener("pointerdown", () => this.play.telling && this.replay.hurry());
    this.off = [onSettings(() => this.rebuild())];
    PHONE.addEventListener("change", this.rebuild);
    this.layActs();
  }

  close() {
    for (const stop of this.off) stop();
    PHONE.removeEventListener("change", this.rebuild);
  }

  /** @param {any} update @param {boolean} isFirst */
  async tell(update, isFirst) {
    if (isFirst) {
      // A game that has just begun is worth seeing from its first throw.
      const fresh = update.events.length < 4 && update.events.every((/** @type {any} */ e) => e.event.kind !== "played");
      this.build();
      if (!fresh) return this.replay.recall(update.events);
    }
    await this.replay.tell(update.events);
    return undefined;
  }

  /** @param {"white" | "black" | string} seat */
  name(seat) {
    if (seat === this.play.me) return t("you");
    const person = this.play.facts?.[seat];
    if (!person) return t("nobody");
    return person.is_bot ? t(`bot.${person.name}`) : person.name;
  }

  /** A new board: for another screen, another side below, other settings. */
  build() {
    const { play } = this;
    const look = {
      tall: PHONE.matches,
      parallel: play.laws.direction === "parallel",
      below: /** @type {"w" | "b"} */ (play.below === "white" ? "w" : "b"),
      label: t("board.name", { game: play.laws.name[spoken()] }),
    };
    this.board = new Board(look, {
      lift: (place) => this.lift(place),
      tap: (place) => this.tap(place),
      drop: (from, to) => this.drop(from, to),
      press: (what) => this.press(what),
      key: (key) => this.key(key),
      name: (place) => this.placeName(place),
    });
    this.box.replaceChildren(this.board.svg, this.hint);
    this.board.checkers.show(play.men, { animate: false });
    this.board.numbers((n) => this.number(n));
    document.title = `${play.laws.name[spoken()]} · nardy`;
  }

  rebuild = () => {
    if (!this.play.view || this.play.telling) return;
    this.build();
    this.layActs();
    this.show();
  };

  /** A point as it is numbered on this board. @param {number} n */
  number(n) {
    if (settings.numbers !== "white" || this.play.below === "white") return String(n);
    return String(this.play.laws.direction === "parallel" ? (n <= 12 ? n + 12 : n - 12) : 25 - n);
  }

  // What the hand does

  /** @param {number} place */
  lift(place) {
    if (this.play.telling) this.replay.hurry();
    if (!this.play.moving || !this.play.men.mine[place] || place === 0) return false;
    this.before = this.play.chosen;
    if (!this.reaches(place)) this.choose(place);
    return true;
  }

  /** Whether the chosen checker may go there. @param {number | null} place */
  reaches(place) {
    return this.play.targets.find((target) => target.place === place);
  }

  /** @param {number | null} place */
  choose(place) {
    this.play.chosen = place;
    this.marks();
  }

  /** @param {number | null} place */
  tap(place) {
    const { play } = this;
    const before = this.before === undefined ? play.chosen : this.before;
    this.before = undefined;
    if (!play.moving || place === null) return this.choose(null);
    const target = this.reaches(place);
    if (target) return this.go(target.route);
    if (before === place) {
      // Twice on the same checker: the left die.
      const [first] = play.targets.filter(({ several }) => !several);
      if (first) return this.go(first.route);
      return this.choose(null);
    }
    if (play.men.mine[place] && place) {
      const lifts = play.origins.has(place);
      this.choose(lifts ? place : null);
      if (!lifts) this.still(place);
      return undefined;
    }
    if (play.chosen !== null && place !== 25) play.why(play.chosen, place);
    return this.choose(null);
  }

  /** A checker that cannot move at all: the law that holds it. @param {number} place */
  still(place) {
    const die = this.play.node?.dice[0];
    if (die) this.play.why(place, Math.max(0, place - die));
  }

  /** @param {number} from @param {number | null} to */
  drop(from, to) {
    this.before = undefined;
    this.play.chosen = from;
    const target = to === null ? undefined : this.reaches(to);
    if (target) {
      this.go(target.route);
      return true;
    }
    if (to !== null && to !== from && to !== 25 && this.play.moving) this.play.why(from, to);
    this.choose(null);
    return false;
  }

  /** @param {import("./choices.js").Choice[]} route */
  go(route) {
    const hits = route.find((choice) => choice.hits);
    this.play.play(route);
    this.closeWhy();
    this.show();
    if (hits) announce(t(this.play.laws.contact === "pin" ? "say.pin" : "say.hit", { place: placeWord(hits.to) }));
    if (this.play.complete) announce(t("say.complete"));
  }

  /** @param {"dice" | "bomb" | "button"} what */
  press(what) {
    const { play } = this;
    if (what === "bomb" && play.due && play.view.acts.includes("bomb")) play.act("bomb");
    if (what === "button") this.mainAct()?.();
    if (what === "dice") {
      if (play.complete) play.confirm();
      else if (play.moving && play.view.dice.length === 2 && !play.view.left) {
        play.swapped = !play.swapped;
        this.show();
      }
    }
  }

  /** @param {string} key */
  key(key) {
    const { play } = this;
    /** @type {Record<string, () => unknown>} */
    const does = {
      r: () => play.due && play.view.acts.includes("roll") && play.act("roll"),
      d: () => play.due && play.view.acts.includes("double") && play.act("double"),
      s: () => this.press("dice"),
      u: () => play.undo() && this.show(),
      c: () => play.confirm(),
      w: () => this.where(),
      p: () => announce(this.aloud()),
      l: () => announce(t("say.last", { turns: lastTurns(play.events, "white") || t("turns.none") })),
      f: () => this.turnRound(),
      "?": () => sheets().then((open) => open.helpSheet()),
    };
    does[key]?.();
    return key in does;
  }

  /** Read where the chosen checker, or any, can go. */
  where() {
    const { play } = this;
    const from = play.chosen === null ? [...play.origins] : [play.chosen];
    const said = from.map((place) => {
      play.chosen = play.chosen ?? null;
      const kept = play.chosen;
      play.chosen = place;
      const places = play.targets.filter((target) => play.chosen === kept || !target.several).map((target) => placeWord(target.place));
      play.chosen = kept;
      return t("say.where", { from: placeWord(place), to: places.join(", ") });
    });
    announce(said.join(" ") || t("say.nowhere"));
  }

  aloud() {
    const { play } = this;
    return [...Array(26).keys()]
      .reverse()
      .map((place) => this.placeName(place))
      .filter((name) => !name.endsWith(t("place.empty")))
      .concat(t("say.pips", { mine: pips(play.men.mine), theirs: pips(play.men.theirs) }))
      .join(". ");
  }

  turnRound() {
    this.play.flip = !this.play.flip;
    this.rebuild();
  }

  // What the eye sees

  show() {
    const { play } = this;
    if (!play.view || play.telling || !this.board) return;
    this.board.checkers.show(play.men);
    this.marks();
    this.layDice();
    this.board.furnish(this.furniture(this.mainAct() && ["roll"].includes(this.state().act) ? t("act.roll") : ""));
    this.layInfo();
    this.layStrip(this.them, play.below === "white" ? "black" : "white");
    this.layStrip(this.me, play.below);
    this.layTurns();
    this.layMain();
    this.board.keys?.rename();
  }

  marks() {
    const { play, board } = this;
    if (!board) return;
    board.marks.clear();
    const { seat, points } = this.replay.last;
    const facing = board.checkers.frame.facing;
    const seen = points.filter((n) => n > 0 && n < 25).map((n) => (seat === play.below ? n : facing(n)));
    board.marks.last(play.moving && play.moments.length > 1 ? [] : seen);
    board.origins(new Set([...play.origins]));
    const targets = play.targets;
    board.marks.choose(play.moving ? play.chosen : null, targets);
    if (board.hand) board.hand.targets = targets;
    board.keys?.rename();
  }

  layDice() {
    const { play, board } = this;
    if (!board) return;
    const { view } = play;
    const side = (/** @type {string} */ seat) => /** @type {"w" | "b"} */ (seat === "white" ? "w" : "b");
    if (view.phase === "turn") {
      const used = play.moving && play.node ? usedOf(play.dice, play.node.dice) : [];
      board.dice.show([{ values: play.dice, used, side: side(view.to_act), right: view.to_act === play.below }]);
    } else if (view.phase === "roll" && this.replay.throws.length > 1) board.dice.show([]);
    else if (["double", "beaver", "raccoon"].includes(view.offer)) board.dice.show([]);
    else board.dice.show(this.replay.throws.map(({ seat, values }) => ({ values, used: [], side: side(seat), right: seat === play.below })));
  }

  /** @param {string} button */
  furniture(button) {
    const { view, below } = this.play;
    const where = (/** @type {string | null} */ seat) => /** @type {"mine" | "theirs" | "middle"} */ (seat === below ? "mine" : seat === "white" || seat === "black" ? "theirs" : "middle");
    const offered = ["double", "beaver", "raccoon"].includes(view.offer);
    const cube = view.cube && (offered ? { value: view.cube.value * 2, where: where(view.to_act), offered } : { value: view.cube.value, where: where(view.cube.owner) });
    const bomb = view.bomb && { where: where(view.bomb), live: this.play.due && view.acts.includes("bomb") };
    return { cube, bomb, button };
  }

  layInfo() {
    const { laws, length } = this.play.facts;
    const { score } = this.play.view;
    const terms = [this.play.facts.pace ? t("terms.rated") : "", length ? t("terms.match", { n: length }) : t("terms.single"), score?.is_crawford ? t("terms.crawford") : "", this.play.facts.clock ? clockWord(this.play.facts.clock) : ""].filter(Boolean).join(" · ");
    this.info.replaceChildren(
      h("div", { class: "title" }, h("h1", {}, laws.name[spoken()]), h("p", { class: "muted sm" }, terms)),
      h("button", { class: "btn quiet ico rules", "aria-label": t("rules"), title: t("rules"), onclick: () => sheets().then((open) => open.rulesSheet(laws)) }, icon("book"), h("span", {}, t("rules"))),
      this.play.fair.line(),
      h("button", { class: "btn quiet ico phone-only", "aria-label": t("more"), onclick: () => sheets().then((open) => open.menuSheet(this)) }, icon("more")),
    );
  }

  /** @param {HTMLElement} strip @param {"white" | "black"} seat */
  layStrip(strip, seat) {
    const { play } = this;
    const men = seat === play.below ? play.men.mine : play.men.theirs;
    const off = men[0];
    const acts = play.view.phase !== "over" && play.view.phase !== "opening" && play.view.to_act === seat;
    const away = play.facts[seat] && !play.facts[seat].is_here;
    strip.classList.toggle("on", acts && play.full);
    strip.replaceChildren(
      h("span", { class: `disc ${seat === "white" ? "w" : "b"}`, title: t(`seat.${seat}`) }),
      h("div", { class: "who" }, h("b", {}, this.name(seat)), h("span", { class: "muted xs num" }, [ratingWord(play.facts[seat]?.rating), play.view.score ? counted("points", play.view.score[seat]) : "", counted("pips", pips(men)), off ? t("strip.off", { off }) : ""].filter(Boolean).join(" · "))),
      h("span", { class: "state" }, away ? t("strip.away") : acts && !play.clocks ? t(seat === play.me ? "strip.yours" : "strip.theirs") : ""),
      ...(play.clocks ? [clockFace(play.clocks, seat)] : []),
    );
  }

  layTurns() {
    const { play } = this;
    const first = play.events.find(({ event }) => event.kind === "played" || event.kind === "rolled")?.event.player ?? play.view.on_roll;
    const now = play.view.phase === "turn" ? { seat: play.view.to_act, dice: play.view.roll.join("-") || play.view.dice.join("-") } : null;
    if (!this.why) {
      const none = !now && !play.events.some(({ event }) => event.kind === "played");
      this.turns.replaceChildren(none ? h("p", { class: "muted sm lead" }, t("turns.hint")) : turnList(play.events, first, now));
      this.turns.scrollTop = this.turns.scrollHeight;
    }
    this.line.textContent = lastTurns(play.events, first);
  }

  layActs() {
    const button = (/** @type {any} */ name, /** @type {string} */ label, /** @type {() => void} */ does, cls = "") =>
      h("button", { class: `btn ${cls}`, "aria-label": label, onclick: does }, icon(name), h("span", {}, label));
    const undo = button("undo", t("undo"), () => this.play.undo() && this.show());
    let timer = 0;
    undo.addEventListener("pointerdown", () => (timer = setTimeout(() => this.play.undo(true) && this.show(), 600)));
    undo.addEventListener("pointerup", () => clearTimeout(timer));
    undo.addEventListener("pointerleave", () => clearTimeout(timer));
    this.buttons.replaceChildren(
      undo,
      button("list", t("turns.title"), () => sheets().then((open) => open.turnsSheet(this)), "phone-only"),
      button("flip", t("flip"), () => this.turnRound(), "wide-only"),
      button("flag", t("resign"), () => sheets().then((open) => open.resignSheet(this.play)), "wide-only"),
      button("more", t("more"), () => sheets().then((open) => open.menuSheet(this)), "more"),
    );
  }

  /** What is awaited, in words and as an act. @returns {{text: string, act: string, more?: {text: string, act: string}[]}} */
  state() {
    const { play } = this;
    const { view } = play;
    if (view.phase === "over" && view.acts.includes("next") && play.me !== null) return { text: t("act.next"), act: "next" };
    if (view.phase === "over") return play.me === null ? { text: t("wait.over"), act: "" } : { text: t("act.again"), act: "again" };
    if (!play.full) return play.me === null ? { text: t("friend.sit"), act: "sit" } : { text: t("wait.opponent"), act: "" };
    const other = this.name(view.to_act);
    if (!play.due) return { text: t(view.phase === "answer" ? "wait.answer" : view.phase === "turn" ? "wait.play" : "wait.roll", { who: other }), act: "" };
    if (play.sent) return { text: "…", act: "" };
    if (view.phase === "answer") {
      const [yes, no] = view.acts.includes("take") ? ["take", "pass"] : ["accept", "refuse"];
      const more = ["beaver", "raccoon"].filter((act) => view.acts.includes(act));
      return { text: t(`act.${yes}`), act: yes, more: [no, ...more].map((act) => ({ text: t(`act.${act}`), act })) };
    }
    if (view.phase === "turn") {
      if (play.complete) return { text: t("act.confirm"), act: "confirm" };
      return { text: t("wait.dice", { dice: play.node ? list(play.node.dice) : "" }), act: "" };
    }
    const more = ["double", "bomb"].filter((act) => view.acts.includes(act)).map((act) => ({ text: t(`act.${act}`), act }));
    return { text: t("act.roll"), act: "roll", more };
  }

  /** What the main button does now. */
  mainAct() {
    const { act } = this.state();
    if (!act) return null;
    return () => this.does(act);
  }

  /** @param {string} act */
  does(act) {
    if (act === "confirm") this.play.confirm();
    else if (act === "again") this.wants.again(this.play);
    else if (act === "sit") this.wants.sit();
    else this.play.act(act);
  }

  layMain() {
    const { text, act, more = [] } = this.state();
    const focused = this.main.contains(document.activeElement);
    const main = h("button", { class: `btn big ${act ? "act" : "wait"}`, "aria-disabled": act ? false : "true", onclick: () => this.mainAct()?.() }, text);
    this.main.replaceChildren(...more.map((one) => h("button", { class: "btn big side", onclick: () => this.does(one.act) }, one.text)), main);
    if (focused) main.focus();
    this.layEnd();
  }

  /** The card at the end of a game. */
  layEnd() {
    const { result } = this.play.view;
    const waits = waitingCard(this.play, this.wants.sit);
    const kept = this.box.querySelector(".waiting");
    if (waits && kept) return;
    this.box.querySelector(".end")?.remove();
    if (waits) this.box.append(waits);
    this.element.classList.toggle("over", Boolean(result));
    if (!result) return;
    const key = result.winner === null ? (result.size === "draw" ? "end.draw" : "end.void") : result.winner === this.play.me ? "end.won" : "end.lost";
    const words = { who: this.name(result.winner ?? ""), size: sizeWord(result.size), points: result.points };
    const timed = this.play.events.at(-1) && this.play.events.findLast(({ note }) => note?.time);
    const said = t(key, words);
    this.box.append(h("div", { class: `end ${result.winner === this.play.below ? "mine" : "theirs"}` }, h("h2", {}, said), h("p", { class: "muted" }, [timed ? t("end.time") : "", t("end.points", { points: result.points })].filter(Boolean).join(" · ")), h("p", { class: "num" }, ratingAfter(this.play))));
    announce([said, ratingAfter(this.play)].filter(Boolean).join(". "));
  }

  // Refusals

  /** @param {any} verdict */
  refuse(verdict) {
    const { play, board } = this;
    if (!verdict.law || !board) return;
    const place = verdict.move?.to ?? 0;
    board.marks.clear();
    board.marks.refuse(place);
    const says = verdict.says[spoken()] ?? verdict.says.en;
    announce(`${says} ${t("say.presswhere")}`);
    if (this.explained.has(verdict.law)) return this.brief(verdict, says);
    this.explained.add(verdict.law);
    this.explain(verdict);
  }

  /** The same law again: a line is enough. @param {any} verdict @param {string} says */
  brief(verdict, says) {
    this.hint.replaceChildren(says, " ", h("button", { class: "linkish", onclick: () => this.explain(verdict) }, t("why.ask")));
    setTimeout(() => this.hint.replaceChildren(), 6000);
    return undefined;
  }

  /** @param {any} verdict */
  explain(verdict) {
    const { play } = this;
    const moves = play.node?.moves ?? [];
    const example = moves.find((/** @type {any} */ move) => move.from === verdict.move?.from) ?? moves[0] ?? null;
    const { card, heading } = whyCard(verdict, { example, dice: play.node?.dice ?? [] }, {
      show: () => {
        this.board?.marks.clear();
        if (example) this.board?.marks.arrow(example.from, example.to, "best");
      },
      rules: () => sheets().then((open) => open.rulesSheet(play.laws)),
      close: () => {
        this.closeWhy();
        this.board?.keys?.go(this.board.keys.here);
      },
    });
    this.why = card;
    this.turns.replaceChildren(card);
    this.turns.classList.add("explains");
    heading.focus({ preventScroll: true });
  }

  closeWhy() {
    if (!this.why) return;
    this.why = undefined;
    this.turns.classList.remove("explains");
    this.board?.marks.clear();
    this.layTurns();
  }

  /** @param {any} refused */
  fail({ law, reason }) {
    if (law === "stale") return;
    this.hint.textContent = reason;
    announce(reason);
    this.show();
  }

  /** @param {number} place @returns {string} */
  placeName(place) {
    const { play, board } = this;
    if (!play.view || !board) return "";
    const target = play.targets.find((one) => one.place === place);
    return placeName(place, { men: play.men, facing: board.checkers.frame.facing, head: play.laws.has_head, target, number: this.number(place) });
  }
}

/** Dice in words: "6 and 3". @param {number[]} dice */
function list(dice) {
  if (dice.length > 4) return `${dice.slice(0, 4).join(", ")}…`;
  return new Intl.ListFormat(spoken(), { type: "conjunction" }).format(dice.map(String));
}
