// Questions that are asked once.

import { has, t } from "./words.js";

/** @param {string} path @param {object} [data] @returns {Promise<any>} */
export async function ask(path, data) {
  const how = data === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new Error(t("error.offline"));
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(refusal(told, Number(answer.headers.get("retry-after"))));
  return told;
}

/** What the club refuses, in the reader's language where there are words. @param {any} told @param {number} seconds */
function refusal(told, seconds) {
  const key = `refused.${told.kind}`;
  return has(key) ? t(key, { n: seconds }) : (told.reason ?? told.detail ?? t("error.server"));
}
