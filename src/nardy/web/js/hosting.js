// The host's part of the admins' page: numbers, the club's words about itself, a backup.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { logoPart } from "./hosting_logo.js";
import { lookPart } from "./hosting_look.js";
import { gamesHere } from "./new_game/terms.js";
import { learn, spoken, t } from "./words.js";

/** @import { ClubNumbers, ClubWords } from "./protocol.js" */
/** @typedef {"name" | "announcement" | "welcome" | "rules"} Field */

/** @type {[Field, number, boolean][]} */
const FIELDS = [
  ["name", 40, false],
  ["announcement", 1000, false],
  ["welcome", 1000, true],
  ["rules", 20_000, true],
];
/** @type {(keyof ClubNumbers)[]} */
const NUMBERS = [
  "members",
  "programs",
  "new_members",
  "new_guests",
  "seen",
  "games_going",
  "games_ended",
  "notices_sent",
  "notices_failed",
  "notices_waiting",
];

/** The sections, filled. @returns {Promise<HTMLElement[]>} */
export async function hostingParts() {
  const [numbers, words, games] = await Promise.all([ask("/api/admin/numbers"), ask("/api/club"), gamesHere(), learn("home")]);
  return [numbersPart(numbers), wordsPart(words, games), logoPart(words), backupPart()];
}

/** @param {ClubNumbers} numbers */
function numbersPart(numbers) {
  const row = (/** @type {keyof ClubNumbers} */ key) =>
    h("tr", {}, h("th", { scope: "row" }, t(`host.${key}`)), h("td", { class: "num" }, numbers[key].toLocaleString(spoken())));
  return h(
    "section",
    {},
    h("h2", {}, t("host.numbers")),
    h("div", { class: "panel tablebox" }, h("table", {}, h("tbody", {}, ...NUMBERS.map(row)))),
  );
}

/** @param {ClubWords} words @param {import("./protocol.js").ListedGame[]} games */
function wordsPart(words, games) {
  const look = lookPart(words, games);
  const said = h("p", { role: "status" });
  const fields = FIELDS.map(([name, most, isLong]) => {
    const id = `host-${name}`;
    const about = { class: "field", id, maxlength: most };
    const input = isLong ? h("textarea", { ...about, rows: 4 }) : h("input", about);
    input.value = words[name] ?? "";
    return { name, input, row: h("div", { class: "asked" }, h("label", { for: id }, t(`host.${name}`)), input) };
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = { ...Object.fromEntries(fields.map(({ name, input }) => [name, input.value])), ...look.chosen() };
    said.textContent = await ask("/api/admin/club", wanted).then(
      (now) => (look.saved(now), t("host.saved")),
      (/** @type {Error} */ error) => error.message,
    );
  };
  return h(
    "section",
    {},
    h("h2", {}, t("host.words")),
    h("p", { class: "muted sm" }, t("host.words.is")),
    h(
      "form",
      { class: "form", onsubmit: submit },
      ...fields.map(({ row }) => row),
      ...look.elements,
      h("button", { class: "btn act" }, t("host.save")),
      said,
    ),
  );
}

function backupPart() {
  const said = h("p", { role: "status" });
  const password = h("input", { class: "field", id: "host-password", type: "password", autocomplete: "current-password" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    said.textContent = await ask("/api/admin/backup", { password: password.value }).then(
      ({ file, rooms }) => t("host.backup.made", { file, rooms }),
      (/** @type {Error} */ error) => error.message,
    );
  };
  return h(
    "section",
    {},
    h("h2", {}, t("host.backup")),
    h("p", { class: "muted sm" }, t("host.backup.is")),
    h(
      "form",
      { class: "asked", onsubmit: submit },
      h("label", { for: "host-password" }, t("host.password")),
      h("div", { class: "row" }, password, h("button", { class: "btn" }, t("host.backup.make"))),
      said,
    ),
  );
}
