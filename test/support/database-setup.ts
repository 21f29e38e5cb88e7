import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyFolder } from './copy-folder.ts';
import { removeOrphanedRuns, runFolderPrefix } from './postgres/orphaned-runs.ts';
import { createRunFolder, startRunServer } from './postgres/run-server.ts';
import { findOrBuildTemplate } from './postgres/template-cluster.ts';
import { findTemporaryRoot } from './temporary-root.ts';
import { buildTestPrograms } from './test-programs.ts';

const exitWithParent = path.resolve('test/support/exit-with-parent.ts');

/**
 * Vitest's global set-up if a chosen project needs a database: a PostgreSQL of this run alone,
 * from a copy of the kept templates. Temporary files of the tests go into the run's folder, and
 * programs that they start end with them, so that a run leaves nothing behind, however it ends.
 */
export default async function startTestPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  await buildTestPrograms();
  await removeOrphanedRuns();
  const runFolder = path.join(findTemporaryRoot(), `${runFolderPrefix}${process.pid}`);
  const template = await findOrBuildTemplate(`${runFolder}-build`);
  createRunFolder(runFolder);
  copyFolder(template.clusterFolder, path.join(runFolder, 'postgres'));
  const server = await startRunServer(runFolder, template.password);
  const { TMPDIR, NODE_OPTIONS } = process.env;
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_STORE_FOLDER'] = template.storeFolder;
  process.env['TMPDIR'] = path.join(runFolder, 'tmp');
  process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(exitWithParent).href}`;
  return async () => {
    restoreEnvironment({
      TEST_DATABASE_URL: undefined,
      TEST_STORE_FOLDER: undefined,
      TMPDIR,
      NODE_OPTIONS,
    });
    await server.remove();
  };
}

function restoreEnvironment(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
}
