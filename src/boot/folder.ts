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
import { Misconfigured } from '../config.ts';

/**
 * The data folder is ours afterwards, until the answered function gives it back. Throws Misconfigured where it
 * can't be written, or another living Reportstand uses it; a killed one's mark is passed over.
 */
export function takeFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Misconfigured(
      `The data folder ${folder} can't be written: give this account the right to, or set DATA_DIR to another.`,
    );
  }
  const mark = path.join(folder, 'running');
  const holder = existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isProgram(holder)) {
    throw new Misconfigured(
      `Another Reportstand (process ${holder}) uses the data folder ${folder}: end that one, or set DATA_DIR to another.`,
    );
  }
  writeFileSync(mark, String(process.pid));
  return () => rmSync(mark, { force: true });
}

function isProgram(pid: number): boolean {
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
