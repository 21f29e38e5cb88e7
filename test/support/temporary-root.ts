import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

/** Linux keeps this folder's files in memory. */
const memoryFolder = '/dev/shm';
const neededBytes = 4 * 2 ** 30;

/**
 * Where the files of a test run go: into memory if there is plenty of it, since a test's database
 * is made of hundreds of small files, ten times as fast there on a busy machine. TMPDIR decides
 * if it is set.
 */
export function findTemporaryRoot(): string {
  if (process.env['TMPDIR'] !== undefined) return os.tmpdir();
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    const isRoomy = bavail * bsize > neededBytes && os.freemem() > neededBytes;
    return isRoomy ? memoryFolder : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** Every folder in which a run may have left something. */
export const listTemporaryRoots = (): string[] => [
  ...new Set([os.tmpdir(), findTemporaryRoot(), memoryFolder]),
];
