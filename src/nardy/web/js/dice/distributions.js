// Distributions: the tail of chi-square, confidence intervals, corrections for many tests.

/** Coefficients of Lanczos' approximation of log gamma (g = 7, n = 9), about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];
/** Standard deviations that hold 95 % of a normal distribution. */
export const SURE = 1.959964;

/** @param {number} x Above 1/2. */
function logGamma(x) {
  const base = x + 6.5;
  const sum = LANCZOS.reduce((all, part, n) => all + (n ? part / (x - 1 + n) : part), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/**
 * P-value of a chi-square statistic: the regularized incomplete gamma
 * function, by its series where that is short and else by its continued fraction (Lentz).
 * @param {number} statistic @param {number} degrees
 */
export function chanceOf(statistic, degrees) {
  const [a, x] = [degrees / 2, statistic / 2];
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a + 1));
  return x < a + 1 ? 1 - front * series(a, x) : front * a * fraction(a, x);
}

/** @param {number} a @param {number} x */
function series(a, x) {
  let [sum, term] = [1, 1];
  // Smaller terms are lost in the rounding of a double.
  for (let n = 1; term > sum * 1e-16; n++) sum += term *= x / (a + n);
  return sum;
}

/** @param {number} a @param {number} x */
function fraction(a, x) {
  let b = x + 1 - a;
  // Lentz's method begins with 1/0, for which a huge number stands.
  let c = 1e300;
  let d = 1 / b;
  let found = d;
  for (let n = 1; n < 1000; n++) {
    b += 2;
    d = 1 / (b - n * (n - a) * d);
    c = b - (n * (n - a)) / c;
    found *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return found;
}

/** @param {number[]} seen @param {number[]} fair */
export const chiSquare = (seen, fair) => seen.reduce((sum, count, n) => sum + (count - fair[n]) ** 2 / fair[n], 0);

/** Wilson's 95 % confidence interval of a share. @param {number} seen @param {number} of */
export function wilson(seen, of) {
  const [share, more] = [seen / of, SURE ** 2 / of];
  const middle = (share + more / 2) / (1 + more);
  const spread = (SURE / (1 + more)) * Math.sqrt((share * (1 - share)) / of + more / (4 * of));
  return { value: share, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}

/** P-values of several tests, corrected by Holm's step-down method. @param {number[]} chances */
export function corrected(chances) {
  const ranked = chances.map((chance, at) => ({ chance, at })).sort((a, b) => a.chance - b.chance);
  const found = chances.map(() => 0);
  let least = 0;
  ranked.forEach(({ chance, at }, rank) => (found[at] = least = Math.max(least, Math.min(1, chance * (chances.length - rank)))));
  return found;
}
