import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { findImportClosure } from '../test/support/import-closure.ts';
import { waitUntil } from '../test/support/wait-until.ts';
import programs from '../vite.programs.config.ts';
import { isInBuild, waitForTurn } from './build.ts';

const endWithParent = new URL('./support/end-with-parent.ts', import.meta.url).href;

/** A program that starts a tool as a build does, and prints the tool's process id. */
const starter = (toolCode: string): string => `
  const tool = require('node:child_process').spawn(
    process.execPath, ['--import', '${endWithParent}', '-e', ${JSON.stringify(toolCode)}],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
  tool.once('exit', (code) => process.exit(code));
  console.log(tool.pid);`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a tool of a build ends with the program that started it, even one that was killed', async () => {
  const program = spawn(process.execPath, ['-e', starter('setInterval(() => {}, 1000)')]);
  const [printed] = (await once(program.stdout, 'data')) as [Buffer];
  const tool = Number(printed.toString());
  expect(isRunning(tool)).toBe(true);
  program.kill('SIGKILL');
  await waitUntil('the tool has ended', () => !isRunning(tool));
});

test('a tool of a build ends by itself when its work is done', async () => {
  const program = spawn(process.execPath, ['-e', starter('process.exitCode = 3')]);
  expect(await once(program, 'exit')).toEqual([3, null]);
});

test('whoever builds second in a checkout waits, says so, and follows a builder that was killed', async () => {
  const holder = (): string =>
    `import('${new URL('./build.ts', import.meta.url).href}').then(async ({ waitForTurn }) => {
      await waitForTurn(); console.log('has it'); setInterval(() => {}, 1000); });`;
  const first = spawn(process.execPath, ['--input-type=module', '-e', holder()]);
  await once(first.stdout, 'data');
  const said: string[] = [];
  const turn = waitForTurn(undefined, (line) => void said.push(line));
  await waitUntil('the second says that it waits', () => said.length > 0);
  first.kill('SIGKILL');
  (await turn)();
  expect(said).toEqual([`Process ${first.pid} builds this checkout already: waiting for its end…`]);
});

test('a build is of every script that its programs import', () => {
  const { input } = programs.build?.rollupOptions ?? {};
  const entries = Object.values(input as Record<string, string>);
  const scripts = [...findImportClosure(entries)].filter((file) => file.startsWith('scripts/'));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((file) => !isInBuild(file))).toEqual([]);
  expect(['scripts/try-machines.ts', 'scripts/build.test.ts'].some(isInBuild)).toBe(false);
});
