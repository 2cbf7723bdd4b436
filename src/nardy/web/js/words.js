// Every word on the page, in the reader's language. Another language is one more file in locale/.

export const LANGUAGES = ["en", "ru"];

/** @type {Record<string, any>} */
let words = {};
let language = "en";
/** Parts of the page whose words are here too. @type {Set<string>} */
const parts = new Set();
/** @type {Intl.PluralRules} */
let plurals = new Intl.PluralRules("en");

/** Read the words of a language. @param {string} wanted */
export async function speak(wanted) {
  language = LANGUAGES.includes(wanted) ? wanted : "en";
  words = {};
  await Promise.all([read(`${language}.json`), ...[...parts].map((part) => read(`${language}/${part}.json`))]);
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** The words of a part of the page that few visitors open. @param {string} part */
export async function learn(part) {
  if (!parts.has(part)) await read(`${language}/${part}.json`);
  parts.add(part);
}

/** @param {string} file */
async function read(file) {
  const answer = await fetch(`/web/locale/${file}`);
  Object.assign(words, await answer.json());
}

export const spoken = () => language;

/**
 * The words of a key. `{name}` stands for a value, `{n:pips}` for a number with its noun.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ noun) =>
    noun ? counted(noun, values[name]) : String(values[name] ?? ""),
  );
}

/** Whether there are words for a key. @param {string} key */
export const has = (key) => key in words;

/** A number with its noun. @param {string} noun @param {number} n */
export function counted(noun, n) {
  const forms = words[`count.${noun}`] ?? {};
  return `${n.toLocaleString(language)} ${forms[plurals.select(n)] ?? forms.other ?? noun}`;
}

/** The language that this visitor reads. */
export function preferred() {
  const asked = navigator.languages ?? [navigator.language];
  const found = asked.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag));
  return found ?? "en";
}
