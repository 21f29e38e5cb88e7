import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

/** Starts an empty store as npm does, in a group of its own as a terminal's, and ends it there. */
async function interruptWhen(text: string) {
  const folder = createTemporaryFolder('stopping');
  const program = spawn('npm', ['start', '--silent'], {
    detached: true,
    env: { ...process.env, PORT: String(await findFreePorts()), DATA_DIR: folder.path },
  });
  let output = '';
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  program.stdout.on('data', (chunk: Buffer) => {
    const hadIt = output.includes(text);
    output += chunk.toString();
    // A terminal sends Ctrl+C to npm, and to all that it started in its group.
    if (!hadIt && output.includes(text)) process.kill(-Number(program.pid), 'SIGINT');
  });
  const code = await new Promise((resolve) => program.once('close', resolve));
  const left = ['running', 'postgres/postmaster.pid'].filter((file) =>
    existsSync(path.join(folder.path, file)),
  );
  folder.remove();
  return { code, errors, left, output };
}

test.each([
  'Creating the database',
  'Preparing the database',
  'Writing the demo catalogue',
  'is open',
  'Ctrl+C stops all of it',
])('Ctrl+C at "%s" ends everything without a word of errors', async (text) => {
  const { output, ...ended } = await interruptWhen(text);
  expect(output).toContain('Closing…');
  expect(ended).toEqual({ code: 0, errors: '', left: [] });
});
