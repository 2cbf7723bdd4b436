// The WebSocket of the page. It reconnects, and then sends unanswered messages again; the server does each once.

/** @import { ToClient, ToServer } from "./protocol.js" */
/** @typedef {(message: ToClient) => void} Hear */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
/** Milliseconds without an answer after which a connection counts as lost. */
const PATIENCE = 8000;
/** The close code of a server that restarts, and milliseconds over which its pages come back. */
const RESTART = 1012;
const SPREAD = 2000;
/** Milliseconds after which the connection of a hidden page may be dead without a sign. */
const HIDDEN = 20_000;
/** Messages that a bot answers, which may take long. */
const SLOW = ["hint", "evaluate", "tutor"];

export class Live {
  /** @param {{hear: Hear, state: (isOpen: boolean) => void, hello: () => ToServer[]}} wants */
  constructor(wants) {
    this.wants = wants;
    /** Messages without an answer, by id. @type {Map<string, ToServer>} */
    this.waiting = new Map();
    this.pause = FIRST_PAUSE;
    this.patience = PATIENCE;
    /** The timer of the next attempt, or of the current one's timeout. */
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** When the page was hidden, by the time of day: other clocks may stop while a computer sleeps. */
    this.hidden = Date.now();
    this.ears = new AbortController();
    addEventListener("online", this.renew, this.ears);
    // Browsers delay the timers of hidden pages, so a lost connection may be unnoticed until now.
    const look = () => {
      if (document.hidden) this.hidden = Date.now();
      else if (this.due) this.renew();
      else if (Date.now() > this.hidden + HIDDEN) {
        // Others would see the user go and come if the old one closed before the new one is open.
        setTimeout(this.mute(), PATIENCE);
        this.open();
      }
    };
    document.addEventListener("visibilitychange", look, this.ears);
    this.open();
  }

  open() {
    // A proxy can then choose the process that has the room.
    const about = new URLSearchParams(Object.entries(this.wants.hello()[0]));
    const socket = (this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/live?${about}`));
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.wants.state(true);
      for (const message of [...this.wants.hello(), ...this.waiting.values()]) socket.send(JSON.stringify(message));
      this.doubt();
    };
    socket.onmessage = ({ data }) => {
      /** @type {ToClient} */
      const message = JSON.parse(data);
      if (this.waiting.delete(answered(message))) this.patience = PATIENCE;
      this.doubt();
      this.wants.hear(message);
    };
    socket.onclose = ({ code }) => {
      this.wants.state(false);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), pauseAfter(code, this.pause));
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  /** Send a message; one with an id is kept until it is answered. @param {ToServer} message */
  send(message) {
    if ("id" in message) this.waiting.set(message.id, message);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    this.doubt();
  }

  get due() {
    return [...this.waiting.values()].some(({ type }) => !SLOW.includes(type));
  }

  /** Start the timeout of unanswered messages. It doubles each time, so that a slow club is not flooded. */
  doubt() {
    clearTimeout(this.timer);
    if (this.due) this.timer = setTimeout(() => ((this.patience *= 2), this.renew()), this.patience);
  }

  /** Reconnect, whatever state the browser reports. */
  renew = () => {
    this.mute()();
    this.wants.state(false);
    this.open();
  };

  /** Listen to the connection no more. Returns what closes it: its close event would open another one. */
  mute() {
    const { socket } = this;
    clearTimeout(this.timer);
    if (socket) socket.onopen = socket.onmessage = socket.onclose = null;
    return () => socket?.close();
  }

  close() {
    this.ears.abort();
    this.mute()();
  }
}

/**
 * Milliseconds until the next attempt. After a restart all pages come at once, so each waits for a time of its own.
 * 4409 is a room that has moved to another process, where its page follows.
 * @param {number} code why the connection was closed @param {number} pause without a restart
 */
export const pauseAfter = (code, pause) => (code === 4409 ? 100 : pause + (code === RESTART ? Math.random() * SPREAD : 0));

/** The id that a message answers; '' where it answers none. @param {ToClient} message */
export const answered = (message) => ("id" in message ? (message.id ?? "") : "");

/** A unique id for a message. */
// `crypto.randomUUID` exists only over https, and a club may run over plain http.
export const fresh = () => [...crypto.getRandomValues(new Uint8Array(9))].map((n) => n.toString(36).padStart(2, "0")).join("");
