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
 * The data folder exists and is locked by this process afterwards, until the returned function is
 * called. Throws ConfigError where it can't be written, or another living Reportstand has it; the
 * lock of a killed one is ignored.
 */
export function lockDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${folder} can't be written: give this account the right to, or set ` +
        'DATA_DIR to another.',
      { cause: error },
    );
  }
  const lockFile = path.join(folder, 'running');
  const ownerPid = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0;
  if (ownerPid > 0 && ownerPid !== process.pid && isRunningNodeProcess(ownerPid)) {
    throw new ConfigError(
      `Another Reportstand (process ${ownerPid}) uses the data folder ${folder}: end that one, ` +
        'or set DATA_DIR to another.',
    );
  }
  writeFileSync(lockFile, String(process.pid));
  return () => rmSync(lockFile, { force: true });
}

function isRunningNodeProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('node');
}
