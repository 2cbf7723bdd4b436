// Clocks: set by the server, counted down here between messages. Loaded only for games with clocks.

import { h } from "../../dom.js";
import { t } from "../../words.js";

const LOW = 30_000;
const DAY = 86_400;

/** `turn` is the time of a whole turn where there is no other. @typedef {{white: number, black: number, running: string | null, free: number, waits: number, at: number, turn: number}} Told */

/** Milliseconds that a seat has left, and of its delay. @param {Told} told @param {"white" | "black"} seat */
export function left(told, seat) {
  // The clock stands still while an absent player is waited for.
  const gone = told.running === seat ? Math.max(0, performance.now() - told.at - told.waits) : 0;
  return { left: Math.max(0, told[seat] - Math.max(0, gone - told.free)), free: told.running === seat ? Math.max(0, told.free - gone) : 0 };
}

/** Time as text: 7:08, 1:02:03, tenths when little is left; days and hours for long times. @param {number} ms */
export function timeText(ms) {
  if (ms >= DAY * 1000) return t("clock.long", { days: Math.floor(ms / 1000 / DAY), hours: Math.floor(ms / 3_600_000) % 24 });
  const tenths = Math.ceil(ms / 100);
  const s = ms < LOW ? Math.floor(tenths / 10) : Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, seconds] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  if (hours) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return `${minutes}:${two(seconds)}${ms < LOW ? `.${tenths % 10}` : ""}`;
}

/** A clock that updates itself while it is on the page. @param {Told} told @param {"white" | "black"} seat */
export function clockFace(told, seat) {
  const face = h("time", { class: "clock num", role: "timer" });
  const bar = h("progress", { class: "delay", max: 1, value: 0, "aria-hidden": "true" });
  const box = h("span", { class: `clockbox${told.running === seat ? " running" : ""}` }, bar, face);
  const show = () => {
    const { left: rest, free } = left(told, seat);
    // In correspondence games all time is delay, so that is what is shown.
    const ms = rest || (told.running === seat ? free : told.turn);
    face.textContent = timeText(ms);
    box.classList.toggle("low", ms < LOW);
    bar.value = told.free ? free / told.free : 0;
    bar.hidden = !free;
    // Little time is shown in tenths of a second.
    if (told.running === seat) setTimeout(() => box.isConnected && show(), ms < LOW ? 100 : 250);
  };
  show();
  return box;
}
