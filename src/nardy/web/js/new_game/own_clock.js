// A clock of one's own: minutes and seconds a turn, or days a turn.

const DAY = 86_400;
/** Beyond these nobody plays; the club takes up to 100 days. */
export const MOST = { minutes: 1440, seconds: 3600, days: 30 };

/** A clock of one's own, as the server writes it; null where a field is empty or out of range. @param {{minutes: number, seconds: number, days: number}} own */
export function ownClock({ minutes, seconds, days }) {
  const isWhole = [minutes, seconds, days].every((one) => Number.isInteger(one) && one >= 0);
  if (!isWhole || minutes > MOST.minutes || seconds > MOST.seconds || days > MOST.days) return null;
  if (days) return `0d${days * DAY}`;
  return minutes || seconds ? `${minutes * 60}+${seconds}` : null;
}

/** The fields that stand for a clock. @param {string} clock */
export function ownFields(clock) {
  const found = /^(\d+)([+d])(\d+)$/.exec(clock);
  const [base, more] = [Number(found?.[1] ?? 600), Number(found?.[3] ?? 8)];
  if (found?.[2] === "d" && !base) return { minutes: 0, seconds: 0, days: Math.max(1, Math.round(more / DAY)) };
  return { minutes: Math.round(base / 60), seconds: more, days: 0 };
}
