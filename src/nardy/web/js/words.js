// The texts of the page in the user's language. Another language is one more file in locale/.

export const LANGUAGES = ["en", "ru"];

/** Texts, and forms of a noun by number. @type {Record<string, string | Record<string, string>>} */
let words = {};
/** Parts of the page whose words are loaded. @type {Set<string>} */
const parts = new Set();
let language = "en";
/** @type {Intl.PluralRules} */
let plurals = new Intl.PluralRules("en");

/** Load the words of a language. @param {string} wanted @returns {Promise<void>} */
export async function speak(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : "en";
  const files = [next, ...[...parts].map((part) => `${next}/${part}`)];
  const told = await Promise.all(files.map(read));
  // A part loaded meanwhile has words of the old language.
  if (parts.size >= files.length) return speak(wanted);
  words = Object.assign({}, ...told);
  language = next;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** @param {string} file */
const read = async (file) => (await fetch(new URL(`../locale/${file}.json`, import.meta.url))).json();

/** Load the words of a part of the page. @param {string} part @returns {Promise<void>} */
export async function learn(part) {
  if (parts.has(part)) return;
  const asked = language;
  const told = await read(`${asked}/${part}`);
  if (asked !== language) return learn(part);
  parts.add(part);
  Object.assign(words, told);
}

export const spoken = () => language;

/**
 * The text of a key. `{name}` stands for a value, `{n:pips}` for a number with its noun.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = words[key];
  if (typeof text !== "string") return key;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ noun) =>
    noun ? counted(noun, /** @type {number} */ (values[name])) : String(values[name] ?? ""),
  );
}

/** The name of a person, or of a deleted account. @param {string} name */
export const named = (name) => (name === "—" ? t("gone") : name);

/** Whether a key has a text. @param {string} key */
export const has = (key) => key in words;

/** A number with its noun. @param {string} noun @param {number} n */
export const counted = (noun, n) => `${n.toLocaleString(language)} ${nounOf(noun, n)}`;

/** A share as a percentage: 57.3 %. @param {number} share @param {number} [digits] After the point. */
export const percent = (share, digits = 1) =>
  share.toLocaleString(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The form of a noun for a number. @param {string} noun @param {number} n */
export function nounOf(noun, n) {
  const forms = /** @type {Record<string, string>} */ (words[`count.${noun}`] ?? {});
  return forms[plurals.select(n)] ?? forms.other ?? noun;
}

/** The first of the browser's languages that the page has. */
export function preferred() {
  const asked = navigator.languages ?? [navigator.language];
  const found = asked.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag));
  return found ?? "en";
}
