import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The lock file of a PostgreSQL: the server that has the folder, and its port. */
type LockFile = { readonly pid: number; readonly port: number };

/**
 * No process of a PostgreSQL uses the folder afterwards, and no lock of a dead one is left: another
 * can start at once. A server that was killed leaves processes of its own for a moment, which hold
 * the folder as it did, and its lock file, which another program's process id may make look valid.
 */
export async function releaseClusterFolder(folder: string): Promise<void> {
  const isFree =
    (await endServer(folder, 'SIGINT', 5000)) ||
    (await endServer(folder, 'SIGQUIT', 2000)) ||
    (await killAndWait(folder, 5000));
  if (isFree) rmSync(path.join(folder, 'postmaster.pid'), { force: true });
}

/** Asks the server to end, if it lives. True if no process of the cluster is left in time. */
async function endServer(
  folder: string,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<boolean> {
  const pids = listClusterProcesses(folder);
  const server = readLockFile(folder)?.pid ?? 0;
  const isAlive = pids.includes(server);
  // A frozen process hears nothing. Those that have lost their server end by themselves.
  for (const pid of pids) sendSignal(pid, 'SIGCONT');
  if (isAlive) sendSignal(server, signal);
  return waitUntilUnused(folder, isAlive ? timeoutMs : 500);
}

function killAndWait(folder: string, timeoutMs: number): Promise<boolean> {
  killCluster(folder);
  return waitUntilUnused(folder, timeoutMs);
}

/** Kills every process of the cluster at once; its next start recovers. */
export function killCluster(folder: string): void {
  for (const pid of listClusterProcesses(folder)) sendSignal(pid, 'SIGKILL');
}

/** The port of the server that runs in `folder`; undefined if none does. */
export function findRunningPort(folder: string): number | undefined {
  const lock = readLockFile(folder);
  return lock && listClusterProcesses(folder).includes(lock.pid) ? lock.port : undefined;
}

function readLockFile(folder: string): LockFile | undefined {
  try {
    const text = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8');
    const [pid, , , port] = text.split('\n');
    return { pid: Number(pid), port: Number(port) };
  } catch {
    return undefined;
  }
}

async function waitUntilUnused(folder: string, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    if (listClusterProcesses(folder).length === 0) return true;
    await sleep(50);
  }
  return false;
}

/**
 * The living processes of the PostgreSQL of a folder, which is their working directory. Without
 * /proc only the server itself, by its lock file.
 */
function listClusterProcesses(folder: string): number[] {
  if (!existsSync('/proc/self')) {
    const pid = readLockFile(folder)?.pid ?? 0;
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes('postgres') ? [pid] : [];
  }
  if (!existsSync(folder)) return [];
  const workingFolder = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isClusterProcess(name, workingFolder))
    .map(Number);
}

/** False for one that has ended and waits for its parent to notice: its directory is gone. */
function isClusterProcess(pid: string, workingFolder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === workingFolder &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    );
  } catch {
    return false;
  }
}

/** A process that has ended meanwhile needs no signal. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}
