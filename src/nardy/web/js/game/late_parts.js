// Parts of a game's page that are loaded after the board is shown: automatic play, hints, claims, spectators.

import { open } from "../parts.js";
import { settings } from "../settings.js";
import { Automatic } from "./input/automatic.js";
import { Claim } from "./actions/claim.js";
import { Hints } from "./hints.js";
import { Rematch } from "./actions/rematch.js";
import { Resignation } from "./actions/resignation.js";
import { TurnNotice } from "./turn_notice.js";
import { Spectators } from "./spectators.js";

/** @import { ToClient, ToServer } from "../protocol.js" */

/** @typedef {import("./page.js").GamePage} GamePage */
/** A part hears messages, is laid with the page, and may have a button. */
/** @typedef {{show?: () => void, hear?: (message: ToClient) => unknown, hello?: () => ToServer[], button?: () => HTMLElement | null, close?: () => void}} Part */

/** Whether there is a chat: two people sit at the board. @param {import("./play.js").Play} play */
const talks = ({ facts, full }) => full && !(facts.white?.is_bot || facts.black?.is_bot);

/** Whether the user is a spectator, who may ask for live evaluation. @param {import("./play.js").Play} play */
const looksOn = ({ facts, full, me }) => Boolean(facts) && full && !me;

/** @param {GamePage} page */
export async function latePartsOf(page) {
  await open("room");
  return new LateParts(page);
}

class LateParts {
  /** @param {GamePage} page */
  constructor(page) {
    this.page = page;
    this.offered = 0;
    /** @type {Record<string, Promise<void>>} */
    this.loading = {};
    this.automatic = new Automatic(page);
    this.hints = new Hints(page);
    this.claim = new Claim(page);
    /** @type {Part[]} */
    this.parts = [
      this.automatic,
      this.hints,
      this.claim,
      new Resignation(page),
      new Rematch(page),
      new Spectators(page),
      new TurnNotice(page),
    ];
  }

  show() {
    if (talks(this.page.play)) this.talk();
    const { page, hints } = this;
    if (looksOn(page.play)) this.once("look", async () => new (await import("./live_evaluation.js")).LiveEvaluation(page));
    if (settings.tutor === "on" && hints.offered)
      this.once("tutor", async () => new (await import("./tutor.js")).TutorPart(page, () => hints.offered));
    this.once("draw", async () => new (await import("./input/drawings.js")).Drawings(page));
    if (hints.offered) this.once("back", async () => new (await import("./take_back.js")).TakeBack(page));
    const offered = this.buttons().length;
    if (offered !== this.offered) this.page.layActs();
    this.offered = offered;
    for (const part of this.parts) part.show?.();
  }

  /** Whether a part has handled the message, as its own request was answered. @param {ToClient} message */
  hear(message) {
    // Not `some`, which would stop at the first part that handles it.
    return this.parts.map((part) => part.hear?.(message)).includes(true);
  }

  /** Load the chat once both people are there. */
  talk = async () => {
    this.talk = async () => {};
    const [{ Chat }] = await Promise.all([import("./chat.js"), open("talk")]);
    const chat = new Chat(this.page);
    this.parts.push(chat);
    for (const message of chat.hello()) this.page.play.live.send(message);
    this.show();
  };

  /** Load a part once. @param {string} name @param {() => Promise<Part>} load */
  once(name, load) {
    this.loading[name] ??= load().then((part) => {
      if (this.page.isLeft) return;
      this.parts.push(part);
      this.show();
    });
  }

  /** Messages to send when the connection is back. */
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
