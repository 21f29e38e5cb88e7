import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePorts } from './store.ts';

export type Program = {
  readonly port: number;
  /** The data folder. */
  readonly folder: string;
  /** Everything that it has written to its output so far. */
  said(): string;
  site(address: string, init?: RequestInit): Promise<Response>;
  /** The charges, as the local PayPal keeps them. */
  charges(): Promise<{ custom_id: string }[]>;
  /** Sends SIGTERM; answers the exit code and how long it took, in ms. */
  end(): Promise<{ code: number | null; took: number }>;
  /** Ends it, where it lives, and removes what it left. */
  close(): Promise<void>;
};

/** The built program as `npm start` runs it: a process of its own, with its own database and counterparts. */
export async function startProgram(env: Record<string, string> = {}): Promise<Program> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-program-'));
  const port = await freePorts();
  const program = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const exit = new Promise<number | null>((resolve) => program.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    program.stdout.on('data', () => said.includes('is open') && resolve());
    void exit.then(() => reject(new Error(`the program did not start: ${said}`)));
  });
  const end: Program['end'] = async () => {
    const before = performance.now();
    program.kill('SIGTERM');
    return { code: await exit, took: performance.now() - before };
  };
  return {
    port,
    folder,
    end,
    said: () => said,
    site: (address, init = {}) =>
      fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init }),
    charges: async () =>
      (
        (await (await fetch(`http://127.0.0.1:${port + 1}/__sim/ledger`)).json()) as {
          charges: { custom_id: string }[];
        }
      ).charges,
    close: async () => {
      if (program.exitCode === null) await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
