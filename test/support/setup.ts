import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startHomeDatabase } from '#adapters/database/home.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrate } from '#adapters/database/migrate.ts';
import { changed, later } from '#adapters/later.ts';
import { createShop } from '#core/shop.ts';
import type { World } from '#core/world.ts';
import { fillDemo } from '#src/boot/fill.ts';
import { readConfig } from '#src/config.ts';
import { onServer } from './database.ts';

/** Vitest's global set-up: a PostgreSQL of its own with two templates that test files copy, an empty one and one with the demo. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = path.resolve(`.data/test-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const home = await startHomeDatabase(folder, () => {});
  await onServer(home.url, 'create database reportstand_template');
  const empty = await openDatabase(databaseUrl(home.url, 'reportstand_template'));
  await migrate(empty, path.resolve('db/migrations'));
  await empty.close();
  await onServer(home.url, 'create database reportstand_demo template reportstand_template');
  const demo = await openDatabase(databaseUrl(home.url, 'reportstand_demo'));
  const world = { db: demo.db, later, changed, clock: () => new Date() } as unknown as World;
  await fillDemo(readConfig({}), createShop(world), () => {});
  await demo.close();
  process.env['TEST_DATABASE_URL'] = home.url;
  return async () => {
    await home.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

const databaseUrl = (server: string, name: string): string =>
  server.replace(/\/[^/]*$/, `/${name}`);
