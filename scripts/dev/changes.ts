import path from 'node:path';
import type { EnvironmentModuleNode, ViteDevServer } from 'vite';
import type { DevStore } from './store.ts';

/** Editors save several files at once, and Vite first forgets what it knew of them. */
const settleMs = 60;

/** Every change under src/, db/, public/ and simulators/ shows in the open tabs; one of the app restarts it. */
export function watchChanges(vite: ViteDevServer, store: DevStore): void {
  const changedFiles = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  async function applyChanges(): Promise<void> {
    const files = [...changedFiles];
    changedFiles.clear();
    // After an error nothing is known to be fine: whatever was mended, the app is tried anew.
    const mustRestart = store.getError() !== undefined || files.some((f) => isPartOfApp(vite, f));
    if (mustRestart) await store.restart(files.find(isMigration));
    const error = store.getError();
    vite.environments.client.hot.send(
      error ? { type: 'error', err: error } : { type: 'full-reload', path: '*' },
    );
    console.log(`${files.map((file) => path.relative('.', file)).join(', ')}: shown`);
  }

  vite.watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir' || !isWatched(file)) return;
    changedFiles.add(path.resolve(file));
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(applyChanges);
    }, settleMs);
  });
  vite.environments.client.hot.on('vite:client:connect', () => {
    const error = store.getError();
    if (error) vite.environments.client.hot.send({ type: 'error', err: error });
  });
}

const isWatched = (file: string): boolean =>
  /^(src|db|public|simulators)\//.test(path.relative('.', file)) && !/\.test\.tsx?$/.test(file);

const isMigration = (file: string): boolean => /db\/migrations\/[^/]+\.sql$/.test(file);

/** True for a migration, and for a module that main.ts reaches other than through the pages. */
function isPartOfApp(vite: ViteDevServer, file: string): boolean {
  if (isMigration(file)) return true;
  const main = path.resolve('src/main.ts');
  const pending = [...(vite.environments.ssr.moduleGraph.getModulesByFile(file) ?? [])];
  const visited = new Set<EnvironmentModuleNode>();
  for (let module = pending.pop(); module; module = pending.pop()) {
    if (module.file === main) return true;
    if (visited.has(module) || module.id?.includes('virtual:react-router/server-build')) continue;
    visited.add(module);
    pending.push(...module.importers);
  }
  return false;
}
