import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startHomeDatabase } from '#adapters/database/home.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrate } from '#adapters/database/migrate.ts';
import { onServer } from './database.ts';

/** Vitest's global set-up: a PostgreSQL of its own, with a migrated template that each test file copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = path.resolve(`.data/test-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const home = await startHomeDatabase(folder, () => {});
  await onServer(home.url, 'create database reportstand_template');
  const template = await openDatabase(home.url.replace(/\/[^/]*$/, '/reportstand_template'));
  await migrate(template, path.resolve('db/migrations'));
  await template.close();
  process.env.TEST_DATABASE_URL = home.url;
  return async () => {
    await home.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
