import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { waitUntil } from '../test/support/wait-until.ts';

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
