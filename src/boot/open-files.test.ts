import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDiskFileStorage } from '#adapters/files/disk.ts';
import { createPrefixedFileStorage } from '#adapters/files/prefixed.ts';
import { createS3FileStorage } from '#adapters/files/s3.ts';
import { App } from '#core/app.ts';
import type { Deps, FileStorage } from '#core/deps.ts';
import { startS3Server } from '../../test/support/s3-server.ts';
import { listStoredKeys, storeTwoHundredFiles } from '../../test/support/stored-files.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createTestDeps } from '../../test/support/test-deps.ts';
import { StoreFiles } from '#core/kernel/file-place.ts';
import { findFilePlace } from '#core/kernel/file-place.store.ts';
import { Trash } from '#core/kernel/trash.ts';

const folder = createTemporaryFolder('file-place');
let s3: Awaited<ReturnType<typeof startS3Server>>;
let databases: TestDatabase[];
let errors: string[];
let clockOffsetMs: number;

beforeAll(async () => {
  s3 = await startS3Server(path.join(folder.path, 's3'));
});
beforeEach(() => {
  [databases, errors, clockOffsetMs] = [[], [], 0];
});
afterEach(async () => {
  for (const database of databases) await database.drop();
});
afterAll(async () => {
  await s3.close();
  folder.remove();
});

/** An empty place for files: a folder, or a part of the bucket. */
const openPlace = (name: 'disk' | 'S3'): FileStorage =>
  name === 'disk'
    ? createDiskFileStorage(path.join(folder.path, randomUUID()))
    : createPrefixedFileStorage(
        createS3FileStorage(s3.settings, path.join(folder.path, 'spool')),
        `${randomUUID()}/`,
      );

async function openDatabase(template: 'empty' | 'small' = 'small'): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  databases.push(database);
  return database;
}

/** The program's dependencies that are the database and the files. */
const toDeps = (database: TestDatabase, files: FileStorage): Deps => ({
  ...createTestDeps({
    database,
    paypalUrl: 'http://localhost:9',
    filesFolder: path.join(folder.path, 'unused'),
    email: { send: async () => {} },
    clock: () => new Date(Date.now() + clockOffsetMs),
  }),
  files,
  log: { info: () => {}, warn: () => {}, error: (_, message) => void errors.push(message) },
});

/** Whatever jobs may remove files, as the worker runs them. */
async function runCleaning(deps: Deps): Promise<void> {
  const { jobs } = new App(deps);
  await jobs['catalogue.emptyBin']({});
  await jobs['catalogue.removeUnusedGoods']({});
  await jobs['imports.removeSheets']({});
  await jobs['imports.removeUnusedFiles']({});
  await jobs['media.removeUnused']({});
  await jobs['system.emptyTrash']({});
}

const dayMs = 86_400_000;
const places = ['disk', 'S3'] as const;

/** The database as it is now, as a backup would have it: another one with the same rows. */
async function backUp(database: TestDatabase): Promise<TestDatabase> {
  const copy = await openDatabase('small');
  const tables = ['store_identity', 'file_place'];
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(database.db);
    await sql`delete from ${sql.table(table)}`.execute(copy.db);
    for (const { row } of rows)
      await sql`insert into ${sql.table(table)}
        select * from json_populate_record(null::${sql.table(table)}, ${row}::json)`.execute(
        copy.db,
      );
  }
  return copy;
}

test.each(places)(
  'F-62 files on %s: an empty, an older and another store’s database beside 200 files, started ten times, lose none',
  async (name) => {
    const files = openPlace(name);
    const own = await openDatabase();
    const deps = toDeps(own, files);
    expect(await new StoreFiles(deps).open()).toBeUndefined();
    const older = await backUp(own);
    await storeTwoHundredFiles(deps);
    expect(await new StoreFiles(deps).open()).toBeUndefined();
    const all = await listStoredKeys(files);
    expect(all).toHaveLength(200);
    clockOffsetMs = 2 * dayMs;
    const others = { empty: await openDatabase('empty'), another: await openDatabase() };
    for (let start = 0; start < 10; start++) {
      for (const database of Object.values(others)) {
        expect(await new StoreFiles(toDeps(database, files)).open()).toBe('other-store');
        await runCleaning(toDeps(database, files));
      }
      // It names none of the 200, and belongs to the store: it opens, and cleans nothing away.
      expect(await new StoreFiles(toDeps(older, files)).open()).toBeUndefined();
      await runCleaning(toDeps(older, files));
      expect(await listStoredKeys(files)).toEqual(all);
    }
    clockOffsetMs = 10 * dayMs;
    await runCleaning(toDeps(older, files));
    // A week after the restore so many files are still a question for an owner.
    expect(await listStoredKeys(files)).toEqual(all);
    expect(errors.some((message) => message.includes('none was removed'))).toBe(true);
  },
);

test.each(places)(
  'files on %s: an unmarked place is claimed where it is empty or rows name its files, and refused otherwise',
  async (name) => {
    const files = openPlace(name);
    const old = toDeps(await openDatabase(), files);
    await storeTwoHundredFiles(old);
    const all = await listStoredKeys(files);
    expect(await new StoreFiles(toDeps(await openDatabase('empty'), files)).open()).toBe(
      'unknown-files',
    );
    expect(await new StoreFiles(toDeps(await openDatabase(), files)).open()).toBe('unknown-files');
    expect(await new StoreFiles(old).open()).toBeUndefined();
    expect(await new StoreFiles(old).open()).toBeUndefined();
    expect(await listStoredKeys(files)).toEqual(all);
    const place = await findFilePlace(old.db);
    expect(place?.quietReason).toContain('first time');
    // Its database beside another, empty place: the files are elsewhere.
    expect(await new StoreFiles({ ...old, files: openPlace(name) }).open()).toBe('elsewhere');
  },
);

test.each(places)(
  'files on %s: a place of another store is taken over by hand alone, and refused to that store then',
  async (name) => {
    const files = openPlace(name);
    const [first, second] = [await openDatabase(), await openDatabase()];
    expect(await new StoreFiles(toDeps(first, files)).open()).toBeUndefined();
    expect(await new StoreFiles(toDeps(second, files)).open()).toBe('other-store');
    await new StoreFiles(toDeps(second, files)).adopt();
    expect(await new StoreFiles(toDeps(second, files)).open()).toBeUndefined();
    expect(await new StoreFiles(toDeps(first, files)).open()).toBe('other-store');
  },
);

test.each(places)(
  'files on %s: a copy of the files that others do not write to is found out, and adopted by hand',
  async (name) => {
    const [files, copy] = [openPlace(name), openPlace(name)];
    const database = await openDatabase();
    const deps = toDeps(database, files);
    await new StoreFiles(deps).open();
    for await (const { key } of files.list('')) {
      const content = await files.read(key);
      if (content) await copy.put(key, content);
    }
    expect(await new StoreFiles(deps).renewMark()).toBeUndefined();
    expect(await new StoreFiles({ ...deps, files: copy }).open()).toBe('older-files');
    await new StoreFiles({ ...deps, files: copy }).adopt();
    expect(await new StoreFiles({ ...deps, files: copy }).open()).toBeUndefined();
    expect(await new StoreFiles(deps).renewMark()).toBe('older-files');
  },
);

test.each(places)(
  'files on %s: programs that start at once over an empty place are one store',
  async (name) => {
    const files = openPlace(name);
    const database = await openDatabase();
    const opened = await Promise.all(
      [1, 2, 3].map(() => new StoreFiles(toDeps(database, files)).open()),
    );
    expect(opened).toEqual([undefined, undefined, undefined]);
  },
);

test.each(places)(
  'files on %s: what is cleaned away is in the trash for thirty days, and comes back',
  async (name) => {
    const files = openPlace(name);
    const deps = toDeps(await openDatabase(), files);
    await new StoreFiles(deps).open();
    await files.put('goods/killed/body', new TextEncoder().encode('x'));
    clockOffsetMs = 2 * dayMs;
    await runCleaning(deps);
    expect(await listStoredKeys(files, 'goods/')).toEqual([]);
    const inTrash = [];
    for await (const file of new Trash(deps).list()) inTrash.push(file);
    const [trashed] = inTrash;
    expect(trashed?.key).toBe('goods/killed/body');
    if (trashed) expect(await new Trash(deps).takeBack(trashed)).toBe(true);
    expect(await listStoredKeys(files)).toEqual(['goods/killed/body']);
    await runCleaning(deps);
    clockOffsetMs = 32 * dayMs;
    await runCleaning(deps);
    expect(await listStoredKeys(files)).toHaveLength(1);
    clockOffsetMs = 34 * dayMs;
    await runCleaning(deps);
    expect(await listStoredKeys(files)).toEqual([]);
  },
);
