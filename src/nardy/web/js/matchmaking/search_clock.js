// How long a search has lasted, and how far its range has widened. The numbers come from the club.

import { t } from "../words.js";

/** @typedef {Pick<import("../protocol.js").Searching, "waited" | "strength" | "start" | "growth" | "open_after" | "bot_after">} Told */

/** The range after so many milliseconds; null once everybody fits. @param {Told} told @param {number} waited */
export const widthAfter = ({ start, growth, open_after }, waited) =>
  waited >= open_after ? null : Math.round(start + (growth * Math.max(0, waited)) / 1000);

/** Minutes and seconds: 1:05. @param {number} waited Milliseconds. */
export const minutes = (waited) => {
  const seconds = Math.floor(waited / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Counts the seconds of a search, and says once when a bot may be offered. */
export class SearchClock {
  /** @param {HTMLElement} shows @param {() => void} offerBot */
  constructor(shows, offerBot) {
    this.shows = shows;
    this.offerBot = offerBot;
    this.timer = 0;
  }

  /** @param {Told} told */
  begin(told) {
    this.stop();
    const since = performance.now() - told.waited;
    let isOffered = false;
    const show = () => {
      const waited = performance.now() - since;
      const width = widthAfter(told, waited);
      const range = width === null ? t("search.open") : t("search.range", { strength: Math.round(told.strength), width });
      this.shows.textContent = `${minutes(waited)} · ${range}`;
      if (waited >= told.bot_after && !isOffered) {
        isOffered = true;
        this.offerBot();
      }
    };
    show();
    this.timer = window.setInterval(show, 1000);
  }

  stop() {
    clearInterval(this.timer);
  }
}
