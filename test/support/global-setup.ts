import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { invalidate } from '#adapters/cache-invalidation.ts';
import { enqueue } from '#adapters/jobs/enqueue.ts';
import { createApp } from '#core/app.ts';
import type { Deps } from '#core/deps.ts';
import { seedDemo } from '#src/boot/seed-demo.ts';
import { readConfig } from '#src/config.ts';
import { executeOnServer } from './test-database.ts';

/** Vitest's global set-up: a PostgreSQL of its own with two templates that test files copy, an empty one and one with the demo. */
export default async function setUpTestDatabases(): Promise<() => Promise<void>> {
  const folder = path.resolve(`.data/test-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
  await executeOnServer(embeddedDatabase.url, 'create database reportstand_template');
  const empty = await openDatabase(urlForDatabase(embeddedDatabase.url, 'reportstand_template'));
  await migrateDatabase(empty, path.resolve('db/migrations'));
  await empty.close();
  await executeOnServer(
    embeddedDatabase.url,
    'create database reportstand_demo template reportstand_template',
  );
  const demo = await openDatabase(urlForDatabase(embeddedDatabase.url, 'reportstand_demo'));
  const deps = {
    db: demo.db,
    enqueue,
    invalidate,
    clock: () => new Date(),
  } as unknown as Deps;
  await seedDemo(readConfig({}), createApp(deps), () => {});
  await demo.close();
  process.env['TEST_DATABASE_URL'] = embeddedDatabase.url;
  return async () => {
    await embeddedDatabase.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

const urlForDatabase = (server: string, name: string): string =>
  server.replace(/\/[^/]*$/, `/${name}`);
