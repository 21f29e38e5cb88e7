/** The value that a share of the values does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;

type Measured = { readonly p50Ms: number; readonly p99Ms: number };

/** The time of each call, one after the other. */
export async function measure(
  paths: readonly string[],
  read: (path: string) => Promise<void>,
): Promise<Measured> {
  const times: number[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    await read(path);
    times.push(performance.now() - startedAt);
  }
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

/** One row of a benchmark's table, with what is over its bound marked. */
export const toRow = ({ p50Ms, p99Ms }: Measured, boundMs: number) => ({
  'p50 ms': Math.round(p50Ms * 10) / 10,
  'p99 ms': Math.round(p99Ms * 10) / 10,
  '': p99Ms > boundMs ? `over ${boundMs} ms` : '',
});
