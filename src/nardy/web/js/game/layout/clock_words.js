// Clocks in words.

import { t } from "../../words.js";

const DAY = 86_400;

/** The time of a turn in correspondence games, in milliseconds; else 0. @param {string | null} clock */
export const turnTime = (clock) => Number(/^0d(\d+)$/.exec(clock ?? "")?.[1] ?? 0) * 1000;

/** A time control as players write it: "10 min + 8 s", "3 min, 12 s free", "3 days a turn". @param {string | null} clock */
export function clockWord(clock) {
  const found = /^(\d+)([+d])(\d+)$/.exec(clock ?? "");
  if (!found) return t("clock.none");
  const [base, more] = [Number(found[1]), Number(found[3])];
  if (found[2] === "d" && !base && more % DAY === 0) return t("clock.days", { days: more / DAY });
  return t(found[2] === "d" ? "clock.delay" : "clock.fischer", { minutes: base / 60, seconds: more });
}
