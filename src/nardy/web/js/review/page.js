// The review of a finished game: each decision compared with a bot's.

import { isStatic, linkTo } from "../address.js";
import { ask } from "../api.js";
import { openWhy, Why } from "../coach/why.js";
import { h, icon, renew } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { keepFocus } from "../focus.js";
import { announce } from "../live_region.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { playOnButton } from "../new_game/play_on_button.js";
import { onSettings } from "../settings.js";
import { learn, named, spoken, t } from "../words.js";
import { turnWord } from "../game/narration/notation.js";
import { lookDeeper, reviewedHere, reviewHere, stopLooking } from "./browser_review.js";
import { candidateTable } from "./candidates.js";
import { actVerdict, actWord, bombTable, cubeTable, isAnswer } from "./cube_tables.js";
import { arrowsOf, decisionBoard } from "./decision_board.js";
import { DecisionList } from "./decision_list.js";
import { figuresSheet } from "./figures_sheet.js";
import { graph } from "./graph.js";
import { actOf, keysSheet } from "./keys.js";
import { isAct } from "./decision.js";
import { rollWord, signed, verdictWord, worst } from "./number_words.js";
import { RolloutBox } from "./rollout.js";
import { figures, pliesWords, stateWord } from "./summary.js";
import { fileLinks, isUploaded, reviewOf } from "./uploaded.js";
import { Variations } from "./variations.js";
import { WhatIf } from "./what_if.js";

/** @import { Review, Seat } from "../protocol.js" */
/** @typedef {import("./number_words.js").Decision} Decision */
/** With all decisions among the turns; a review of this browser says how many plies may be asked for. @typedef {Omit<Review, "turns"> & {turns: Decision[], deepest?: number}} Told */

const PAUSE = 700;
const LONGEST_PAUSE = 30_000;
/** Failures after which the next request may be answered; others of a server have no code. */
const PASSING = ["", "offline", "network", "store", "too-often", "busy"];
/** Failures without a code in a row after which the page gives up: a fault of its own has none, either. */
const MOST_UNKNOWN = 8;
/** Turns in a rollout. */
const ROLLED_OUT = 3;

/** @param {string} room @param {{go: (path: string) => void}} wants */
export async function reviewPage(room, wants) {
  await Promise.all([open("game"), open("review"), openWhy(), learn("editor")]);
  const page = new ReviewPage(room, wants);
  page.ask();
  return page;
}

export class ReviewPage {
  /** @param {string} room @param {{go: (path: string) => void}} wants */
  constructor(room, wants) {
    this.room = room;
    this.wants = wants;
    /** The review so far, with all decisions among its turns; set with the first answer. */
    this.told = /** @type {Told} */ (/** @type {unknown} */ (null));
    this.at = -1;
    /** The candidate whose arrows are shown. */
    this.looked = 0;
    this.isFlipped = false;
    this.closed = false;
    /** The number of this browser's review; 0: the club makes it, or the game is this browser's own. @type {number | undefined} */
    this.source = undefined;
    /** Whether every turn was analyzed, if only for the preview. */
    this.isReady = false;
    this.state = h("p", { class: "state", role: "status" }, t("review.begins"));
    /** How far a review is, which changes too often to be read out. */
    this.progress = h("span", { "aria-live": "off" });
    this.game = h("p", { class: "muted sm" });
    this.summary = h("section", { class: "panel summary" });
    this.list = new DecisionList((at) => this.go(at));
    this.box = h("div", { class: "boardbox", tabindex: 0, role: "group", "aria-label": t("review.board.keys") });
    this.steps = h("div", { class: "row steps" });
    this.chances = h("div", { class: "chances" });
    this.heading = h("h2", {});
    this.says = h("p", { class: "says" });
    this.why = new Why();
    this.table = h("div", { class: "candidates" });
    this.luck = h("p", { class: "muted" });
    this.depth = h("p", { class: "muted xs" });
    this.tools = h("div", { class: "tools" });
    this.rollout = new RolloutBox();
    this.whatIf = new WhatIf();
    this.variations = new Variations(room, this.box, { show: () => this.show(), decision: () => this.one });
    this.element = this.layOut();
    this.ears = new AbortController();
    document.addEventListener("keydown", (event) => this.key(event), this.ears);
    this.off = onSettings(() => this.told && this.show());
    this.element.classList.add("empty");
  }

  layOut() {
    const verdict = [this.heading, this.says, this.variations.trying.element, this.why.element, this.table, this.rollout.element];
    const parts = [...verdict, this.whatIf.element, this.variations.notebook.element, this.luck, this.depth, this.tools];
    return h(
      "main",
      { class: "review", id: "page" },
      h("header", {}, h("h1", {}, t("review")), this.game, this.state),
      h("div", { class: "side" }, this.summary, this.list.element, this.chances),
      this.box,
      h("div", { class: "under" }, this.steps, this.legend()),
      h("section", { class: "panel evaluation", "aria-label": t("review.evaluation") }, ...parts),
    );
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.rest();
    this.variations.close();
    this.rollout.close();
    this.ears.abort();
    this.off();
  }

  /** Let this browser's engine rest. */
  rest() {
    if (this.isOwn || this.source) stopLooking(this.room, this.source ?? 0).catch(() => {});
  }

  /** The review so far: of a game of the club by this browser where it can, else by the club. @returns {Promise<Review>} */
  async next() {
    if (this.source === undefined) this.source = this.isOwn || isUploaded(this.room) ? 0 : await reviewHere(this.room);
    const own = this.source ? await reviewedHere(this.source) : null;
    if (own) return own;
    this.source = 0;
    return ask(reviewOf(this.room), {});
  }

  /** Controls of the depth: this browser's engine goes deeper on request, and stops; the club does it in its place. */
  depths() {
    const { state, plies, preview_plies: quick, deepest = quick } = this.told;
    const link = (/** @type {string} */ word, /** @type {() => void} */ onclick) => h("button", { class: "linkish", onclick }, t(word));
    const isHere = this.isOwn || this.source;
    if (isHere && plies > quick) return state === "working" ? [link("review.stop", () => stopLooking(this.room, this.source ?? 0))] : [];
    if (!isHere || state !== "done") return [];
    return [
      ...(deepest > quick ? [link("review.deepen", () => this.lookAhead())] : []),
      ...(this.isOwn ? [] : [link("review.club", () => this.deepen())]),
    ];
  }

  /** Let this browser's engine look two plies ahead. */
  async lookAhead() {
    this.state.textContent = t("review.begins");
    // A worker that fails is told by the next request.
    await lookDeeper(this.room, this.source ?? 0).catch(() => {});
    return this.ask();
  }

  /** Let the club review the game, which looks further ahead. */
  deepen() {
    this.source = 0;
    this.state.textContent = t("review.begins");
    return this.ask();
  }

  pause = PAUSE;
  timer = 0;
  /** Failures without a code in a row. */
  unknown = 0;

  /** Request the review until it is complete. */
  async ask() {
    clearTimeout(this.timer);
    try {
      const told = await this.next();
      if (this.closed) return this.rest();
      this.take(told);
      this.pause = PAUSE;
      this.unknown = 0;
      if (told.state === "working") this.timer = setTimeout(() => this.ask(), PAUSE);
    } catch (error) {
      const { message, law = "" } = /** @type {Error & {law?: string}} */ (error);
      const fair = await fairPlay(law, message);
      if (this.closed) return undefined;
      this.unknown = law ? 0 : this.unknown + 1;
      if (PASSING.includes(law) && this.unknown < MOST_UNKNOWN && !isStatic) {
        this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
        this.timer = setTimeout(() => this.ask(), this.pause);
      }
      const why = h("span", { class: "muted" }, fair ? fair[0] : message);
      this.state.replaceChildren(t("review.unable"), " ", why, " ", fair?.[1] ?? "", " ", this.back(""));
    }
    return undefined;
  }

  /** @param {Review} told */
  take(told) {
    const isFirst = this.at < 0;
    const before = this.told?.turns[this.at];
    this.told = { ...told, turns: [...told.turns, ...told.cubes, ...told.bombs].sort((one, other) => one.number - other.number) };
    document.title = `${t("review")} · ${told.laws.name[spoken()]} · nardy`;
    const state = told.state === "working" ? this.progress : this.state;
    if (state === this.progress && !state.isConnected) this.state.replaceChildren(state);
    state.textContent = stateWord(told);
    if (!told.turns.length && told.state === "done" && !told.withheld) this.state.replaceChildren(t("review.none"), " ", this.back(""));
    if (!told.turns.length) return;
    this.element.classList.remove("empty");
    // A deeper analysis may find other doubles than the preview.
    this.at = isFirst ? 0 : sameOf(this.told.turns, before, this.at);
    const wasReady = this.isReady;
    this.isReady = told.looked_at >= told.of || told.state === "done";
    if (this.isReady && !wasReady && this.at === 0) this.at = this.firstShown();
    if (told.state === "done") announce(t("review.done"));
    const trains = told.state === "done" && told.you && !this.isOwn;
    if (trains) import("../puzzles/train_button.js").then(({ offerTraining }) => offerTraining(this.state, this.room));
    keepFocus(this.element, () => this.show());
  }

  /** The turn that is shown first: the one that a link names by its number, or the worst. */
  firstShown() {
    const linked = this.told.turns.findIndex(({ number }) => `#${number}` === location.hash);
    const [first] = worst(this.mine);
    return linked >= 0 ? linked : first ? this.told.turns.indexOf(first) : 0;
  }

  /** The seat whose decisions are shown. @returns {"white" | "black"} */
  get me() {
    return this.told.you ?? "white";
  }

  /** The player's decisions; a spectator sees both players'. */
  get mine() {
    return this.told.turns.filter((one) => this.counts(one));
  }

  /** Whether a decision is one of those that are looked at for errors. @param {Decision} one */
  counts(one) {
    return !this.told.you || one.player === this.me;
  }

  /** @param {Seat} seat */
  name(seat) {
    if (seat === this.told.you) return t("you");
    const name = this.told.names[seat] ?? t("nobody");
    return this.told.bots.includes(seat) ? t(`bot.${name}`) : named(name);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.told.turns.length - 1, at));
    this.looked = 0;
    this.variations.forget();
    // The address is a link to this turn; in a static page it names the page itself.
    if (!isStatic) history.replaceState(history.state, "", `#${this.one.number}`);
    if (this.variations.isOn) this.variations.trying.leave();
    else this.show();
    announce(`${this.heading.textContent}. ${this.says.textContent}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = this.told?.turns.length ? actOf(event) : null;
    if (!act) return;
    event.preventDefault();
    const last = this.told.turns.length - 1;
    if (act === "why") this.why.toggle();
    else if (act === "flip") this.flip();
    else if (act === "mistake" || act === "mistake-before") {
      const found = this.list.nextMistake(act === "mistake" ? 1 : -1);
      if (found >= 0) this.go(found);
    } else this.go({ back: this.at - 1, on: this.at + 1, first: 0, last }[act]);
  }

  /** Look from the other side. */
  flip() {
    this.isFlipped = !this.isFlipped;
    this.show();
  }

  show() {
    const { one } = this;
    this.laySummary();
    this.layList();
    this.layBoard(one);
    this.laySteps();
    this.chances.replaceChildren(
      graph(this.told.turns, {
        me: this.me,
        at: this.at,
        go: (at) => this.go(at),
        who: this.told.you ? "" : this.name(this.me),
        width: this.chances.clientWidth,
      }),
    );
    this.heading.textContent = `${t("review.turn", { n: this.at + 1, who: this.name(one.player) })} ${isAct(one) ? actWord(one) : rollWord(one.dice)}`;
    this.says.textContent = isAct(one) ? actVerdict(one) : verdictWord(one);
    this.why.about(this.asked(one));
    this.rollout.about(this.compared(one));
    this.layTable(one);
    this.luck.textContent = isAct(one) || one.luck === null ? "" : t("review.luck.roll", { luck: signed(one.luck) });
    this.depth.textContent = t("review.depth", { n: one.plies });
    this.variations.lay(one.number);
    this.whatIf.show(one, { name: (seat) => this.name(seat), hasCube: this.told.laws.has_cube });
    this.layTools(one);
  }

  /** The decision that is shown. */
  get one() {
    return this.told.turns[this.at];
  }

  /** Its buttons may stay for the next decision. @param {Decision} one */
  layTools(one) {
    const isTurn = !isAct(one) && one.choices.length > 1;
    const button = (/** @type {string} */ word, /** @type {() => unknown} */ onclick) => h("button", { class: "btn", onclick }, t(word));
    const playOn = playOnButton(() => this.one.position, this.wants.go);
    renew(this.tools, [
      ...(isTurn && !isStatic ? [button("review.another", () => this.variations.begin(this.one.position))] : []),
      button("review.share", () => this.share(this.one)),
      h("a", { class: "btn", href: linkTo(`/board?text=${encodeURIComponent(one.position)}`) }, t("review.try")),
      ...(playOn ? [playOn] : []),
      this.back("btn quiet"),
    ]);
  }

  /** @param {Decision} one */
  async share(one) {
    const { shareSheet } = await import("./share_sheet.js");
    const [board] = this.box.getElementsByTagName("svg");
    const link = new URL(isStatic ? location.href : `#${one.number}`, location.href).href;
    const turn = isAct(one) ? "" : ` ${turnWord(one.turn)}`;
    const lines = [`${this.told.laws.name[spoken()]}. ${this.heading.textContent}${turn}`, this.says.textContent ?? ""];
    shareSheet({ board, lines, link, name: `nardy-${this.room}-${one.number}` });
  }

  /** What the coach is asked about a decision; null where there was no choice. @param {Decision} one */
  asked(one) {
    const { looked } = this.variations;
    if (isAct(one) || (!looked && (one.is_forced || !one.choices.length))) return null;
    const { turn } = looked ?? one.choices[this.looked || one.chosen];
    const { player } = this.variations.moment(one);
    return { position: looked?.position || one.position, turn, who: player === this.told.you ? "" : this.name(player) };
  }

  /** The turns of a decision for a rollout: the played one, and the best of the others. @param {Decision} one */
  compared(one) {
    if (isAct(one)) return "kept" in one ? null : { position: one.position, turns: [], who: this.doubler(one) };
    if (one.choices.length < 2) return null;
    const others = one.choices.filter((_, n) => n !== one.chosen).slice(0, ROLLED_OUT - 1);
    return { position: one.position, turns: [one.choices[one.chosen], ...others].map(({ turn }) => turn) };
  }

  /** The name of the player who doubles or may double. @param {import("../protocol.js").ReviewedDouble} one */
  doubler(one) {
    return this.name(isAnswer(one) ? (one.player === "white" ? "black" : "white") : one.player);
  }

  /** Whether the game was played in this browser. */
  get isOwn() {
    return this.room.startsWith("own-");
  }

  /** A link to the game. @param {string} cls */
  back(cls) {
    const isFile = isUploaded(this.room);
    const href = linkTo(isFile ? "/matches" : `/${this.isOwn ? "offline" : "play"}/${this.room}`);
    return h("a", { class: cls, href, onclick: follow(this.wants.go) }, t(isFile ? "review.matches" : "review.back"));
  }

  /** Both players, the reader first. */
  get seats() {
    return this.me === "white" ? /** @type {const} */ (["white", "black"]) : /** @type {const} */ (["black", "white"]);
  }

  laySummary() {
    const { laws, summaries } = this.told;
    this.game.textContent = laws.name[spoken()];
    renew(this.summary, [
      h("div", { class: "row figures" }, ...this.seats.map((seat) => figures(this.name(seat), summaries[seat]))),
      h("p", { class: "muted sm" }, pliesWords(this.told)),
      h("button", { class: "linkish", onclick: () => this.allFigures() }, t("figures.more")),
      ...this.depths(),
    ]);
  }

  allFigures() {
    const { turns, games, cubes } = this.told;
    const more = this.isOwn ? [] : [fileLinks(this.room)];
    figuresSheet({ turns, games, seats: this.seats, name: (seat) => this.name(seat), hasCube: cubes.length > 0, more });
  }

  layList() {
    const clean = t(this.told.you ? "review.clean" : "review.clean.both");
    const who = (/** @type {Decision} */ one) => ` ${this.name(one.player)}`;
    this.list.show(this.told.turns, this.at, { counts: (one) => this.counts(one), who, clean });
  }

  /** @param {Decision} one */
  layBoard(one) {
    // The board is the reader's while they try a turn.
    if (this.variations.isOn) return;
    const arrows = this.variations.arrows(one) ?? arrowsOf(one, this.looked);
    const below = this.isFlipped ? (this.me === "white" ? "black" : "white") : this.me;
    const label = t("review.board", { n: this.at + 1 });
    this.box.replaceChildren(decisionBoard({ laws: this.told.laws, one: this.variations.moment(one), below, label, arrows }));
    this.element.classList.toggle("on-cube", isAct(one));
  }

  legend() {
    const words = [h("span", { class: "key best" }), t("review.is.best"), h("span", { class: "key was" }), t("review.is.played")];
    return h("p", { class: "legend muted xs", "aria-hidden": "true" }, ...words);
  }

  laySteps() {
    const last = this.told.turns.length - 1;
    const button = (/** @type {import("../dom.js").Icon} */ name, /** @type {number} */ to, /** @type {boolean} */ can) =>
      h(
        "button",
        { class: "btn", "aria-label": t(`review.${name}`), "aria-disabled": can ? false : "true", onclick: () => can && this.go(to) },
        icon(name),
      );
    const steps = [
      button("first", 0, this.at > 0),
      button("before", this.at - 1, this.at > 0),
      button("after", this.at + 1, this.at < last),
      button("last", last, this.at < last),
      h("button", { class: "btn more-keys", "aria-label": t("review.keys"), onclick: () => keysSheet() }, "?"),
    ];
    keepFocus(this.steps, () => this.steps.replaceChildren(...steps));
  }

  /** @param {Decision} one */
  layTable(one) {
    const turns = isAct(one) ? "" : candidateTable(one, this.looked, (n) => this.look(n));
    if (!isAct(one)) renew(this.table, turns ? [turns] : []);
    else renew(this.table, ["kept" in one ? bombTable(one, this.name(one.player)) : cubeTable(one, this.doubler(one))]);
  }

  /** Show a candidate's arrows, and ask the coach about it. @param {number} n */
  look(n) {
    this.looked = n;
    this.variations.forget();
    this.show();
    /** @type {HTMLElement | null} */ (this.table.querySelectorAll("button.turn")[n])?.focus();
  }
}

/** @param {Decision | undefined} one */
const actWordOf = (one) => (one && isAct(one) ? one.act : undefined);

/** The index of a decision after an update. @param {Decision[]} turns @param {Decision | undefined} before @param {number} at */
function sameOf(turns, before, at) {
  const found = turns.findIndex((one) => one.number === before?.number && actWordOf(one) === actWordOf(before));
  return found < 0 ? Math.min(at, turns.length - 1) : found;
}
