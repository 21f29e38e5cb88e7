import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buildWithVite, hashSources, waitForTurn } from '../../scripts/build.ts';

const config = 'vite.test-programs.config.ts';
const folder = '.data/test-programs';
const stampFile = `${folder}/stamp`;

/** A process of which the standard output is read; what it says otherwise is ours. */
export type Killable = ChildProcessByStdio<null, Readable, null>;

let built: Promise<void> | undefined;

/**
 * Starts test/resilience/<name>.ts with its run as an argument, in a process of its own. It was
 * built as one file before, since a test that kills one at each step starts dozens.
 */
export async function startKillable(name: `killable-${string}`, run: object): Promise<Killable> {
  await (built ??= buildPrograms());
  return spawn(process.execPath, [`${folder}/${name}.js`, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** They are of these sources afterwards; one of several processes of a run builds them. */
async function buildPrograms(): Promise<void> {
  const stamp = hashSources([config, ...globSync('test/{resilience,support}/**/*.ts').toSorted()]);
  const isBuilt = (): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isBuilt()) return;
  const release = await waitForTurn(undefined, () => {});
  try {
    if (isBuilt()) return;
    await buildWithVite(config);
    writeFileSync(stampFile, stamp);
  } finally {
    release();
  }
}
