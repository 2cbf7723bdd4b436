// The one connection: it comes back by itself, and what was not answered is sent again, once.

/** @typedef {(message: any) => void} Hear */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;

export class Live {
  /** @param {{hear: Hear, state: (isOpen: boolean) => void, hello: () => object[]}} wants */
  constructor(wants) {
    this.wants = wants;
    /** Acts that wait for their answer, by their id. @type {Map<string, object>} */
    this.waiting = new Map();
    this.pause = FIRST_PAUSE;
    this.closed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/live`));
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.wants.state(true);
      for (const message of [...this.wants.hello(), ...this.waiting.values()]) socket.send(JSON.stringify(message));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.id) this.waiting.delete(message.id);
      this.wants.hear(message);
    };
    socket.onclose = () => {
      if (this.closed) return;
      this.wants.state(false);
      setTimeout(() => !this.closed && this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    };
  }

  /** Send something; with an id it is kept until it is answered. @param {{id?: string}} message */
  send(message) {
    if (message.id) this.waiting.set(message.id, message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}

/** A name for an act that nobody else gives. */
export const fresh = () => [...crypto.getRandomValues(new Uint8Array(9))].map((n) => n.toString(36).padStart(2, "0")).join("");
