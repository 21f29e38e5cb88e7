import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePorts } from './test-server.ts';

export type ServerProcess = {
  readonly port: number;
  /** The data folder. */
  readonly dataFolder: string;
  /** Everything that it has written to its output so far. */
  readOutput(): string;
  request(address: string, init?: RequestInit): Promise<Response>;
  /** The charges, as the local PayPal keeps them. */
  getPaypalCharges(): Promise<{ custom_id: string }[]>;
  /** Sends SIGTERM; answers the exit code and how long it took, in ms. */
  terminate(): Promise<{ code: number | null; took: number }>;
  /** Ends it, where it lives, and removes what it left. */
  close(): Promise<void>;
};

/** The built program as `npm start` runs it: a process of its own, with its own database and counterparts. */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-program-'));
  // As root the program runs its PostgreSQL under another account, inside this folder.
  chmodSync(dataFolder, 0o755);
  const port = await findFreePorts();
  const program = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataFolder,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const exit = new Promise<number | null>((resolve) => program.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    program.stdout.on('data', () => output.includes('is open') && resolve());
    void exit.then(() => reject(new Error(`the program did not start: ${output}`)));
  });
  const terminate: ServerProcess['terminate'] = async () => {
    const before = performance.now();
    program.kill('SIGTERM');
    return { code: await exit, took: performance.now() - before };
  };
  return {
    port,
    dataFolder,
    terminate,
    readOutput: () => output,
    request: (address, init = {}) =>
      fetch(`http://127.0.0.1:${port}${address}`, { redirect: 'manual', ...init }),
    getPaypalCharges: async () =>
      (
        (await (await fetch(`http://127.0.0.1:${port + 1}/__sim/ledger`)).json()) as {
          charges: { custom_id: string }[];
        }
      ).charges,
    close: async () => {
      if (program.exitCode === null) await terminate();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
