import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '../../../test/support/goods-files.ts';
import {
  insertOrder,
  openTestImports,
  type TestImports,
} from '../../../test/support/test-imports.ts';
import { createZip } from '../../../test/support/zip-file.ts';
import { listUnpublishedGroups } from './held-back-rows.store.ts';

let setup: TestImports;
let pdf: Buffer;
beforeAll(async () => {
  setup = await openTestImports();
  pdf = await createPdf(2);
});
afterAll(() => setup?.publisher.close());

const header = 'code,title,industry,price_single,short_description';
const importRows = (...rows: string[]) =>
  setup.importFile([header, ...rows].join('\n'), { newReports: 'published' });

/** Files of these codes come in a ZIP; answers the codes that they belong to. */
async function attach(...codes: string[]): Promise<string[]> {
  const zip = createZip(Object.fromEntries(codes.map((code) => [`${code}.pdf`, pdf])));
  const attached: string[] = [];
  const named = { fileName: 'files.zip', isArchive: true };
  for await (const { code } of setup.imports.files.receive(Readable.from([zip]), named))
    if (code !== undefined) attached.push(code);
  return attached;
}

const readStates = async (...codes: string[]) => {
  const rows = await setup.publisher.database.db
    .selectFrom('report')
    .select('state')
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  return rows.map(({ state }) => state);
};
const countVersions = async () => {
  const { db } = setup.publisher.database;
  return (await db.selectFrom('reportVersion').select('number').execute()).length;
};

test('what waited for its file alone is published with it, and counts as published', async () => {
  const { id } = await importRows(
    'A-1,Cans,Food,100,',
    'A-2,Tins,Food,100,Lorem ipsum',
    'A-3,Jars,Food,100,',
  );
  const codes = await attach('A-1', 'A-2');
  expect(codes).toEqual(['A-1', 'A-2']);
  expect(await setup.imports.ready.publish(id, { codes })).toEqual({ ok: true, value: 1 });
  expect(await readStates('A-1', 'A-2', 'A-3')).toEqual(['published', 'draft', 'draft']);
  const { counts } = (await setup.imports.getImport(id)) ?? {};
  expect(counts).toEqual({ created: 3, unpublished: 2, published: 1 });
  expect(await setup.imports.listUnpublishedRows(id, 9)).toMatchObject([
    { code: 'A-2', reasons: [expect.stringContaining('placeholder')] },
    { code: 'A-3', reasons: [expect.stringContaining('would get nothing')] },
  ]);
  const entries = await setup.publisher.database.db
    .selectFrom('auditEntry')
    .select(['actorName', 'after'])
    .where('thingKind', '=', 'import')
    .execute();
  expect(entries).toEqual([{ actorName: `anna (import ${id})`, after: { published: ['A-1'] } }]);
});

test('asked again, or after a process that was killed in between, it publishes the rest once', async () => {
  const { id } = await importRows('B-1,Cans,Food,100,', 'B-2,Tins,Food,100,');
  // Killed between the files and the publication: the same files come again.
  await attach('B-1', 'B-2');
  expect(await readStates('B-1', 'B-2')).toEqual(['draft', 'draft']);
  expect(await setup.imports.ready.count(id)).toBe(2);
  const codes = await attach('B-1', 'B-2');
  expect(await setup.imports.ready.publish(id, { codes: codes.slice(0, 1) })).toMatchObject({
    value: 1,
  });
  expect(await setup.imports.ready.publish(id)).toMatchObject({ value: 1 });
  const versions = await countVersions();
  expect(await setup.imports.ready.publish(id)).toMatchObject({ value: 0 });
  expect(await countVersions()).toBe(versions);
  expect((await setup.imports.getImport(id))?.counts).toEqual({
    created: 2,
    unpublished: 0,
    published: 2,
  });
});

test('an undo of the import takes them back as its own, but for what was ordered', async () => {
  await setup.importFile('code,title,industry,price_single\nC-3,Old,Food,100');
  const { id } = await importRows('C-1,Cans,Food,100,', 'C-2,Tins,Food,100,', 'C-3,Jars,Food,100,');
  await attach('C-1', 'C-2');
  expect(await setup.imports.ready.publish(id)).toMatchObject({ value: 2 });
  await insertOrder(setup.publisher.database.db, 'C-2');
  await setup.imports.undo(id);
  const undone = await setup.imports.advance(id);
  expect(undone).toMatchObject({ state: 'undone', counts: { restored: 2, kept: 1 } });
  expect(await readStates('C-1', 'C-2')).toEqual(['bin', 'published']);
  expect(await setup.imports.ready.publish(id)).toMatchObject({ ok: false, code: 'conflict' });
});

test('a row that changed nothing is published as well, and an undo makes it the draft that it was', async () => {
  await importRows('D-1,Cans,Food,100,');
  const same = await setup.importFile(
    'code,title,industry,price_single,state\nD-1,Cans,Food,100,published',
  );
  expect(same.counts).toEqual({ unchanged: 1, unpublished: 1 });
  await attach('D-1');
  expect(await setup.imports.ready.publish(same.id)).toMatchObject({ value: 1 });
  expect((await setup.imports.getImport(same.id))?.counts).toEqual({
    changed: 1,
    unchanged: 0,
    unpublished: 0,
    published: 1,
  });
  await setup.imports.undo(same.id);
  await setup.imports.advance(same.id);
  expect(await readStates('D-1')).toEqual(['draft']);
});

test('a report that was changed since is not the import’s any more, and stays as it is', async () => {
  const { id } = await importRows('E-1,Cans,Food,100,');
  await setup.importFile('code,title,industry\nE-1,Other cans,Food');
  await attach('E-1');
  expect(await setup.imports.ready.count(id)).toBe(0);
  expect(await setup.imports.ready.publish(id)).toMatchObject({ value: 0 });
  expect(await readStates('E-1')).toEqual(['draft']);
  expect(await setup.imports.ready.publish(999_999)).toMatchObject({ code: 'not-found' });
});

test('rows that are not published for the same reasons are told together', async () => {
  const { id } = await importRows(
    'G-1,Cans,Food,100,',
    'G-2,Tins,Food,100,Lorem ipsum',
    'G-3,Jars,Food,100,',
    'G-4,Lids,Food,100,',
  );
  const { db } = setup.publisher.database;
  const groups = await listUnpublishedGroups(db, id, { limit: 5, maxRows: 2 });
  expect(groups.map(({ count, rows }) => [count, rows])).toEqual([
    [
      3,
      [
        { number: 2, code: 'G-1' },
        { number: 4, code: 'G-3' },
      ],
    ],
    [1, [{ number: 3, code: 'G-2' }]],
  ]);
  expect(groups[0]?.reasons).toEqual([expect.stringContaining('would get nothing')]);
  expect(await listUnpublishedGroups(db, id, { limit: 1, maxRows: 1 })).toHaveLength(1);
});
