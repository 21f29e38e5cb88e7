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
import { ConfigError } from '../settings/config-error.ts';

/** A program that has lost its supervisor ends within nine seconds. */
const orphanEndMs = 12_000;

/**
 * The data folder exists and is locked by this process afterwards, until the returned function is
 * called. Throws ConfigError if it can't be written, or another living Reportstand has it; the
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
  const owner = waitForEndingOwner(lockFile);
  if (owner) {
    throw new ConfigError(
      `Another Reportstand (process ${owner.pid}) uses the data folder ${folder}: end that one, ` +
        'or set DATA_DIR to another.',
    );
  }
  writeFileSync(lockFile, describeThisProcess());
  return () => rmSync(lockFile, { force: true });
}

/** Returns the text of a lock file about this process. */
export const describeThisProcess = (): string =>
  [process.pid, readStartTime(process.pid), process.ppid].join('\n');

type Owner = { readonly pid: number; readonly isOrphan: boolean };

/**
 * The living process that has the lock. One whose supervisor was killed ends by itself within nine
 * seconds: it is waited for.
 */
function waitForEndingOwner(lockFile: string): Owner | undefined {
  const waitsUntil = performance.now() + orphanEndMs;
  let owner = findOwner(lockFile);
  while (owner?.isOrphan && performance.now() < waitsUntil) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    owner = findOwner(lockFile);
  }
  return owner;
}

/** The other process that has the lock and still runs. */
export function findOwner(lockFile: string): Owner | undefined {
  if (!existsSync(lockFile)) return undefined;
  const [pidLine, startTime = '', parentPid = ''] = readFileSync(lockFile, 'utf8').split('\n');
  const pid = Number(pidLine);
  const isSameProcess = startTime === '' || startTime === readStartTime(pid);
  if (!(pid > 0) || pid === process.pid || !isSameProcess || !isRunningNodeProcess(pid))
    return undefined;
  const currentParentPid = readStatFields(pid)[1];
  return {
    pid,
    isOrphan: parentPid !== '' && currentParentPid !== undefined && parentPid !== currentParentPid,
  };
}

/**
 * When a process started, as the system counts it: process ids are used again, in containers for
 * the same few programs at every start. "" without /proc, or if there is no such process.
 */
const readStartTime = (pid: number): string => readStatFields(pid)[19] ?? '';

/** The fields of proc(5)'s stat behind the program's name: state, parent, …; none without /proc. */
function readStatFields(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
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
