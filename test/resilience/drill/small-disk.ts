import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Closers } from '#src/boot/closers.ts';
import type { DrillStore } from './drill-store.ts';

/** Room for PostgreSQL's files and its log (1 GB at most by its own settings). */
const diskMegabytes = 1400;

/**
 * The first program's data folder below `folder` is a disk of its own (tmpfs) afterwards, until it
 * is closed; false if this account may not mount one.
 */
export function openSmallDisk(folder: string, closers: Closers): boolean {
  const mountPoint = path.join(folder, 'program-1');
  mkdirSync(mountPoint, { recursive: true });
  const options = `size=${diskMegabytes}m,mode=755`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mountPoint]);
  if (mounted.status !== 0) return false;
  closers.add(() => void spawnSync('umount', ['--lazy', mountPoint]));
  return true;
}

/**
 * Nothing more can be written until the answered function is called. If the store has no disk of
 * its own, only its files are refused, and PostgreSQL goes on.
 */
export function fillDisk({ dataFolder, isOnSmallDisk }: DrillStore): () => void {
  if (!isOnSmallDisk) return refuseFiles(path.join(dataFolder, 'files'));
  const ballast = path.join(dataFolder, 'ballast');
  const piece = Buffer.alloc(1024 * 1024);
  const file = openSync(ballast, 'w');
  try {
    for (let i = 0; i < diskMegabytes; i++) writeSync(file, piece);
  } catch {
    // The disk is full.
  } finally {
    closeSync(file);
  }
  return () => rmSync(ballast, { force: true });
}

/** A file where the folder should be: every write fails. */
function refuseFiles(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  renameSync(folder, `${folder}.away`);
  writeFileSync(folder, '');
  return () => {
    rmSync(folder, { recursive: true, force: true });
    renameSync(`${folder}.away`, folder);
  };
}
