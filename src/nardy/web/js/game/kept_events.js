// The events of a room without the turns that were taken back, as nardy/core/kept_events.py.

/** @template {{event: import("../protocol.js").GameEvent}} Happened @param {Happened[]} events @returns {Happened[]} */
export function kept(events) {
  /** @type {Happened[]} */
  const found = [];
  for (const one of events) {
    if (one.event.kind === "taken-back") found.length -= one.event.events;
    else found.push(one);
  }
  return found;
}

/** Whether a player may take back a turn: in a casual game against a bot that goes on. @param {import("./play.js").Play} play */
export function mayTakeBack({ me, facts, view, events, isOffline, sent }) {
  if (!me || !facts || isOffline || sent || view?.phase === "over" || facts.pace || facts.tournament) return false;
  const isAgainstBot = facts[me === "white" ? "black" : "white"]?.is_bot;
  const start = events.findLastIndex(({ event }) => event.kind === "started");
  const turns = kept(events.slice(Math.max(0, start))).map(({ event }) => event);
  return Boolean(isAgainstBot && turns.some((event) => event.kind === "played" && event.player === me && event.moves.length));
}
