// Refused moves, explained at the board. Loaded when a move is refused.

import { announce } from "../../live_region.js";
import { h } from "../../dom.js";
import { open } from "../../parts.js";
import { spoken, t } from "../../words.js";
import { whyCard } from "./why_card.js";

/** @import { MoveVerdict } from "../../protocol.js" */

/** @typedef {import("../page.js").GamePage} GamePage */

/** Milliseconds that a line stays under the board. */
const A_WHILE = 6000;

/** Show the judge's verdict on a move. @param {GamePage} page @param {MoveVerdict} verdict */
export async function refuse(page, verdict) {
  await open("room");
  const { board, explained } = page;
  if (!verdict.law || !board) return;
  const place = verdict.move?.to ?? 0;
  board.marks.clear();
  board.marks.refuse(place);
  const says = verdict.says[spoken()] ?? verdict.says.en;
  announce(`${says} ${t("say.presswhere")}`);
  if (explained.has(verdict.law)) return brief(page, verdict, says);
  explained.add(verdict.law);
  explain(page, verdict);
}

/** A law that was explained before gets only a line. @param {GamePage} page @param {MoveVerdict} verdict @param {string} says */
function brief(page, verdict, says) {
  page.hint.replaceChildren(says, " ", h("button", { class: "linkish", onclick: () => explain(page, verdict) }, t("why.ask")));
  setTimeout(() => page.hint.replaceChildren(), A_WHILE);
}

/** @param {GamePage} page @param {MoveVerdict} verdict */
function explain(page, verdict) {
  const { play } = page;
  const moves = play.node?.moves ?? [];
  const example = moves.find((move) => move.from === verdict.move?.from) ?? moves[0] ?? null;
  const about = whyCard(
    verdict,
    { example, dice: play.node?.dice ?? [], number: (n) => page.number(n) },
    {
      show: () => {
        page.board?.marks.clear();
        if (example) page.board?.marks.arrow(example.from, example.to, "best");
      },
      rules: () => import("../sheets.js").then((open) => open.rulesSheet(play.laws)),
      close: () => {
        page.closeWhy();
        page.board?.keyboard?.go(page.board.keyboard.here);
      },
    },
  );
  page.explain(about);
}
