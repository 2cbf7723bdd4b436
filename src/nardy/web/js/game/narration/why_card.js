// The card "Why not?": the law that forbids a move, its text, and a legal move.

import { h } from "../../dom.js";
import { has, learn, spoken, t } from "../../words.js";
import { placeWord } from "./notation.js";

// Without the titles of laws the card has a general one.
await learn("laws").catch(() => {});

/**
 * @param {import("../../protocol.js").MoveVerdict} verdict
 * @param {{example: {from: number, to: number} | null, dice: number[], number: (n: number) => string}} here
 * @param {{show: () => void, rules: () => void, close: () => void}} wants
 */
export function whyCard(verdict, here, wants) {
  const isBack = verdict.law === "wrong-die" && verdict.move && verdict.move.to > verdict.move.from;
  const key = isBack ? "law.forward" : `law.${verdict.law}`;
  const title = has(key) ? t(key) : t("why.title");
  const word = (/** @type {{from: number, to: number} | null} */ move) =>
    move && `${placeWord(move.from, here.number)}/${placeWord(move.to, here.number)}`;
  const [tried, example] = [word(verdict.move) ?? "", word(here.example)];
  const body = [t("why.tried", { move: tried, dice: here.dice.join(", ") }), example ? t("why.instead", { move: example }) : ""];
  const heading = h("h3", { id: "why-title", tabindex: -1 }, title);
  const card = h(
    "section",
    { class: "why", role: "dialog", "aria-labelledby": "why-title" },
    heading,
    h("p", {}, body.filter(Boolean).join(" ")),
    h("p", { class: "law" }, verdict.says[spoken()] ?? verdict.says.en),
    h(
      "div",
      { class: "row" },
      example && h("button", { class: "btn show", onclick: wants.show }, t("why.show", { move: example })),
      h("button", { class: "btn", onclick: wants.rules }, t("why.rules")),
      h("button", { class: "btn quiet", onclick: wants.close }, t("close")),
    ),
  );
  card.addEventListener("keydown", (event) => event.key === "Escape" && wants.close());
  return { card, heading };
}
