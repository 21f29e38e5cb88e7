type Sample = readonly number[];

/** The sum of the ranks of `a` in both samples together, and the correction for equal values. */
function rankSum(a: Sample, b: Sample): { sum: number; ties: number } {
  const all = [
    ...a.map((value) => ({ value, isFirst: true })),
    ...b.map((value) => ({ value, isFirst: false })),
  ].toSorted((x, y) => x.value - y.value);
  let sum = 0;
  let ties = 0;
  for (let start = 0; start < all.length;) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const rank = (start + end + 1) / 2;
    for (let i = start; i < end; i++) if (all[i]?.isFirst) sum += rank;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  return { sum, ties };
}

/** erfc(x) for x ≥ 0, by Abramowitz and Stegun 7.1.26: the error is below 1.5e-7. */
function complementaryErrorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return polynomial * Math.exp(-x * x);
}

/**
 * The two-sided probability that both samples come from one distribution (H. B. Mann and
 * D. R. Whitney, 1947): normal approximation with correction for ties.
 */
export function mannWhitneyPValue(a: Sample, b: Sample): number {
  const { sum, ties } = rankSum(a, b);
  const [n, m, total] = [a.length, b.length, a.length + b.length];
  const u = sum - (n * (n + 1)) / 2;
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = (Math.abs(u - (n * m) / 2) - 0.5) / spread;
  return complementaryErrorFunction(z / Math.SQRT2);
}
