/**
 * `npm run fault-drill`: breaks stores again and again under simulated buyers, and prints what came
 * of it as a Markdown table. docs/faults.md describes it. Ends with 1 if a promise was broken.
 */
import { parseArgs } from 'node:util';
import '../test/support/exit-with-parent.ts';
import { buildIfNeeded } from './build.ts';
import { DrillClosers } from '../test/resilience/drill/drill-closers.ts';
import { drillFaults } from '../test/resilience/drill/drill-faults.ts';
import { longTests, runLongTest } from '../test/resilience/drill/long-tests.ts';
import { runDrill, type DrillResult } from '../test/resilience/drill/run-drill.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: process.env['FAULT_DRILL_ONLY'] ?? '' },
    count: { type: 'string', default: process.env['FAULT_DRILL_COUNT'] ?? '' },
    seed: { type: 'string', default: process.env['FAULT_DRILL_SEED'] ?? '20261121' },
    'first-round': { type: 'string', default: '1' },
    'limit-s': { type: 'string', default: process.env['FAULT_DRILL_LIMIT_S'] ?? '60' },
  },
});
const names = values.only.split(',').filter(Boolean);
const known = [...drillFaults, ...longTests].map(({ name }) => name);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}: choose from ${known.join(', ')}.`);
  process.exit(2);
}
const isChosen = ({ name }: { readonly name: string }): boolean =>
  names.length === 0 || names.includes(name);
const seed = Number(values.seed);
const chooseCount = (defaultCount: number): number =>
  values.count === '' ? defaultCount : Number(values.count);

const closers = new DrillClosers();
let interruption: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interruption ??= closers.interrupt().finally(() => process.exit(130));
  });

const print = (line: string): void => console.log(line);
await buildIfNeeded();
const results: DrillResult[] = [];
const failedTests: string[] = [];
try {
  for (const longTest of longTests.filter(isChosen)) {
    const count = chooseCount(longTest.defaultCount);
    print(`${longTest.name}: ${count} ${longTest.noun}, seed ${seed}`);
    if (!(await runLongTest(longTest, { count, seed }))) failedTests.push(longTest.name);
  }
  for (const fault of drillFaults.filter(isChosen)) {
    const options = {
      seed,
      firstRound: Number(values['first-round']),
      count: chooseCount(fault.defaultCount),
      limitMs: Number(values['limit-s']) * 1000,
      printLine: print,
    };
    results.push(await runDrill(fault, options, closers));
  }
} catch (error) {
  // What an interrupted drill was about to do fails; everything is being closed.
  await interruption;
  throw error;
} finally {
  await closers.closeAll();
}
print(formatTable(results));
if (failedTests.length > 0) print(`failed: ${failedTests.join(', ')}`);
const isBroken = ({ lost, doubled, stuck }: DrillResult): boolean => lost + doubled + stuck > 0;
process.exit(failedTests.length > 0 || results.some(isBroken) ? 1 : 0);

function formatTable(rows: readonly DrillResult[]): string {
  const cells = rows.map((row) => [
    row.fault,
    row.count,
    row.seed,
    (row.worstRecoveryMs / 1000).toFixed(1),
    row.orders,
    row.charges,
    row.lost,
    row.doubled,
    row.stuck,
    row.emailsAgain,
  ]);
  const head =
    '| fault | count | seed | worst recovery (s) | orders | charges | lost | doubled | stuck | emails again |';
  const rule = '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';
  return ['', head, rule, ...cells.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}
