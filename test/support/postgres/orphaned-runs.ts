import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTemporaryRoots } from '../temporary-root.ts';

/** Test runs have a folder in findTemporaryRoot: this and the run's process id. */
export const runFolderPrefix = 'reportstand-test-';

/** Ends what killed runs left behind, and removes their folders. Running ones are left alone. */
export async function removeOrphanedRuns(): Promise<void> {
  for (const folder of listTemporaryRoots().flatMap(listFolder)) {
    const name = path.basename(folder);
    if (!name.startsWith(runFolderPrefix)) continue;
    const [runnerPid = 0] = name.slice(runFolderPrefix.length).split('-').map(Number);
    if (!isProcessAlive(runnerPid, 'node')) await removeRunFolder(folder);
  }
}

/** No PostgreSQL serves a folder under `runFolder` afterwards, and the folder is gone. */
export async function removeRunFolder(runFolder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const servers = listPostgresPids(runFolder);
    for (const pid of servers) sendSignal(pid, 'SIGQUIT');
    if (servers.length === 0 && tryRemove(runFolder)) return;
    await sleep(50);
  }
}

/** A program that is being ended may still write into the folder: false then, to be tried again. */
function tryRemove(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return false;
  }
  return !existsSync(folder);
}

/** Servers of the run itself (<run>/postgres) and of its programs (<run>/tmp/…/postgres). */
function listPostgresPids(runFolder: string): number[] {
  const programFolders = listFolder(path.join(runFolder, 'tmp'));
  return [runFolder, ...programFolders].flatMap((folder) => {
    const lockFile = path.join(folder, 'postgres/postmaster.pid');
    const pid = existsSync(lockFile) ? Number.parseInt(readFileSync(lockFile, 'utf8'), 10) : 0;
    return isProcessAlive(pid, 'postgres') ? [pid] : [];
  });
}

const listFolder = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];

/** True if the process lives and its command line names `program`: numbers are used again. */
function isProcessAlive(pid: number, program: string): boolean {
  if (!(pid > 1) || !sendSignal(pid, 0)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  if (!existsSync('/proc/self')) return true;
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(program);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
