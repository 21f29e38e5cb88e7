import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { copyFolder } from '../../support/copy-folder.ts';
import type { DrillStore } from './drill-store.ts';

type OneProgram = Pick<DrillStore, 'programs' | 'startAgain' | 'databaseFolder' | 'dataFolder'>;

/** Stops the program and its PostgreSQL in good order, acts, and starts the program again. */
async function whileStopped(
  { programs, startAgain }: OneProgram,
  act: () => Promise<void> | void,
): Promise<void> {
  await programs[0]?.terminate();
  await act();
  await startAgain(0);
}

/** As docs/running.md says to back it up: a copy of the stopped database's folder. */
export const backUpStore = (store: OneProgram, copy: string): Promise<void> =>
  whileStopped(store, () => copyFolder(store.databaseFolder, copy));

/** The database is as it was when it was copied; the store goes on. */
export const restoreStore = (store: OneProgram, copy: string): Promise<void> =>
  whileStopped(store, () => {
    rmSync(store.databaseFolder, { recursive: true, force: true });
    copyFolder(copy, store.databaseFolder);
  });

/**
 * Tries to start the program with an empty database beside the store's files; the store has its own
 * again afterwards. Answers whether the program refused.
 */
export async function tryEmptyDatabase(
  store: OneProgram,
): Promise<{ readonly isRefused: boolean }> {
  const { databaseFolder, programs, startAgain } = store;
  const aside = `${databaseFolder}-aside`;
  let isRefused = false;
  await whileStopped(store, async () => {
    renameSync(databaseFolder, aside);
    await startAgain(0).catch(() => void (isRefused = true));
    if (!isRefused) await programs[0]?.terminate();
    rmSync(databaseFolder, { recursive: true, force: true });
    renameSync(aside, databaseFolder);
  });
  return { isRefused };
}

/**
 * Every file of the store with its size in bytes, by its path. Its mark counts as there or not: each
 * start writes it anew, and its number grows by a digit.
 */
export function listStoreFiles({
  dataFolder,
}: Pick<DrillStore, 'dataFolder'>): Map<string, number> {
  const folder = path.join(path.dirname(dataFolder), 'files');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.map((name) => [name, statSync(path.join(folder, name))] as const);
  return new Map(
    files
      .filter(([, stat]) => stat.isFile())
      .map(([name, stat]) => [name, name === 'store-mark' ? 0 : stat.size]),
  );
}
