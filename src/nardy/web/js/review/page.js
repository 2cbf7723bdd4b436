// The review of a finished game: each decision compared with a bot's.

import { linkTo } from "../address.js";
import { ask } from "../api.js";
import { Board } from "../board/board.js";
import { announce } from "../live_region.js";
import { h, icon } from "../dom.js";
import { fairPlay } from "../fair_play.js";
import { checkersOf } from "../game/checkers/counts.js";
import { turnWord } from "../game/narration/notation.js";
import { follow } from "../nav.js";
import { open } from "../parts.js";
import { onSettings } from "../settings.js";
import { named, spoken, t } from "../words.js";
import { reviewHere } from "./browser_review.js";
import { actVerdict, actWord, bombTable, cubeTable, isAnswer } from "./cube_tables.js";
import { isAct, percent, rollWord, signed, verdictWord, ways, worst } from "./number_words.js";
import { graph } from "./graph.js";

/** @import { Review } from "../protocol.js" */
/** @typedef {import("./number_words.js").Decision} Decision */
/** @typedef {Omit<Review, "turns"> & {turns: Decision[]}} Told */

const PAUSE = 700;

/** @param {string} room @param {{go: (path: string) => void}} wants */
export async function reviewPage(room, wants) {
  await Promise.all([open("game"), open("review")]);
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
    this.closed = false;
    /** What tells this browser's own review; null: the club makes it. @type {(() => Promise<Review | null>) | null | undefined} */
    this.source = undefined;
    /** Whether every turn was analyzed, if only for the preview. */
    this.isReady = false;
    this.state = h("p", { class: "state", role: "status" }, t("review.begins"));
    this.summary = h("section", { class: "panel summary" });
    this.list = h("section", { class: "panel worst" });
    this.box = h("div", { class: "boardbox" });
    this.steps = h("div", { class: "row steps" });
    this.chances = h("div", { class: "chances" });
    this.heading = h("h2", {});
    this.says = h("p", { class: "says" });
    this.table = h("div", { class: "candidates" });
    this.luck = h("p", { class: "muted" });
    this.depth = h("p", { class: "muted xs" });
    this.tools = h("div", { class: "row wrap" });
    const evaluation = h(
      "section",
      { class: "panel evaluation", "aria-label": t("review.evaluation") },
      this.heading,
      this.says,
      this.table,
      this.luck,
      this.depth,
      this.tools,
    );
    this.element = h(
      "main",
      { class: "review", id: "page" },
      h("header", {}, h("h1", {}, t("review")), this.state),
      h("div", { class: "side" }, this.summary, this.list),
      h("div", { class: "middle" }, this.box, this.legend(), this.steps, this.chances),
      evaluation,
    );
    this.ears = new AbortController();
    // Arrow keys work wherever the focus is.
    document.addEventListener("keydown", (event) => this.key(event), this.ears);
    this.off = onSettings(() => this.told && this.show());
    this.element.classList.add("empty");
  }

  close() {
    this.closed = true;
    this.ears.abort();
    this.off();
  }

  /** The review so far: of a game of the club by this browser where it can, else by the club. @returns {Promise<Review>} */
  async next() {
    if (this.source === undefined) this.source = this.isOwn ? null : await reviewHere(this.room);
    const own = await this.source?.();
    if (own) return own;
    this.source = null;
    return ask(`/api/rooms/${this.room}/review`, {});
  }

  /** Let the club review the game, which looks further ahead. */
  deepen() {
    this.source = null;
    this.state.textContent = t("review.begins");
    return this.ask();
  }

  /** Request the review until it is complete. */
  async ask() {
    try {
      const told = await this.next();
      if (this.closed) return;
      this.take(told);
      if (told.state === "working") setTimeout(() => this.ask(), PAUSE);
    } catch (error) {
      const { message, law } = /** @type {Error & {law?: string}} */ (error);
      const fair = await fairPlay(law, message);
      const parts = [
        t("review.unable"),
        " ",
        h("span", { class: "muted" }, fair ? fair[0] : message),
        " ",
        fair?.[1] ?? "",
        " ",
        this.back(""),
      ];
      this.state.replaceChildren(...parts);
    }
  }

  /** @param {Review} told */
  take(told) {
    const isFirst = this.at < 0;
    const before = this.told?.turns[this.at];
    this.told = { ...told, turns: [...told.turns, ...told.cubes, ...told.bombs].sort((one, other) => one.number - other.number) };
    document.title = `${t("review")} · ${told.laws.name[spoken()]} · nardy`;
    this.state.textContent = stateWord(told);
    if (!told.turns.length && told.state === "done" && !told.withheld) this.state.replaceChildren(t("review.none"), " ", this.back(""));
    if (!told.turns.length) return;
    this.element.classList.remove("empty");
    // A deeper analysis may find other doubles than the preview.
    this.at = isFirst ? 0 : sameOf(this.told.turns, before, this.at);
    const wasReady = this.isReady;
    this.isReady = told.looked_at >= told.of || told.state === "done";
    if (this.isReady && !wasReady) {
      const [first] = worst(this.mine);
      if (first && this.at === 0) this.at = this.told.turns.indexOf(first);
    }
    if (told.state === "done") announce(t("review.done"));
    if (told.state === "done" && told.you && !this.isOwn) this.offerTraining();
    this.show();
  }

  /** Offer to make puzzles of the player's mistakes. */
  async offerTraining() {
    const { trainButton } = await import("../puzzles/train_button.js");
    this.state.append(" ", await trainButton(this.room));
  }

  /** The seat whose decisions are shown. @returns {"white" | "black"} */
  get me() {
    return this.told.you ?? "white";
  }

  /** The player's decisions; a spectator sees both players'. */
  get mine() {
    return this.told.turns.filter(({ player }) => !this.told.you || player === this.me);
  }

  /** @param {import("../protocol.js").Seat} seat */
  name(seat) {
    if (seat === this.told.you) return t("you");
    const name = this.told.names[seat] ?? t("nobody");
    return this.told.bots.includes(seat) ? t(`bot.${name}`) : named(name);
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.told.turns.length - 1, at));
    this.show();
    announce(`${this.heading.textContent}. ${this.says.textContent}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.told?.turns.length || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (/** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog")) return;
    event.preventDefault();
    this.go(this.at + step);
  }

  show() {
    const one = this.told.turns[this.at];
    this.laySummary();
    this.layBoard(one);
    this.laySteps();
    this.chances.replaceChildren(graph(this.told.turns, this.me, this.at, (at) => this.go(at), this.told.you ? "" : this.name(this.me)));
    this.heading.textContent = `${t("review.turn", { n: this.at + 1, who: this.name(one.player) })} ${isAct(one) ? actWord(one) : rollWord(one.dice)}`;
    this.says.textContent = isAct(one) ? actVerdict(one) : verdictWord(one);
    this.layTable(one);
    this.layLuck(isAct(one) ? null : one.luck);
    this.depth.textContent = t("review.depth", { n: one.plies });
    const link = linkTo(`/board?text=${encodeURIComponent(one.position)}`);
    this.tools.replaceChildren(h("a", { class: "btn", href: link }, t("review.try")), this.back("btn quiet"));
  }

  /** Whether the game was played in this browser. */
  get isOwn() {
    return this.room.startsWith("own-");
  }

  /** A link to the game. @param {string} cls */
  back(cls) {
    const href = linkTo(`/${this.isOwn ? "offline" : "play"}/${this.room}`);
    return h("a", { class: cls, href, onclick: follow(this.wants.go) }, t("review.back"));
  }

  laySummary() {
    const { laws, turns } = this.told;
    const other = this.me === "white" ? "black" : "white";
    this.summary.replaceChildren(
      h("h2", {}, laws.name[spoken()]),
      h("p", { class: "muted sm" }, t("review.rate")),
      h("div", { class: "row figures" }, this.figures(this.me), this.figures(other)),
      this.plies(),
      this.source && this.told.state === "done" ? h("button", { class: "linkish", onclick: () => this.deepen() }, t("review.club")) : "",
      this.isOwn ? "" : this.file(),
    );
    const rows = worst(this.mine).map((one) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "seek", "aria-current": one === turns[this.at] ? "true" : false, onclick: () => this.go(turns.indexOf(one)) },
          h("span", { class: "muted num" }, String(turns.indexOf(one) + 1)),
          h(
            "span",
            {},
            h("b", {}, isAct(one) ? actWord(one) : rollWord(one.dice)),
            isAct(one) ? null : ` ${turnWord(one.turn)}`,
            this.told.you ? null : h("span", { class: "muted sm" }, ` ${this.name(one.player)}`),
            h("span", { class: `grade ${one.grade}` }, t(`grade.${one.grade}`)),
          ),
          h("span", { class: "num" }, signed(-one.loss)),
        ),
      ),
    );
    this.list.replaceChildren(
      h("h2", {}, t("review.worst")),
      rows.length ? h("ol", {}, ...rows) : h("p", { class: "muted" }, t(this.told.you ? "review.clean" : "review.clean.both")),
    );
  }

  /** The depth of the analysis. */
  plies() {
    const { state, plies, preview_plies, luck_plies, deep, of } = this.told;
    const words = [t("review.plies", { n: plies, luck: luck_plies })];
    if (state === "working" && deep < of) words.unshift(t("review.preview", { n: preview_plies }));
    return h("p", { class: "muted xs" }, words.join(" "));
  }

  /** Links to the match as a file. */
  file() {
    const link = (/** @type {string} */ kind, /** @type {string} */ word) =>
      h("a", { href: `/api/rooms/${this.room}/match/${kind}`, download: "" }, word);
    return h("p", { class: "files sm" }, h("span", { class: "muted" }, t("review.file")), link("mat", ".mat"), link("json", "JSON"));
  }

  /** @param {Decision} one */
  layBoard(one) {
    const { laws } = this.told;
    const below = this.me;
    const label = t("review.board", { n: this.at + 1 });
    const board = new Board({ tall: false, parallel: laws.direction === "parallel", below: below === "white" ? "w" : "b", label }, null);
    board.checkers.show(checkersOf(one, below), { animate: false });
    const isMine = one.player === below;
    const facing = board.checkers.frame.facing;
    board.numbers((n) => String(isMine ? n : facing(n)));
    if (!isAct(one)) board.dice.show([{ values: one.dice, used: [], side: one.player === "white" ? "w" : "b", right: isMine }]);
    board.furnish({ cube: this.cube(one), bomb: null, button: "" });
    this.box.replaceChildren(board.svg);
    this.element.classList.toggle("on-cube", isAct(one));
    if (isAct(one)) return;
    const side = isMine ? "mine" : "theirs";
    const [best, played] = [one.choices[0], one.choices[one.chosen]];
    if (played && one.chosen) for (const [from, to] of ways(played.moves)) board.marks.arrow(from, to, "was", side);
    if (best) for (const [from, to] of ways(best.moves)) board.marks.arrow(from, to, "best", side);
  }

  /** The place of the cube; an offered one lies before the player who answers. @param {Decision} one @returns {import("../board/board.js").CubeAt | null} */
  cube(one) {
    if (!one.cube) return null;
    const { value, owner } = one.cube;
    const answers = isAct(one) && isAnswer(one);
    const side = (/** @type {string | null} */ seat) => (seat === null ? "middle" : seat === this.me ? "mine" : "theirs");
    if (answers) return { value: 2 * value, where: side(one.player), offered: true };
    return { value, where: side(owner) };
  }

  /** The summary of a player's decisions. @param {"white" | "black"} seat */
  figures(seat) {
    const told = this.told.summaries[seat];
    if (!told) return h("div", {}, h("span", { class: "muted xs" }, this.name(seat)));
    const short = (/** @type {number} */ n) => n.toLocaleString(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return h(
      "div",
      {},
      h("b", {}, this.name(seat)),
      h(
        "span",
        { class: "figure num" },
        h("abbr", { class: "muted sm", title: t("review.rate") }, "PR"),
        " ",
        h("b", {}, short(told.performance_rating)),
      ),
      told.level ? h("span", { class: "level" }, t(`level.of.${told.level}`)) : null,
      h("span", { class: "muted sm num" }, t("review.error", { rate: short(told.error_rate) })),
      h("span", { class: "muted sm" }, t("review.blunders", { n: told.blunders })),
      h("span", { class: "muted sm" }, t("review.mistakes", { n: told.mistakes })),
      h("span", { class: "muted sm" }, t("review.decisions", { n: told.decisions })),
      h("span", { class: "muted sm num" }, t("review.luck", { luck: signed(told.luck) })),
    );
  }

  legend() {
    return h(
      "p",
      { class: "legend muted xs", "aria-hidden": "true" },
      h("span", { class: "key best" }),
      t("review.is.best"),
      h("span", { class: "key was" }),
      t("review.is.played"),
    );
  }

  laySteps() {
    const last = this.told.turns.length - 1;
    const focused = this.steps.contains(document.activeElement)
      ? [...this.steps.children].indexOf(/** @type {Element} */ (document.activeElement))
      : -1;
    const button = (/** @type {import("../dom.js").Icon} */ name, /** @type {number} */ to, /** @type {boolean} */ can) =>
      h(
        "button",
        { class: "btn", "aria-label": t(`review.${name}`), "aria-disabled": can ? false : "true", onclick: () => can && this.go(to) },
        icon(name),
      );
    this.steps.replaceChildren(
      button("first", 0, this.at > 0),
      button("before", this.at - 1, this.at > 0),
      button("after", this.at + 1, this.at < last),
      button("last", last, this.at < last),
    );
    if (focused >= 0) /** @type {HTMLElement} */ (this.steps.children[focused]).focus();
  }

  /** @param {Decision} one */
  layTable(one) {
    if (isAct(one)) {
      const doubler = isAnswer(one) ? (one.player === "white" ? "black" : "white") : one.player;
      this.table.replaceChildren("kept" in one ? bombTable(one, this.name(one.player)) : cubeTable(one, this.name(doubler)));
    } else this.layTurns(one);
  }

  /** @param {import("../protocol.js").Reviewed} one */
  layTurns({ choices, chosen }) {
    const gammons = choices.some(({ gammon }) => gammon !== null);
    const head = ["turn", "win", gammons ? "gammon" : "", "equity", "loss"].filter(Boolean);
    const rows = choices.map((choice, n) => {
      const tag = n === chosen ? t("review.tag.played") : n === 0 ? t("review.tag.best") : "";
      return h(
        "tr",
        { class: n === chosen ? "chosen" : "" },
        h("th", { scope: "row" }, turnWord(choice.turn), tag ? h("span", { class: "tag" }, tag) : null),
        h("td", {}, percent(choice.win)),
        gammons ? h("td", { class: "wide-only" }, choice.gammon === null ? "" : percent(choice.gammon)) : null,
        h("td", {}, signed(choice.equity)),
        h("td", { class: n && choice.loss >= 0.015 ? "lost" : "" }, n ? signed(-choice.loss) : "0"),
      );
    });
    const cells = head.map((name) =>
      h("th", { scope: "col", class: name === "gammon" ? "wide-only" : "" }, t(name === "turn" ? "review.turn.head" : `review.${name}`)),
    );
    this.table.replaceChildren(
      choices.length ? h("table", { class: "num" }, h("thead", {}, h("tr", {}, ...cells)), h("tbody", {}, ...rows)) : "",
    );
  }

  /** @param {number | null} luck */
  layLuck(luck) {
    this.luck.textContent = luck === null ? "" : t("review.luck.roll", { luck: signed(luck) });
  }
}

/** The progress of a review. @param {Review} told */
function stateWord({ state, looked_at, of, deep, reason, withheld }) {
  if (state === "failed") return `${t("review.unable")} ${reason}`;
  if (state === "done") return withheld ? t("review.withheld", { n: withheld }) : "";
  return looked_at < of ? t("review.working", { done: looked_at, of }) : t("review.deeper", { done: deep, of });
}

/** @param {Decision | undefined} one */
const actOf = (one) => (one && isAct(one) ? one.act : undefined);

/** The index of a decision after an update. @param {Decision[]} turns @param {Decision | undefined} before @param {number} at */
function sameOf(turns, before, at) {
  const found = turns.findIndex((one) => one.number === before?.number && actOf(one) === actOf(before));
  return found < 0 ? Math.min(at, turns.length - 1) : found;
}
