import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

/** The words on the terminal at the moments, and up to how many ms later Ctrl+C is pressed. */
const moments = [
  ['Creating the database', 2000],
  ['Preparing the database', 1000],
  ['Writing the demo catalogue', 8000],
  ['is open', 5000],
  ['Ctrl+C stops all of it', 10_000],
] as const;

/** One at each moment, at once; FAULT_RUNS asks for more, which come some time later. */
const count = Number(process.env['FAULT_RUNS'] ?? moments.length);
const interrupts = Array.from({ length: count }, (_, index) => {
  const [text = '', longestMs = 0] = moments[index % moments.length] ?? [];
  const share = index < moments.length ? 0 : (index * 0.618) % 1;
  return { text, afterMs: Math.round(longestMs * share) };
});

/**
 * Starts an empty store in a terminal of its own, presses Ctrl+C there, and answers how it ended.
 */
async function interruptWhen(text: string, afterMs: number) {
  const folder = createTemporaryFolder('stopping');
  // util-linux' program has the other end of the terminal in its pipes.
  const terminal = spawn('script', ['-qefc', 'exec npm start --silent', '/dev/null'], {
    env: { ...process.env, PORT: String(await findFreePorts()), DATA_DIR: folder.path },
  });
  let before = '';
  let after: string | undefined;
  const press = async (): Promise<void> => {
    await sleep(afterMs);
    after = '';
    terminal.stdin.write('\u0003');
  };
  terminal.stdout.on('data', (chunk: Buffer) => {
    const isPressed = after !== undefined;
    if (isPressed) after += chunk.toString();
    const hadIt = before.includes(text);
    if (!isPressed) before += chunk.toString();
    if (!hadIt && before.includes(text)) void press();
  });
  const code = await new Promise((resolve) => terminal.once('close', resolve));
  const left = ['running', 'postgres/postmaster.pid'].filter((file) =>
    existsSync(path.join(folder.path, file)),
  );
  folder.remove();
  return { code, left, said: listWords(after ?? `never: ${before}`) };
}

/** The lines after Ctrl+C, without those that a step draws again and again. */
const listWords = (output: string): string[] =>
  output
    .split(/[\r\n]/)
    // oxlint-disable-next-line no-control-regex
    .map((line) => line.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '').trim())
    .filter((line) => line !== '' && line !== '^C' && !/^[A-Z][^:]+(…|:).*\d s$/.test(line));

test.skipIf(process.platform !== 'linux').each(interrupts)(
  'Ctrl+C on a terminal $afterMs ms after "$text" ends everything without a word of errors',
  async ({ text, afterMs }) => {
    const { said, ...ended } = await interruptWhen(text, afterMs);
    expect(ended).toEqual({ code: 0, left: [] });
    // What the store said just before may come behind the key.
    expect(said.at(-1)).toMatch(/Closing…$/);
    expect(said.join('\n')).not.toMatch(/error|warn|npm|stopped|killed|\bat .*:\d/i);
  },
);
