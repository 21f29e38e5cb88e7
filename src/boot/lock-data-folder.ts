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
  const [pidLine = '', startTime = ''] = existsSync(lockFile)
    ? readFileSync(lockFile, 'utf8').split('\n')
    : [];
  const ownerPid = Number(pidLine);
  const isSameProcess = startTime === '' || startTime === readStartTime(ownerPid);
  if (ownerPid > 0 && ownerPid !== process.pid && isSameProcess && isRunningNodeProcess(ownerPid)) {
    throw new ConfigError(
      `Another Reportstand (process ${ownerPid}) uses the data folder ${folder}: end that one, ` +
        'or set DATA_DIR to another.',
    );
  }
  writeFileSync(lockFile, `${process.pid}\n${readStartTime(process.pid)}`);
  return () => rmSync(lockFile, { force: true });
}

/**
 * When a process started, as the system counts it: process ids are used again, in containers for
 * the same few programs at every start. "" without /proc, or where there is no such process.
 */
function readStartTime(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[19] ?? '';
  } catch {
    return '';
  }
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
