import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A test of the suite, which runs there with the smallest number that shows its promise. */
export type LongTest = {
  readonly name: string;
  readonly file: string;
  /** How many in a whole drill. */
  readonly defaultCount: number;
  /** What is counted. */
  readonly noun: string;
};

/** F-01, F-70, F-71, F-02, purchases and emails under random faults, editors who type: with a drill's numbers. */
export const longTests: readonly LongTest[] = [
  { name: 'purchase-killed', file: 'process-killed', defaultCount: 2000, noun: 'purchases' },
  { name: 'corrected-killed', file: 'corrected-orders-killed', defaultCount: 500, noun: 'pairs' },
  { name: 'restored', file: 'restored-store', defaultCount: 10, noun: 'databases' },
  { name: 'checkouts', file: 'database-killed', defaultCount: 200, noun: 'purchases' },
  { name: 'random-faults', file: 'random-faults', defaultCount: 500, noun: 'purchases' },
  { name: 'mail-faults', file: 'mail-faults', defaultCount: 10_000, noun: 'emails' },
  { name: 'editors', file: 'editors-killed', defaultCount: 100, noun: 'kills' },
];

/** Runs the test with `count` of them. True if it passed; its output is shown. */
export async function runLongTest(
  { file }: LongTest,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<boolean> {
  const child = spawn(process.execPath, ['scripts/test.ts', `test/resilience/${file}.test.ts`], {
    stdio: 'inherit',
    env: { ...process.env, FAULT_RUNS: String(count), FAULT_SEED: String(seed) },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode === 0;
}
