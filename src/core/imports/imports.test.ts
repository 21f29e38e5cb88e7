import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LongWork } from '#core/kernel/long-work.ts';
import { besideTransaction } from '../../../test/support/one-connection.ts';
import { expectOk } from '../../../test/support/test-editing.ts';
import type { ImportDeps } from './deps.ts';
import { Imports } from './index.ts';
import { importOptionsSchema } from './model.ts';
import {
  insertOrder,
  openTestImports,
  type TestImports,
} from '../../../test/support/test-imports.ts';

let setup: TestImports;
beforeAll(async () => {
  setup = await openTestImports();
});
afterAll(() => setup.publisher.close());

const { exampleFile, header } = {
  exampleFile: readFileSync('docs/import-example.csv'),
  header: 'code,title,industry,state,price_single,body_html,delivery',
};
let series = 0;
/** Each test has codes of its own. */
beforeEach(() => void series++);
const code = (number: number): string => `T${series}-${number}`;
const toCsv = (...rows: string[]): string => [header, ...rows].join('\n');
const good = (number: number, title = `Report ${code(number)}`): string =>
  `${code(number)},${title},Food,published,100,A text.,by us in 5 days`;

const getTitle = async (reportCode: string): Promise<string | undefined> =>
  (await setup.publisher.catalogue.reports.getByCode(reportCode))?.title;
const listErrors = async (id: number) =>
  (await setup.imports.listBadRows(id, 100)).flatMap(({ number, errors }) =>
    errors.map((error) => ({ row: number, ...error })),
  );

test('the example of the documentation goes in as it is', async () => {
  const done = await setup.importFile(exampleFile, { industries: 'create' });
  expect(await listErrors(done.id)).toEqual([]);
  expect(done).toMatchObject({ state: 'done', counts: { created: 2 }, rowCount: 2 });
  expect(await getTitle('AC-1001')).toBe('Aluminium Cans Market: Europe and North America');
});

test('good rows go in, and every bad one is named with its cell and what to do', async () => {
  const done = await setup.importFile(
    toCsv(
      good(1),
      `${code(2)},,Food,draft,cheap,`,
      `${code(1)},Again,Food,draft,,`,
      `,X,Food,,,`,
      `${code(5)},Y,Unheard Of,,,`,
    ),
  );
  expect(done).toMatchObject({ state: 'done', counts: { created: 1, bad: 4 } });
  expect(await listErrors(done.id)).toMatchObject([
    { row: 3, column: 'title', message: expect.stringContaining('title') },
    { row: 3, column: 'price_single', value: 'cheap' },
    { row: 4, column: 'code', value: code(1), message: expect.stringContaining('Row 2') },
    { row: 5, column: 'code', message: expect.stringContaining('code of its own') },
    { row: 6, column: 'industry', value: 'Unheard Of' },
  ]);
});

test('everything that is wrong with a row is said at once, and nothing that is not', async () => {
  const columns = `${header},pages,published_on,slug,short_description`;
  const long = 'x'.repeat(400);
  const { id } = await setup.importFile(
    [
      columns,
      `${code(1)},,Nowhere,published,cheap,,,many,soon,a/b,${long}`,
      `${code(2)},Title,Food,published,cheap,,,12,2026-01-02,,`,
      `${code(3)},Title,#REF!,published,100,,,12,soon,,`,
    ].join('\n'),
  );
  expect((await listErrors(id)).map(({ row, column }) => `${row} ${column}`)).toEqual([
    '2 title',
    '2 industry',
    '2 price_single',
    '2 pages',
    '2 published_on',
    '2 slug',
    '2 short_description',
    '3 price_single',
    '4 industry',
    '4 published_on',
  ]);
});

const countVersions = async (): Promise<number> =>
  (await setup.publisher.deps.db.selectFrom('reportVersion').select('id').execute()).length;

test('F35: the same file twice changes nothing', async () => {
  const file = toCsv(good(1), good(2));
  await setup.importFile(file);
  const versions = await countVersions();
  expect((await setup.importFile(file)).counts).toEqual({ unchanged: 2 });
  expect(await countVersions()).toBe(versions);
});

test('blank cells leave parts as they are, "(empty)" clears them', async () => {
  await setup.importFile(`code,title,industry,companies,keywords\n${code(1)},A,Food,Shell,oil`);
  const changed = await setup.importFile(`code,companies,keywords\n${code(1)},,(empty)`, {
    isUpdateOnly: true,
  });
  expect(changed.counts).toEqual({ changed: 1 });
  const lines = (await setup.exportFile('jsonl')).toString().split('\n');
  const exported = JSON.parse(
    lines.find((line) => line.includes(`"${code(1)}"`)) ?? '{}',
  ) as object;
  expect(exported).toMatchObject({ title: 'A', companies: 'Shell' });
  expect(exported).not.toHaveProperty('keywords');
});

test('F35: ten bad rows in mode "all" change nothing', async () => {
  const bad = Array.from({ length: 10 }, (_, index) => `${code(index + 10)},,Food,,,`);
  const kept = await setup.importFile(toCsv(good(1), ...bad, good(2)), { mode: 'all' });
  expect(kept).toMatchObject({ state: 'checked', counts: { created: 2, bad: 10 } });
  expect(await getTitle(code(1))).toBeUndefined();
  const run = await setup.imports.run(kept.id);
  expect(run).toMatchObject({ ok: false, code: 'conflict' });
});

test('mode "all" writes all rows where all are right, over many chunks', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => good(index));
  const done = await setup.importFile(toCsv(...rows), { mode: 'all' });
  expect(done).toMatchObject({ state: 'done', counts: { created: 1200 } });
  expect((await setup.imports.undo(done.id)).ok).toBe(true);
  expect(await setup.imports.advance(done.id)).toMatchObject({ counts: { restored: 1200 } });
});

test('a dry run writes nothing, not even industries, and can be run afterwards', async () => {
  const industry = `New ${code(0)}`;
  const checked = await setup.importFile(
    toCsv(`${code(1)},A,${industry},published,1,A text.,by us in 5 days`),
    {
      runsAtOnce: false,
      industries: 'create',
    },
  );
  expect(checked).toMatchObject({ state: 'checked', counts: { created: 1 } });
  const names = async () =>
    (await setup.publisher.catalogue.industries.list()).map(({ name }) => name);
  expect(await names()).not.toContain(industry);
  expect((await setup.imports.run(checked.id)).ok).toBe(true);
  expect(await setup.imports.advance(checked.id)).toMatchObject({ state: 'done' });
  expect(await names()).toContain(industry);
  expect(await getTitle(code(1))).toBe('A');
});

test('an update knows every code', async () => {
  const done = await setup.importFile(`code,title\n${code(9)},A`, { isUpdateOnly: true });
  expect(done.counts).toEqual({ bad: 1 });
  expect(await listErrors(done.id)).toMatchObject([{ column: 'code', value: code(9) }]);
});

test('a file without a required column waits for a mapping, which is remembered', async () => {
  const file = (number: number): string => `Nr;Bezeichnung;Branche\n${code(number)};Weizen;Food`;
  const waiting = await setup.importFile(file(1));
  expect(waiting.state).toBe('unmapped');
  expect(setup.imports.listMissingColumns(waiting)).toEqual(['code', 'title', 'industry']);
  const wrong = await setup.imports.setMapping(waiting.id, { Nr: 'colour', X: 'title' });
  expect(wrong).toMatchObject({
    ok: false,
    code: 'invalid',
    errors: { Nr: [expect.any(String)], X: [expect.any(String)] },
  });
  const mapping = { Nr: 'code', Bezeichnung: 'title', Branche: 'industry' };
  expect((await setup.imports.setMapping(waiting.id, mapping)).ok).toBe(true);
  expect(await setup.imports.advance(waiting.id)).toMatchObject({ state: 'done' });
  expect((await setup.importFile(file(2))).counts).toEqual({ created: 1 });
});

test('a file that can not be read is refused with its sentence', async () => {
  const refused = await setup.importFile('%PDF-1.7');
  expect(refused).toMatchObject({
    state: 'refused',
    refusal: expect.stringContaining('neither CSV'),
  });
  expect(await setup.imports.undo(refused.id)).toMatchObject({ ok: false, code: 'conflict' });
});

test('F36: an undo takes all back but what was edited or ordered since, and names that', async () => {
  await setup.importFile(toCsv(good(1, 'Old 1'), good(2, 'Old 2'), good(3, 'Old 3')));
  const done = await setup.importFile(
    toCsv(good(1, 'New 1'), good(2, 'New 2'), good(3, 'New 3'), good(4, 'New 4')),
  );
  expect(done.counts).toEqual({ changed: 3, created: 1 });
  await setup.publisher.write({ code: code(2), title: 'Edited' });
  await insertOrder(setup.publisher.database.db, code(3));
  expect((await setup.imports.undo(done.id)).ok).toBe(true);
  expect(await setup.imports.advance(done.id)).toMatchObject({
    state: 'undone',
    counts: { restored: 2, kept: 2 },
  });
  const titles = await Promise.all([1, 2, 3, 4].map((number) => getTitle(code(number))));
  expect(titles).toEqual(['Old 1', 'Edited', 'New 3', undefined]);
  expect(await setup.imports.listKeptRows(done.id, 10)).toEqual([
    { number: 3, code: code(2), reason: 'It was edited since.' },
    { number: 4, code: code(3), reason: 'It was ordered since.' },
  ]);
});

test('bad rows come back as a workbook that can be mended and sent again', async () => {
  const done = await setup.importFile(
    toCsv(good(1), `${code(2)},=A1,Unheard Of,published,100,A text.,by us in 5 days`),
  );
  const parts: Uint8Array[] = [];
  for await (const part of setup.imports.badRows.write(done)) parts.push(part);
  const unmended = await setup.importFile(Buffer.concat(parts));
  const second: Uint8Array[] = [];
  for await (const part of setup.imports.badRows.write(unmended)) second.push(part);
  const { headers } = await setup.importFile(Buffer.concat(second));
  expect(headers).toEqual(['row', 'problem', ...header.split(',')]);
  const again = await setup.importFile(Buffer.concat(parts), { industries: 'create' });
  expect(again).toMatchObject({ state: 'done', counts: { created: 1 } });
  expect(await getTitle(code(2))).toBe('=A1');
});

test('an import that nobody works on any more is taken up by the next process', async () => {
  const { database, deps } = setup.publisher;
  const id = await setup.imports.create({
    fileName: 'reports',
    content: Buffer.from(toCsv(good(1))),
    options: {
      mode: 'good',
      industries: 'known',
      newReports: 'draft',
      isUpdateOnly: false,
      runsAtOnce: true,
    },
    actor: 'anna',
  });
  const queued = () =>
    deps.db
      .selectFrom('reportImport')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'done')
      .execute();
  await setup.imports.jobs['imports.resume']();
  expect(await queued()).toEqual([]);
  await database.db
    .updateTable('reportImport')
    .set({ touchedAt: new Date(0) })
    .where('id', '=', id)
    .execute();
  await setup.imports.jobs['imports.resume']();
  const { longWork } = setup.publisher;
  await longWork.perform(
    (await longWork.findOpen(deps.db, 'import', ['importId', String(id)])) ?? 0,
  );
  expect(await queued()).toHaveLength(1);
});

/** An import that a worker is to work on, with the number of that work. */
async function queueImport(content: string, options: object = {}) {
  const { publisher, imports } = setup;
  const id = await imports.create({
    fileName: 'reports.csv',
    content: Buffer.from(content),
    options: importOptionsSchema.parse({ runsAtOnce: true, ...options }),
    actor: 'anna',
  });
  await imports.work.begin(id);
  const field = ['importId', String(id)] as const;
  const workId = await publisher.longWork.findOpen(publisher.deps.db, 'import', field);
  return { id, workId: workId ?? 0 };
}
const readState = async (id: number) => await setup.imports.getImport(id);

/** As another process works on imports, whose world is broken. */
function openBrokenWorker(broken: Partial<ImportDeps>) {
  const { publisher } = setup;
  const longWork = new LongWork(publisher.deps);
  const imports = new Imports({
    ...publisher.deps,
    catalogue: publisher.catalogue,
    getCurrency: async () => 'USD',
    listLicences: async () => defaultLicenceTerms,
    listCodesOrderedSince: async () => new Set(),
    ...broken,
    longWork,
  });
  return { imports, longWork };
}
const makeDue = () =>
  sql`update long_work set due_at = now() where state = 'open'`.execute(setup.publisher.deps.db);

test('the same error three times in a row ends an import with a sentence, and it can go on', async () => {
  const { id, workId } = await queueImport(toCsv(good(1), good(2)), { newReports: 'published' });
  const { longWork: broken } = openBrokenWorker({
    getCurrency: async () => {
      throw new Error('The settings can’t be read');
    },
  });
  for (let i = 0; i < 3; i++) {
    await makeDue();
    await broken.perform(workId);
  }
  expect(await readState(id)).toMatchObject({
    state: 'failed',
    refusal: expect.stringContaining('The settings can’t be read'),
    stoppedIn: 'running',
  });
  await makeDue();
  await broken.perform(workId);
  expectOk(await setup.imports.goOn(id));
  expect(await setup.imports.advance(id)).toMatchObject({
    state: 'done',
    refusal: null,
    counts: { created: 2 },
  });
});

test('an import is cancelled while it waits, is read, is checked, runs and is undone', async () => {
  const { imports } = setup;
  const { id, workId } = await queueImport(toCsv(good(1), good(2)), { runsAtOnce: false });
  expect(expectOk(await imports.work.cancel(id))).toMatchObject({
    state: 'cancelled',
    stoppedIn: 'reading',
  });
  await setup.publisher.longWork.perform(workId);
  expect(await readState(id)).toMatchObject({ state: 'cancelled', rowCount: 0 });
  expect(await imports.work.cancel(id)).toMatchObject({ code: 'conflict' });

  expectOk(await imports.goOn(id));
  await imports.advance(id, async ({ state }) => {
    if (state === 'checking') expectOk(await imports.work.cancel(id));
  });
  expect(await readState(id)).toMatchObject({ state: 'cancelled', stoppedIn: 'checking' });
  expectOk(await imports.goOn(id));
  await imports.advance(id);
  expectOk(await imports.run(id));
  expectOk(await imports.work.cancel(id));
  expect(await imports.advance(id)).toMatchObject({ state: 'cancelled', stoppedIn: 'running' });
  expectOk(await imports.goOn(id));
  expect(await imports.advance(id)).toMatchObject({ state: 'done', counts: { created: 2 } });
  expectOk(await imports.undo(id));
  expectOk(await imports.work.cancel(id));
  expect(await imports.advance(id)).toMatchObject({ state: 'cancelled', stoppedIn: 'undoing' });
  expectOk(await imports.goOn(id));
  expect(await imports.advance(id)).toMatchObject({ state: 'undone', counts: { restored: 2 } });
});

test('one that goes in as a whole is cancelled amid its transaction, and nothing went in', async () => {
  const rows = Array.from({ length: 1100 }, (_, i) => good(i));
  const { id, workId } = await queueImport(toCsv(...rows), { mode: 'all' });
  let cancelled: Promise<unknown> | undefined;
  const { longWork: worker } = openBrokenWorker({
    getCurrency: async () => {
      // Not waited for: the open transaction holds the import until it sees that it was cancelled.
      await besideTransaction(async () => {
        const current = await readState(id);
        if (current?.state === 'running') cancelled ??= setup.imports.work.cancel(id);
      });
      return 'USD';
    },
  });
  await worker.perform(workId);
  await cancelled;
  expect(await readState(id)).toMatchObject({ state: 'cancelled', stoppedIn: 'running' });
  expect(await getTitle(code(1))).toBeUndefined();
});
