import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readDatabaseProcessId } from '../../support/server-process.ts';

/** PostgreSQL and its processes do nothing, and close nothing, until `thawDatabase`. */
export function freezeDatabase(databaseFolder: string): void {
  const postmaster = readDatabaseProcessId(databaseFolder);
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of listChildren(postmaster)) sendSignal(pid, 'SIGSTOP');
}

/** A frozen PostgreSQL goes on; nothing happens to one that is not frozen, or has ended. */
export function thawDatabase(databaseFolder: string): void {
  if (!existsSync(`${databaseFolder}/postmaster.pid`)) return;
  const postmaster = readDatabaseProcessId(databaseFolder);
  for (const pid of [...listChildren(postmaster), postmaster]) sendSignal(pid, 'SIGCONT');
}

function sendSignal(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Process ids of a process's children; none if there is no /proc. */
const listChildren = (parentPid: number): number[] =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && readParentPid(pid) === parentPid)
    : [];

/** The parent is the second field behind the program's name, which is in brackets. */
function readParentPid(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
