import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A test of the suite, which runs there with the smallest number that shows its promise. */
export type LongTest = {
  readonly name: string;
  /** In test/resilience/, or with its folder. */
  readonly file: string;
  /** How many in a whole drill. */
  readonly defaultCount: number;
  /** The name of what is counted. */
  readonly noun: string;
};

/** Kills, random faults and interrupts, with a drill's numbers. */
export const longTests: readonly LongTest[] = [
  { name: 'purchase-killed', file: 'process-killed', defaultCount: 2000, noun: 'purchases' },
  { name: 'corrected-killed', file: 'corrected-orders-killed', defaultCount: 500, noun: 'pairs' },
  { name: 'restored', file: 'restored-store', defaultCount: 10, noun: 'databases' },
  { name: 'checkouts', file: 'database-killed', defaultCount: 200, noun: 'purchases' },
  { name: 'random-faults', file: 'random-faults', defaultCount: 500, noun: 'purchases' },
  { name: 'mail-faults', file: 'mail-faults', defaultCount: 10_000, noun: 'emails' },
  { name: 'editors', file: 'editors-killed', defaultCount: 100, noun: 'kills' },
  { name: 'first-minutes', file: 'startup/first-minutes', defaultCount: 20, noun: 'first starts' },
  { name: 'ctrl-c', file: 'startup/stopping', defaultCount: 20, noun: 'first starts' },
];

/** Runs the test with `count` of them. True if it passed; its output is shown. */
export async function runLongTest(
  { file }: LongTest,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<boolean> {
  const place = file.includes('/') ? file : `resilience/${file}`;
  const child = spawn(process.execPath, ['scripts/test.ts', `test/${place}.test.ts`], {
    stdio: 'inherit',
    env: { ...process.env, FAULT_RUNS: String(count), FAULT_SEED: String(seed) },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0;
}
