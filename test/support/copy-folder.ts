import { spawnSync } from 'node:child_process';

/** Copies owners and rights too, and shares the blocks if the file system can. */
export function copyFolder(from: string, to: string): void {
  const options = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a'];
  const { status, stderr } = spawnSync('cp', [...options, from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
