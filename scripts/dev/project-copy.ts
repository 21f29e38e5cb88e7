import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type DevCopy = {
  readonly folder: string;
  readonly url: string;
  readonly stop: () => Promise<void>;
};

/** `npm run dev` over a copy of the project's present files, in a folder of its own. */
export async function startDevCopy(port: number): Promise<DevCopy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-dev-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter((name) => name !== '' && name !== 'node_modules'))
    cpSync(file, path.join(folder, file), { force: true, errorOnExist: false });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const program = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: 'inherit',
  });
  const exited = new Promise((resolve) => program.once('exit', resolve));
  const stop = async (): Promise<void> => {
    program.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  for (let i = 0; i < 1200; i++) {
    const isOpen = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) return { folder, url, stop };
    if (program.exitCode !== null) break;
    await sleep(100);
  }
  await stop();
  throw new Error('npm run dev did not open the store within two minutes');
}
