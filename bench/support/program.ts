import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from '../../scripts/build.ts';

type Program = typeof import('../../src/main.ts');
type RunningApp = Awaited<ReturnType<Program['startApp']>>;

/** The built store, started in this process with these environment variables. */
export async function startBuiltApp(env: Record<string, string>): Promise<RunningApp> {
  process.env['NODE_ENV'] = 'production';
  await buildIfNeeded();
  const url = pathToFileURL(path.resolve('dist/server/index.js')).href;
  const program = (await import(url)) as Program;
  const config = program.readConfig({ HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env });
  return program.startApp(config, { build: program, printLine: () => {} });
}

/** Resident memory of this process, in MB. */
export const getResidentMemoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

/** The middle value, or the larger of the two middle ones. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
