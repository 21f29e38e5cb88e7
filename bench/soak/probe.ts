import { setTimeout as sleep } from 'node:timers/promises';

/** How one kind of page answered an ordinary visitor. */
export type ProbeResult = {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and none at all. */
  readonly failureCount: number;
};

const pauseMs = 50;
const timeLimitMs = 20_000;

/** Asks for the paths in turn, one after the other, until `isOver`. */
export async function probe(
  origin: string,
  paths: readonly string[],
  isOver: () => boolean,
): Promise<ProbeResult> {
  const times: number[] = [];
  let failureCount = 0;
  for (let i = 0; !isOver(); i++) {
    const startedAt = performance.now();
    if (!(await canRead(origin + paths[i % paths.length]))) failureCount++;
    times.push(performance.now() - startedAt);
    await sleep(pauseMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { count: times.length, p50Ms: percentile(0.5), p99Ms: percentile(0.99), failureCount };
}

async function canRead(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
