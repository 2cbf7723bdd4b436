// Questions that are asked once.

import { spoken, t } from "./words.js";

/** The answer; a refusal bears the code of its `law`. @param {string} path @param {object} [data] @returns {Promise<any>} */
export async function ask(path, data) {
  const how = data === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(data) };
  let answer;
  try {
    answer = await fetch(path, how);
  } catch {
    throw new Error(t("error.offline"));
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const says = told.says?.[spoken()] ?? (answer.status === 404 ? t("error.noroom") : told.reason ?? told.detail ?? t("error.server"));
    throw Object.assign(new Error(says), { law: told.law });
  }
  return told;
}
