// Position texts with another score or cube (docs/reference/position-text.md).

/** What is played for. Money where `needs` is missing; else the points that White and Black need. @typedef {{needs?: [number, number], isCrawford?: boolean, value: number, owner: "" | "w" | "b"}} Stakes */

const FIRST = /^(opening|dice=|left=)/;
const OWN = /^(cube=|match=|crawford$)/;

/** The text of the same moment with other stakes. @param {string} text @param {Stakes} stakes */
export function withStakes(text, { needs, isCrawford, value, owner }) {
  const [game, side, white, black, ...fields] = text.trim().split(/\s+/);
  const offer = fields.filter((field) => field.startsWith("offer="));
  const others = fields.filter((field) => !OWN.test(field) && !field.startsWith("offer="));
  const length = needs ? Math.max(...needs) : 0;
  const match = needs ? [`match=${length}:${needs.map((need) => length - need).join("-")}`] : [];
  return [
    ...[game, side, white, black],
    ...others.filter((field) => FIRST.test(field)),
    ...(value > 1 || owner ? [`cube=${value}${owner}`] : []),
    ...offer,
    ...match,
    ...(needs && isCrawford ? ["crawford"] : []),
    ...others.filter((field) => !FIRST.test(field)),
  ].join(" ");
}

/** The stakes of a text. @param {string} text @returns {Stakes} */
export function stakesOf(text) {
  const cube = /\bcube=(\d+)([wb]?)/.exec(text);
  const match = /\bmatch=(\d+):([\d.]+)-([\d.]+)/.exec(text);
  /** @type {[number, number] | undefined} */
  const needs = match ? [Number(match[1]) - Number(match[2]), Number(match[1]) - Number(match[3])] : undefined;
  return {
    needs,
    isCrawford: /\bcrawford\b/.test(text),
    value: Number(cube?.[1] ?? 1),
    owner: /** @type {"" | "w" | "b"} */ (cube?.[2] ?? ""),
  };
}
