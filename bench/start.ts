/**
 * `node bench/start.ts`: what a second start of the demo costs, and what it takes at rest. CPU of the
 * program and its supervisor from their start to the first page with 200, PostgreSQL apart (median
 * of RUNS, 5, with all of them); memory two minutes later (REST_SECONDS). `BENCH_DATA` names a data
 * folder that is kept; a first start fills it. Further arguments are starts to compare, in turns:
 * `MEMORY_MB=1024 MALLOC_MMAP_THRESHOLD_=131072` adds one with these variables.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '../test/support/free-ports.ts';
import { createTemporaryFolder } from '../test/support/temporary-folder.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { median } from './support/program.ts';
import { readCpuMs, readProcessState } from './soak/store-process.ts';

const runs = Number(process.env['RUNS'] ?? 5);
const restMs = Number(process.env['REST_SECONDS'] ?? 120) * 1000;

const temporary = process.env['BENCH_DATA'] ? undefined : createTemporaryFolder('start');
const dataFolder = process.env['BENCH_DATA'] ?? temporary?.path ?? '';

/** Variables of a start, such as "A=1 B=2"; none for the one that users have. */
const variants = ['', ...process.argv.slice(2)];
const readVariables = (variant: string): Record<string, string> =>
  Object.fromEntries(
    variant
      .split(' ')
      .filter(Boolean)
      .map((pair): [string, string] => {
        const equals = pair.indexOf('=');
        return [pair.slice(0, equals), pair.slice(equals + 1)];
      }),
  );

/** The store as `npm start` runs it, when its home page has been answered with 200. */
async function start(variant: string) {
  const port = await findFreePorts();
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataFolder,
    ...readVariables(variant),
  };
  const child = spawn(process.execPath, ['scripts/start.ts'], { env, stdio: 'ignore' });
  while (!(await hasHomePage(port))) {
    if (child.exitCode !== null) throw new Error('The store did not start.');
    await sleep(20);
  }
  return child;
}

const hasHomePage = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => (await answer.text(), answer.status === 200),
    () => false,
  );

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

type Second = { readonly cpuMs: number; readonly residentMb: number | undefined };

/** A second start, and the memory at its rest if that is wanted. */
async function measure(variant: string, waits: boolean): Promise<Second> {
  const child = await start(variant);
  const cpuMs = readCpuMs(child.pid ?? 0);
  if (waits) await sleep(restMs);
  const residentMb = waits ? readProcessState(child.pid ?? 0).residentMb : undefined;
  await end(child);
  return { cpuMs, residentMb };
}

await buildIfNeeded();
// The first writes the demo, the second what is kept of compiling.
for (const waitMs of [5000, 0]) {
  const child = await start('');
  await sleep(waitMs);
  await end(child);
}
const seconds = variants.map((): Second[] => []);
for (let run = 0; run < runs; run++)
  for (const [place, variant] of variants.entries())
    seconds[place]?.push(await measure(variant, run === runs - 1));
console.log('CPU ms | all runs | MB at rest | variables');
for (const [place, variant] of variants.entries()) {
  const measured = seconds[place] ?? [];
  const cpu = measured.map(({ cpuMs }) => cpuMs);
  const rest = measured.at(-1)?.residentMb?.toFixed(0);
  console.log([median(cpu), cpu.join(' '), rest, variant].join(' | '));
}
temporary?.remove();
