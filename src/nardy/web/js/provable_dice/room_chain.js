// This browser's part in a room's dice: a hash chain, committed to before the game and revealed link by link.

import { icon, h } from "../dom.js";
import { t } from "../words.js";

export class RoomChain {
  /** @param {import("../game/play.js").Play} play */
  constructor(play) {
    this.play = play;
    /** @type {Promise<string[]> | null} */
    this.links = null;
    /** The number of the last event received. */
    this.heard = 0;
    /** All throws received, also taken-back ones. @type {import("../protocol.js").GameEvent[]} */
    this.thrown = [];
    /** Whether the tip was sent; the first throw may come before the answer. */
    this.committed = false;
    /** The number of the next throw; no later link is revealed. */
    this.next = 1;
    /** The link that was requested before the throw before it was received. */
    this.wanted = 0;
  }

  /** The chain, made on first use; empty where the browser cannot or keeps nothing. @returns {Promise<string[]>} */
  chain() {
    this.links ??= import("./hash_chain.js").then(({ able, myChain }) => (able() ? myChain(this.play) : [])).catch(() => []);
    return this.links;
  }

  /** Commit to the chain before the first throw, with every update until the club has it: a cut connection may lose it. */
  async commit() {
    const { me, facts, room, live } = this.play;
    if (!me || facts.is_over || facts.dice[me] === "") return;
    const [tip = ""] = await this.chain();
    if (this.play.facts.dice[me] !== null || this.thrown.length) return;
    this.committed = Boolean(tip);
    live.send({ type: "commit", room, tip });
  }

  /** Reveal the link of a throw, once the throw before it was received. @param {number} number */
  async reveal(number) {
    const { me, facts, room, live } = this.play;
    this.wanted = number > this.next ? number : 0;
    if (!me || !(this.committed || facts.dice[me]) || number !== this.next) return;
    const link = (await this.chain())[number];
    if (link) live.send({ type: "link", room, number, link });
  }

  /** Count throws as they are received. @param {import("../protocol.js").Happened[]} events */
  count(events) {
    for (const { number, event } of events) {
      if (number <= this.heard) continue;
      this.heard = number;
      if (event.kind.startsWith("rolled")) this.next = this.thrown.push(event) + 1;
    }
    if (this.wanted && this.wanted === this.next) this.reveal(this.wanted);
  }

  /** The link for the user's own throw. */
  async link() {
    const { me, facts } = this.play;
    return me && facts.dice[me] ? { link: (await this.chain())[this.next] ?? "" } : {};
  }

  /** The button that opens the proof; without the club, that says why there is none. */
  line() {
    const { facts, view, isOffline } = this.play;
    const text = t(isOffline ? "offline.dice" : view.phase === "over" ? "proof.check" : "proof.committed");
    return h(
      "button",
      {
        class: "btn quiet ico proof",
        title: isOffline ? text : facts.dice.commitment,
        "aria-label": text,
        onclick: () => this.show(),
      },
      icon(isOffline ? "dice" : "proof"),
      h("span", {}, text),
    );
  }

  async show() {
    if (this.play.isOffline) return (await import("../offline/dice_sheet.js")).diceSheet();
    const { proofSheet } = await import("./proof_sheet.js");
    return proofSheet(this.play);
  }
}
