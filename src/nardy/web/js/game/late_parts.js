// What joins a game's page behind the first glance: automatic play, hints, claims, watching. Loaded then.

import { open } from "../parts.js";
import { Automatic } from "./input/automatic.js";
import { Claim } from "./actions/claim.js";
import { Hints } from "./hints.js";
import { Rematch } from "./actions/rematch.js";
import { Resignation } from "./actions/resignation.js";
import { TurnNotice } from "./turn_notice.js";
import { Spectators } from "./spectators.js";

/** @import { ToClient, ToServer } from "../protocol.js" */

/** @typedef {import("./page.js").GamePage} GamePage */
/** A part hears messages, shows itself with the page, and may have a button of its own. */
/** @typedef {{show?: () => void, hear?: (message: ToClient) => unknown, hello?: () => ToServer[], button?: () => HTMLElement | null, close?: () => void}} Part */

/** Bots do not talk, and nobody is there before both have come. @param {import("./play.js").Play} play */
const talks = ({ facts, full }) => full && !(facts.white?.is_bot || facts.black?.is_bot);

/** Those who look on may ask how the game stands. @param {import("./play.js").Play} play */
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
    if (looksOn(this.page.play)) this.look();
    const offered = this.buttons().length;
    if (offered !== this.offered) this.page.layActs();
    this.offered = offered;
    for (const part of this.parts) part.show?.();
  }

  /** Whether a part has answered: it asked itself for what was refused. @param {ToClient} message */
  hear(message) {
    return this.parts.map((part) => part.hear?.(message)).includes(true);
  }

  /** Have what people talk with, once there are two of them. */
  talk = async () => {
    this.talk = async () => {};
    const [{ Chat }] = await Promise.all([import("./chat.js"), open("talk")]);
    const chat = new Chat(this.page);
    this.parts.push(chat);
    for (const message of chat.hello()) this.page.play.live.send(message);
    this.show();
  };

  look = async () => {
    this.look = async () => {};
    const { LiveEvaluation } = await import("./live_evaluation.js");
    this.parts.push(new LiveEvaluation(this.page));
    this.show();
  };

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
