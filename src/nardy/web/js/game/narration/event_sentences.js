// Events as sentences for screen readers. Loaded when an event is shown.

import { has, learn, spoken, t } from "../../words.js";
import { numbering, placeWord } from "./notation.js";

// Without its sentences the board still works.
await learn("said").catch(() => {});

/**
 * The sentence of an event; empty where there is nothing to say.
 * @param {import("../../protocol.js").GameEvent} event @param {"white" | "black" | null} me @param {(seat: import("../../protocol.js").Seat) => string} name @param {{direction: string, results: Record<string, Record<string, string>>}} laws
 */
export function sentence(event, me, name, laws) {
  const player = "player" in event ? event.player : undefined;
  const mine = player === me;
  const who = player ? name(player) : "";
  switch (event.kind) {
    case "rolled-off":
      if (!me) return t("say.their.rolledoff", { one: name("white"), other: name("black"), ...event });
      return t("say.rolledoff", { mine: event[me], theirs: event[me === "black" ? "white" : "black"] });
    case "rolled": {
      const [high, low] = event.dice;
      const key = high === low ? "double" : "rolled";
      return t(mine ? `say.${key}` : `say.their.${key}`, { who, high, low });
    }
    case "played":
      if (!event.moves.length) return t(mine ? "say.dance" : "say.their.dance", { who });
      return mine ? "" : t("say.their.played", { who, turn: spokenTurn(event.moves, numbering(event.player, laws)) });
    case "resigned":
      return mine ? "" : t("say.their.resigned", { who, size: laws.results[event.size]?.[spoken()] ?? event.size });
    case "acted": {
      // A cube double has its own key, apart from a double of the dice.
      const key = `say.${mine ? "" : "their."}${event.act === "double" ? "cube" : event.act}`;
      return has(key) ? t(key, { who }) : "";
    }
    case "taken-back":
      return t(mine ? "say.back" : "say.their.back", { who });
    default:
      return "";
  }
}

/** @param {[number, number][]} moves @param {(n: number) => string} number */
const spokenTurn = (moves, number) =>
  moves.map(([from, to]) => t("say.move", { from: placeWord(from, number), to: placeWord(to, number) })).join(", ");
