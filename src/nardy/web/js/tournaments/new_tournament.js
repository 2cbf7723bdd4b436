// The form for a new tournament: game, format, clock, start.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { once } from "../forms.js";
import { open } from "../parts.js";
import { spoken, t } from "../words.js";
import { pick } from "../choice_buttons.js";
import { rulesChoice, rulesLoaded } from "../new_game/rules_choice.js";
import { CLOCKS, begins, clockChoice, clockOf, lengthWord, lengthsOf } from "../new_game/terms.js";

/** @import { ListedGame, NewTournament } from "../protocol.js" */

const FORMATS = ["swiss", "round-robin", "knock-out", "arena"];
const ROUNDS = ["3", "4", "5", "6", "7", "9"];
const MINUTES = ["10", "20", "30", "60", "120"];
const LONGEST_NAME = 60;
const MOST_PRIZES = 300;
/** The extra choice of a format: its key, its values, and its field of the plan. @type {Record<string, [string, string[], keyof Plan] | undefined>} */
const OWN = {
  swiss: ["cup.rounds", ROUNDS, "rounds"],
  "round-robin": ["cup.times", ["1", "2"], "times"],
  arena: ["cup.minutes", MINUTES, "minutes"],
};

/** @typedef {{format: string, clock: string, length: string, rounds: string, times: string, minutes: string, rated: string, repeats: string, text: string}} Plan */

/** @param {(path: string) => void} go @param {string} group The private group in which it is held; '' for a public one. @returns {Promise<import("./pages.js").Shown>} */
export async function announcePage(go, group) {
  const [games, club, me] = await Promise.all([
    ask("/api/games"),
    group ? ask(`/api/groups/${encodeURIComponent(group)}`) : null,
    ask("/api/me"),
    open("order"),
  ]);
  const repeats = club ? ["owner", "helper"].includes(club.role ?? "") : me.role === "admin";
  /** @type {Plan} */
  const plan = {
    format: "swiss",
    clock: "300+5",
    length: "3",
    rounds: "5",
    times: "1",
    minutes: "30",
    rated: "",
    repeats: "",
    text: begins(games[0]),
  };
  const name = h("input", { class: "field", id: "cup-name", maxlength: LONGEST_NAME, required: true });
  const starts = h("input", { class: "field", id: "cup-starts", type: "datetime-local" });
  const prizes = h("input", { class: "field", id: "cup-prizes", maxlength: MOST_PRIZES });
  const calendar = h("p", { class: "muted sm" }, t("cup.when.is"));
  const problem = h("p", { class: "problem", role: "alert" });
  const game = gameChoice(games, plan);
  const terms = h("div", { class: "form" });
  const lay = () => terms.replaceChildren(...termsOf(plan, lay));
  lay();
  const announce = async () => {
    await rulesLoaded();
    const wants = { ...wished(plan, name.value, starts.value), circle: group, prizes: prizes.value };
    if (plan.repeats) {
      const { timesOf } = await import("./calendar.js");
      await ask("/api/schedules", { tournament: wants, times: timesOf(plan.repeats, starts.value) });
      return go(group ? `/club/${group}` : "/tournaments");
    }
    const { tournament } = await ask("/api/tournaments", wants);
    return go(`/tournament/${tournament}`);
  };
  const button = h("button", { class: "btn act" }, t("cup.announce"));
  const form = h(
    "form",
    { class: "form panel plan", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), once(button, problem, announce)) },
    labelled("cup-name", "cup.name", name),
    game,
    terms,
    labelled("cup-prizes", "cup.prizes", prizes),
    labelled("cup-starts", "cup.when", starts, calendar),
    repeats ? repeatChoice(plan, starts) : null,
    button,
    problem,
  );
  return {
    element: h(
      "div",
      { class: "leaders" },
      h("h1", { tabindex: -1 }, t("cup.new")),
      club ? h("p", { class: "muted" }, t("cup.within", { name: club.name })) : null,
      form,
    ),
  };
}

/** @param {string} id @param {string} key @param {...HTMLElement} inside */
const labelled = (id, key, ...inside) => h("div", { class: "labelled" }, h("label", { for: id }, t(key)), ...inside);

/** The game with its rules, and how long a match is. @param {ListedGame[]} games @param {Plan} plan */
function gameChoice(games, plan) {
  const rules = h("div", { class: "form" });
  const select = h(
    "select",
    { class: "field", id: "cup-game-choice", onchange: () => lay() },
    ...games.map((one) => h("option", { value: one.id }, one.name[spoken()])),
  );
  const lay = () => {
    const game = games.find((one) => one.id === select.value) ?? games[0];
    if (game.rotation.length && plan.length === "0") plan.length = "3";
    rules.replaceChildren(
      rulesChoice(
        game,
        (plan.text = begins(game)),
        (text) => (plan.text = text),
        () => true,
      ),
      pick(
        t("cup.length"),
        lengthsOf(game).map((one) => [one, lengthWord(one)]),
        plan.length,
        (length) => (plan.length = length),
      ),
    );
  };
  lay();
  return h("div", { class: "form" }, labelled("cup-game-choice", "cup.what", select), rules);
}

/** Whether it repeats; then the start must be given. @param {Plan} plan @param {HTMLInputElement} starts */
const repeatChoice = (plan, starts) =>
  pick(
    t("cup.repeats"),
    ["", "week", "month"].map((one) => [one, t(`cup.repeats.${one || "no"}`)]),
    plan.repeats,
    (one) => ((plan.repeats = one), (starts.required = Boolean(one))),
  );

/** The format, and the choices that depend on it. @param {Plan} plan @param {() => void} lay */
function termsOf(plan, lay) {
  const set =
    (/** @type {keyof Plan} */ key, again = false) =>
    (/** @type {string} */ value) => ((plan[key] = value), again && lay());
  const isArena = plan.format === "arena";
  const clocks = CLOCKS.filter((clock) => clock && !(isArena && clock.startsWith("0d")));
  if (!clocks.includes(plan.clock)) plan.clock = clocks[0];
  const own = OWN[plan.format];
  return /** @type {HTMLElement[]} */ (
    [
      pick(
        t("cup.format"),
        FORMATS.map((one) => [one, t(`format.${one}`)]),
        plan.format,
        set("format", true),
      ),
      h("p", { class: "muted sm" }, isArena ? t("how.arena", { n: Number(plan.minutes) }) : t(`how.${plan.format}`)),
      own &&
        pick(
          t(own[0]),
          own[1].map((n) => [n, n]),
          plan[own[2]],
          set(own[2], isArena),
        ),
      pick(
        t("cup.clock"),
        clocks.map((clock) => [clock, clockChoice(clock)]),
        plan.clock,
        set("clock"),
      ),
      pick(
        t("cup.counts"),
        [
          ["", t("cup.casual")],
          ["1", t("terms.rated")],
        ],
        plan.rated,
        set("rated"),
      ),
    ].filter(Boolean)
  );
}

/** The request for a plan. @param {Plan} plan @param {string} name @param {string} starts */
const wished = (plan, name, starts) => ({
  name,
  game: plan.text,
  format: /** @type {NewTournament["format"]} */ (plan.format),
  clock: clockOf(plan.clock, plan.length) ?? "",
  length: Number(plan.length),
  rounds: Number(plan.format === "round-robin" ? plan.times : plan.rounds),
  minutes: Number(plan.minutes),
  rated: Boolean(plan.rated),
  starts: starts ? new Date(starts).getTime() : null,
});
