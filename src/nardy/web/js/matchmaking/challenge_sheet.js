// A challenge to one person: the game and its terms. The seat opposite is kept for them.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { isRated, rateFor, ratedChoice } from "../new_game/rated_choice.js";
import { clockPicker } from "../new_game/clock_choice.js";
import { lengthPicker } from "../new_game/length_choice.js";
import { isSession, sessionChoice } from "../new_game/session_choice.js";
import { clockOf, gamesHere, lengthOf, textOf } from "../new_game/terms.js";
import { open } from "../parts.js";
import { change, settings } from "../settings.js";
import { sheet } from "../sheet.js";
import { spoken, t } from "../words.js";

/** @import { ListedGame, PersonLine } from "../protocol.js" */

/** @param {(path: string) => void} go @param {PersonLine} person */
export async function challengeSheet(go, person) {
  const [games, me] = await Promise.all([gamesHere(), ask("/api/me"), open("order"), open("matchmaking")]);
  rateFor(me);
  let game = games.find(({ id }) => id === settings.game) ?? games[0];
  const terms = h("div", { class: "terms" });
  const problem = h("p", { class: "problem", role: "alert" });
  const lay = () => terms.replaceChildren(...termChoices(game));
  const select = h(
    "select",
    { class: "field", id: "challenge-game", onchange: () => ((game = games.find(({ id }) => id === select.value) ?? game), lay()) },
    ...games.map((one) => h("option", { value: one.id, selected: one === game }, one.name[spoken()])),
  );
  const start = h("button", { class: "btn act big wide", autofocus: true, onclick: () => send() }, t("challenge.send"));
  const send = async () => {
    start.disabled = true;
    problem.textContent = "";
    const length = lengthOf(game);
    const wish = { player: person.id, game: textOf(game), length: Number(length), clock: clockOf(settings.clock, length) };
    await ask("/api/challenges", { ...wish, rated: isRated(settings.clock), session: isSession(game, settings.clock), seat: null }).then(
      ({ room }) => (dialog.close(), change({ game: game.id }), go(`/play/${room}`)),
      (error) => (problem.textContent = error.message),
    );
    start.disabled = false;
  };
  lay();
  const dialog = sheet(
    t("challenge.to", { who: person.name }),
    h("section", { class: "setting" }, h("label", { class: "label", for: "challenge-game" }, t("friend.game")), select),
    terms,
  );
  dialog.classList.add("order");
  dialog.append(h("footer", {}, h("p", { class: "muted sm" }, t("challenge.lasts")), problem, start));
  start.focus();
}

/** @param {ListedGame} game */
function termChoices(game) {
  const rated = ratedChoice(settings.clock);
  return [
    lengthPicker(game),
    sessionChoice(game),
    clockPicker(settings.clock, (clock) => (change({ clock }), rated.follow(clock))),
    rated.box,
  ];
}
