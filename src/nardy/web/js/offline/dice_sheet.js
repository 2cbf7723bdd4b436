// What the dice of this browser are worth.

import { h } from "../dom.js";
import { open } from "../parts.js";
import { sheet } from "../sheet.js";
import { t } from "../words.js";

export async function diceSheet() {
  await open("offline");
  return sheet(t("offline.dice"), h("p", {}, t("offline.dice.more")));
}
