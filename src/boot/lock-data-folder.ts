import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config.ts';

/**
 * The data folder is ours afterwards, until the answered function gives it back. Throws Misconfigured where it
 * can't be written, or another living Reportstand uses it; a killed one's mark is passed over.
 */
export function lockDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ConfigError(
      `The data folder ${folder} can't be written: give this account the right to, or set DATA_DIR to another.`,
    );
  }
  const lockFile = path.join(folder, 'running');
  const ownerPid = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0;
  if (ownerPid > 0 && ownerPid !== process.pid && isRunningNodeProcess(ownerPid)) {
    throw new ConfigError(
      `Another Reportstand (process ${ownerPid}) uses the data folder ${folder}: end that one, or set DATA_DIR to another.`,
    );
  }
  writeFileSync(lockFile, String(process.pid));
  return () => rmSync(lockFile, { force: true });
}

function isRunningNodeProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return (
    !existsSync(`/proc/${pid}/cmdline`) ||
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')
  );
}
