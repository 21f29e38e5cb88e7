import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildWithVite, hashSources, waitForTurn } from '../../scripts/build.ts';

const config = 'vite.test-programs.config.ts';
const folder = path.resolve('.data/test-programs');
const stampFile = path.join(folder, 'stamp');

/**
 * The programs that tests start again and again are built of these sources afterwards, and found by
 * this process and those that it starts. One of several runs builds them.
 */
export async function buildTestPrograms(): Promise<void> {
  const stamp = hashSources([config, ...globSync('test/{resilience,support}/**/*.ts').toSorted()]);
  const isBuilt = (): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (!isBuilt()) {
    const release = await waitForTurn();
    try {
      if (!isBuilt()) await buildWithVite(config);
      writeFileSync(stampFile, stamp);
    } finally {
      release();
    }
  }
  process.env['TEST_PROGRAMS'] = folder;
}
