import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A test of the suite, which runs there with the smallest number that shows its promise. */
export type LongTest = {
  readonly name: string;
  readonly file: string;
  /** Purchases in a whole drill. */
  readonly defaultCount: number;
};

/** F-01, F-02 and the purchases under random faults, with the numbers of a whole drill. */
export const longTests: readonly LongTest[] = [
  { name: 'purchase-killed', file: 'process-killed', defaultCount: 2000 },
  { name: 'checkouts', file: 'database-killed', defaultCount: 200 },
  { name: 'random-faults', file: 'random-faults', defaultCount: 500 },
];

/** Runs the test with so many purchases. True where it passed; its output is ours. */
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
