import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideTransaction } from '../../../test/support/one-connection.ts';
import { waitUntilQueryIsBlocked } from '../../../test/support/finished-work.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { insertEnquiry } from '../../../test/support/test-enquiries.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';

import { importOptionsSchema } from '../imports/model.ts';
import type { StaffActor } from '../staff/model.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { ok, type Outcome } from './outcome.model.ts';

let testApp: TestApp;
let staff: StaffActor;
/** Somebody who has just proved who they are. */
const proveOwner = (): StaffActor => ({ ...staff, provedAt: testApp.deps.clock() });
beforeAll(async () => {
  testApp = await openTestApp();
  staff = await addTestStaff(testApp.deps.db, 'owner');
});
afterAll(() => testApp?.close());

function expectOk<T>(outcome: Outcome<T>): T {
  expect(outcome).toMatchObject({ ok: true });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}

/** Work that waits for a worker. */
const begin = async (kind: string, verb: StaffVerb, input: object): Promise<number> =>
  expectOk(
    await testApp.app.longWork.begin(proveOwner(), {
      kind,
      verb,
      prepare: async () => ok({ title: `Test of ${kind}`, input }),
    }),
  );

const listCodes = async (): Promise<string[]> =>
  (await testApp.deps.db.selectFrom('report').select('code').orderBy('id').limit(3).execute()).map(
    ({ code }) => code,
  );

const change = { kind: 'prices', licences: ['single'], roundTo: 1, by: { percent: 5 } } as const;

/** A change that is done, so that it can be undone. */
async function changeReports() {
  const { editing } = testApp.app.catalogue;
  const ids = await testApp.deps.db
    .selectFrom('report')
    .select('id')
    .orderBy('id')
    .limit(3)
    .execute();
  const selection = { ids: ids.map(({ id }) => id) };
  const id = expectOk(await editing.many.begin(proveOwner(), { selection, change }));
  const { batch = '' } = expectOk(await testApp.app.longWork.view(proveOwner(), id)).result;
  const whole = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('batch', '=', batch)
    .where('thingKind', '=', 'report-batch')
    .orderBy('id')
    .executeTakeFirst();
  return { batch, wholeId: whole?.id, verb: 'report.price' };
}

async function beginImport(): Promise<number> {
  const { imports } = testApp.app;
  const content = Readable.from([Buffer.from('code,title\nCW-1,One\nCW-2,Two\n')]);
  const id = await imports.create({
    fileName: 'sheet.csv',
    content,
    options: importOptionsSchema.parse({}),
    actor: 'Test',
  });
  await imports.work.begin(id, proveOwner());
  const work = await testApp.app.longWork.findOpen(testApp.deps.db, 'import', [
    'importId',
    `${id}`,
  ]);
  return work ?? 0;
}

/** A change of enquiries that is done, so that it can be undone; answers its batch. */
async function changeEnquiries(): Promise<string> {
  const { inbox } = testApp.app.leads;
  const ids = [await insertEnquiry(testApp.deps.db, { email: 'many@work.example' })];
  const id = expectOk(await inbox.bulk.changeMany(proveOwner(), { ids }, { state: 'closed' }));
  return expectOk(await testApp.app.longWork.view(proveOwner(), id)).result.batch ?? '';
}

let sheets = 0;
/** The number of an import that is done. */
async function runImport(): Promise<number> {
  const { imports } = testApp.app;
  const sheet = `code,title,industry\nCI-${++sheets},One,Unheard Of\n`;
  const id = await imports.create({
    fileName: 'sheet.csv',
    content: Readable.from([Buffer.from(sheet)]),
    options: importOptionsSchema.parse({}),
    actor: 'Test',
  });
  await imports.advance(id);
  expectOk(await imports.run(id));
  await imports.advance(id);
  return id;
}

async function beginFiles(): Promise<number> {
  const sent = [{ name: 'CW-1.pdf', openStream: () => Readable.from([Buffer.from('%PDF-')]) }];
  return expectOk(await testApp.app.importUploads.receive(proveOwner(), await runImport(), sent));
}

const exportOf =
  (name: string, verb: StaffVerb, given: object = {}) =>
  () =>
    begin(`export.${name}`, verb, { fileName: `${name}.csv`, given });

/** Every kind of long work: how it begins, and a table that it needs and cancelling doesn't. */
const kinds: Readonly<Record<string, readonly [begin: () => Promise<number>, table: string]>> = {
  change: [
    async () =>
      begin('report.change', 'report.price', { batch: 'b', change, codes: await listCodes() }),
    'report',
  ],
  undo: [async () => begin('report.undo', 'report.price', await changeReports()), 'report'],
  import: [beginImport, 'report_import_row'],
  'change of enquiries': [
    async () => {
      const ids = [await insertEnquiry(testApp.deps.db, { email: 'one@work.example' })];
      return begin('enquiry.change', 'enquiry.work', {
        batch: 'e',
        change: { state: 'spam' },
        ids,
      });
    },
    'lead',
  ],
  'undo of enquiries': [
    async () => begin('enquiry.undo', 'enquiry.work', { batch: await changeEnquiries() }),
    'lead',
  ],
  'files of an import': [beginFiles, 'import_upload'],
  'publishing of an import': [
    async () => begin('import.publish', 'report.publish', { importId: await runImport() }),
    'report_import',
  ],
  'export of bad rows': [
    async () => exportOf('bad-rows', 'import.run', { importId: await runImport() })(),
    'report_import',
  ],
  'export of reports': [
    exportOf('reports', 'report.export', { format: 'csv', filter: { view: 'all' } }),
    'report',
  ],
  'export of orders': [exportOf('orders', 'order.export'), 'purchase'],
  'export of invoices': [
    exportOf('ledger', 'order.export', { from: '2026-01-01', to: '2026-12-31' }),
    'order_document',
  ],
  'export of enquiries': [exportOf('enquiries', 'enquiry.export'), 'lead'],
  'export of subscribers': [
    exportOf('subscribers', 'subscriber.export', { filters: {}, sort: '' }),
    'subscriber',
  ],
};

const readState = async (id: number) => {
  const { state, phase, done, fileName } = expectOk(
    await testApp.app.longWork.view(proveOwner(), id),
  );
  return { state, phase, done, fileName };
};
const cancelled = { state: 'cancelled', phase: undefined, done: 0, fileName: null };

/** Nobody takes it up, and it can't be cancelled twice. */
async function expectCancelled(id: number): Promise<void> {
  await testApp.app.longWork.perform(id);
  expect(await readState(id)).toEqual(cancelled);
  expect(await testApp.app.longWork.cancel(proveOwner(), id)).toMatchObject({ code: 'conflict' });
}

test.for(Object.entries(kinds))('%s: work that waits is cancelled', async ([, [start]]) => {
  const id = await start();
  expect((await readState(id)).phase).toBe('waiting');
  expectOk(await testApp.app.longWork.cancel(proveOwner(), id));
  await expectCancelled(id);
});

test.for(Object.entries(kinds))('%s: work between two tries is cancelled', async ([, [start]]) => {
  const id = await start();
  await sql`update long_work set tries = 1, last_error = 'The disk is full',
    due_at = clock_timestamp() + interval '1 minute' where id = ${id}`.execute(testApp.deps.db);
  expect((await readState(id)).phase).toBe('between-tries');
  expectOk(await testApp.app.longWork.cancel(proveOwner(), id));
  await expectCancelled(id);
});

test.for(Object.entries(kinds))(
  '%s: work that is being worked on is cancelled',
  async ([, [start, table]]) => {
    const { db } = testApp.deps;
    const id = await start();
    const performed = await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      return besideTransaction(async () => {
        const working = testApp.app.longWork.perform(id);
        await waitUntilQueryIsBlocked(db);
        expect((await readState(id)).phase).toBe('running');
        // What a module notes of its own waits for the open step, which ends once the table is free.
        const cancelling = testApp.app.longWork.cancel(proveOwner(), id);
        await waitUntil('it is cancelled', async () => (await readState(id)).state === 'cancelled');
        return { working, cancelling };
      });
    });
    await performed.working;
    expectOk(await performed.cancelling);
    await expectCancelled(id);
  },
);

test.for(Object.entries(kinds))('%s: it goes through, and is over then', async ([, [start]]) => {
  const id = await start();
  await testApp.app.longWork.perform(id);
  expect((await readState(id)).state).toBe('done');
  expect(await testApp.app.longWork.cancel(proveOwner(), id)).toMatchObject({ code: 'conflict' });
});

test('work is listed for three months after its end, and is gone then', async () => {
  const { db } = testApp.deps;
  const [old, recent] = [await kinds['change']?.[0](), await kinds['change']?.[0]()];
  for (const id of [old, recent])
    expectOk(await testApp.app.longWork.cancel(proveOwner(), id ?? 0));
  await sql`update long_work set finished_at = now() - interval '91 days'
    where id = ${old}`.execute(db);
  await testApp.app.jobs['longWork.removeOld']({});
  expect(await testApp.app.longWork.view(proveOwner(), old ?? 0)).toMatchObject({
    code: 'not-found',
  });
  expectOk(await testApp.app.longWork.view(proveOwner(), recent ?? 0));
});
