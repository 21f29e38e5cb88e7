/**
 * `npm run mutate`: puts each fault of `scripts/mutants/` into a copy of the project, one at a time,
 * and runs the tests that should notice it; one that they miss is tried with all tests of orders.
 * Writes docs/mutations.md from what came of it. Ends with 1 if one was missed that is not
 * declared equal, with 2 if the list no longer fits the sources. `--only PART` runs the files whose
 * path contains it; `--again` repeats those that were noticed already.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toDay } from '#core/kernel/time-zone.model.ts';
import '../test/support/exit-with-parent.ts';
import startTestPostgres from '../test/support/database-setup.ts';
import { afterSaleMutants } from './mutants/after-sale.ts';
import { foundAgainMutants } from './mutants/found-again.ts';
import type { Mutant } from './mutants/mutant.ts';
import { paymentMutants } from './mutants/payment.ts';
import { refundMutants } from './mutants/refunds.ts';
import { saleMutants } from './mutants/sale.ts';
import { findInTool, installTool } from './support/install-tool.ts';

/** The first test that failed for a mutant, and how; undefined if all passed. */
type Failure = { readonly noticedBy: string; readonly message: string };
type Result = {
  readonly noticedBy: string | null;
  readonly message?: string;
  readonly day: string;
};

const mutants = [
  ...paymentMutants,
  ...foundAgainMutants,
  ...refundMutants,
  ...saleMutants,
  ...afterSaleMutants,
];
const sources = 'src/core/orders';
const allTests = ['src/core/orders/', 'test/api/paypal', 'test/admin/orders.test'];
const resultsFile = '.data/mutations.json';
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
  },
});

const toKey = ({ file, from, to }: Mutant): string => `${file}\n${from}\n${to}`;
const results = new Map<string, Result>(
  existsSync(resultsFile)
    ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as [string, Result][])
    : [],
);

const misfits = mutants.filter((mutant) => countPlaces(mutant) !== 1);
for (const { file, from } of misfits) console.error(`${file}: not there exactly once: ${from}`);
if (misfits.length > 0) process.exit(2);

const chosen = mutants.filter(
  (mutant) =>
    mutant.file.includes(values.only) &&
    (values.again || (results.get(toKey(mutant))?.noticedBy ?? null) === null),
);
installTool('checks');
installTool('test');
const copy = copyProject();
const stopPostgres = await startTestPostgres();
try {
  for (const [index, mutant] of chosen.entries()) {
    const failure = tryMutant(mutant);
    const day = toDay(new Date(), 'UTC');
    results.set(toKey(mutant), { ...(failure ?? { noticedBy: null }), day });
    writeFileSync(resultsFile, JSON.stringify([...results], null, 1));
    const what = failure ? `noticed by ${failure.noticedBy}: ${failure.message}` : 'MISSED';
    console.log(`${index + 1}/${chosen.length} ${mutant.file}: ${shorten(mutant.from)}: ${what}`);
  }
} finally {
  await stopPostgres?.();
  rmSync(copy, { recursive: true, force: true });
}
writeFileSync('docs/mutations.md', formatDocument());
execFileSync(process.execPath, [findInTool('checks', 'oxfmt/bin/oxfmt'), 'docs/mutations.md']);
const missed = mutants.filter((mutant) => isMissed(mutant) && mutant.equal === undefined);
console.log(`${mutants.length} mutants, ${missed.length} missed`);
process.exit(missed.length > 0 ? 1 : 0);

function countPlaces({ file, from }: Mutant): number {
  return readFileSync(path.join(sources, file), 'utf8').split(from).length - 1;
}

function isMissed(mutant: Mutant): boolean {
  return results.get(toKey(mutant))?.noticedBy === null;
}

/** The project's present files in a folder of their own: the tree itself is never changed. */
function copyProject(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard']);
  execFileSync('tar', ['-cf', path.join(folder, 'files.tar'), '--null', '-T', '-'], {
    input: files,
  });
  execFileSync('tar', ['-xf', 'files.tar'], { cwd: folder });
  rmSync(path.join(folder, 'files.tar'));
  for (const packages of ['node_modules', 'tools/test/node_modules'])
    symlinkSync(path.resolve(packages), path.join(folder, packages));
  return folder;
}

/** The first test that fails with the fault; null if all pass. */
function tryMutant(mutant: Mutant): Failure | null {
  const file = path.join(copy, sources, mutant.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    original.replace(mutant.from, () => mutant.to),
  );
  try {
    return findFailure(mutant.tests.split(' ')) ?? findFailure(allTests);
  } finally {
    writeFileSync(file, original);
  }
}

/** The first test that fails; null if all pass. */
function findFailure(words: readonly string[]): Failure | null {
  const report = path.join(copy, 'mutant.json');
  rmSync(report, { force: true });
  const options = ['--bail=1', '--reporter=json', `--outputFile.json=${report}`];
  const limits = ['--testTimeout=300000', '--hookTimeout=300000', '--passWithNoTests'];
  const vitest = 'node_modules/vitest/vitest.mjs';
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...options, ...limits, ...words], {
    cwd: copy,
    stdio: 'ignore',
    timeout: 20 * 60_000,
  });
  if (status === 0) return null;
  if (!existsSync(report)) return { noticedBy: 'no end within 20 minutes', message: '' };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults.find((one) => one.status === 'failed');
  const test = failed?.assertionResults.find((one) => one.status === 'failed');
  const message = shorten(test?.failureMessages[0] ?? failed?.message ?? '');
  return { noticedBy: test?.title ?? 'the file does not load', message };
}

type Report = {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
};

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

function describeEnd(mutant: Mutant): string {
  const result = results.get(toKey(mutant));
  if (result?.noticedBy) return result.noticedBy;
  if (mutant.equal) return `equal: ${mutant.equal}`;
  return result ? '**missed**' : 'not tried';
}

function formatDocument(): string {
  const tried = mutants.filter((mutant) => results.has(toKey(mutant)));
  const days = [...new Set([...results.values()].map(({ day }) => day))].toSorted();
  const noticed = tried.filter((mutant) => !isMissed(mutant));
  const equal = tried.filter((mutant) => isMissed(mutant) && mutant.equal !== undefined);
  const missedCount = tried.length - noticed.length - equal.length;
  const cell = (text: string): string => `\`${shorten(text).replaceAll('|', String.raw`\|`)}\``;
  const rows = mutants.map((mutant) => {
    const { file, from, to } = mutant;
    const end = describeEnd(mutant);
    return `| ${file} | ${cell(from)} | ${to === '' ? '' : cell(to)} | ${end.replaceAll('|', String.raw`\|`)} |`;
  });
  return `# Faults on purpose: what the tests of orders notice

\`npm run mutate\` puts ${mutants.length} faults into a copy of \`src/core/orders\`, one at a time, and runs the
tests that should notice it, then all tests of orders. ${tried.length} were tried (${days.join(', ')}): ${noticed.length} were
noticed, ${equal.length} are said to be equal, ${missedCount} were missed. Written by the command itself.

| file | is | becomes | noticed by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
