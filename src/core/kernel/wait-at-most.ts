import type { GivenDeps } from '../given-deps.ts';

/** Returns the outcome of a sending by now; undefined if the mail server still takes its time. */
export async function waitAtMost<T>(
  sleep: GivenDeps['sleep'],
  sending: Promise<T>,
  ms: number,
): Promise<T | undefined> {
  const settled = sending.then((value) => ({ value }));
  for (let waitedMs = 0; waitedMs < ms; waitedMs += 1000) {
    const ended = await Promise.race([settled, sleep(1000).then(() => undefined)]);
    if (ended) return ended.value;
  }
  return undefined;
}
