// What joins a game's page behind the first glance: automatic play, hints, claims, watching. Loaded then.

import { open } from "../parts.js";
import { Automatic } from "./automatic.js";
import { Chat } from "./chat.js";
import { Claim } from "./claim.js";
import { Eyes } from "./eyes.js";
import { Hints } from "./hints.js";
import { TurnNotice } from "./turn_notice.js";
import { Watchers } from "./watchers.js";

/** @typedef {import("./page.js").GamePage} GamePage */
/** A part hears messages, shows itself with the page, and may have a button of its own. */
/** @typedef {{show?: () => void, hear?: (message: any) => void, hello?: () => object[], button?: () => HTMLElement | null, close?: () => void}} Part */

/** @param {GamePage} page */
export async function extrasOf(page) {
  await open("room");
  return new Extras(page);
}

class Extras {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.offered = 0;
    this.automatic = new Automatic(page);
    this.hints = new Hints(page);
    this.claim = new Claim(page);
    /** @type {Part[]} */
    this.parts = [this.automatic, this.hints, this.claim, new Eyes(page), new Watchers(page), new Chat(page), new TurnNotice(page)];
  }

  show() {
    const offered = this.buttons().length;
    if (offered !== this.offered) this.page.layActs();
    this.offered = offered;
    for (const part of this.parts) part.show?.();
  }

  /** @param {any} message */
  hear(message) {
    for (const part of this.parts) part.hear?.(message);
  }

  /** What is to be said when the connection is there again. */
  hello() {
    return this.parts.flatMap((part) => part.hello?.() ?? []);
  }

  /** Buttons beside undo and resign. */
  buttons() {
    return this.parts.flatMap((part) => part.button?.() ?? []);
  }

  close() {
    for (const part of this.parts) part.close?.();
  }
}
