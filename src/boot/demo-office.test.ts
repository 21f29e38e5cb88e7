import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoOffice } from '#demo/office/write-office.ts';
import { orderStates } from '#core/orders/order-states.model.ts';
import { inOneTransaction, openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { openTestApp, type TestApp } from '../../test/support/test-app.ts';
import { unwrap } from '../../test/support/test-sign-in.ts';
import { addTestStaff, testProgram } from '../../test/support/test-staff.ts';

let testApp: TestApp;
let database: OpenDatabase;
/** At this statement the program ends: before any sample is written, and amid them. */
const interruptedAt = [1, 700];
beforeAll(async () => {
  testApp = await openTestApp();
  database = await openDatabase(testApp.databaseUrl, 1);
  for (const at of interruptedAt) await expect(write(abortAt(at))).rejects.toThrow('the end');
  leftByEnded = [await count('purchase'), await count('lead'), await count('orderDocument')];
  await write();
});
afterAll(async () => {
  await database?.close();
  await testApp?.close();
});

let leftByEnded: readonly number[];

const write = (signal?: AbortSignal): Promise<void> =>
  writeDemoOffice(testApp.deps, {
    keepPayment: testApp.addPaypalOrder,
    inOneTransaction: (work) => inOneTransaction(database.pool, work, signal),
  });

/** A signal that is aborted when it is looked at for the n-th time. */
function abortAt(look: number): AbortSignal {
  let looks = 0;
  const { signal } = new AbortController();
  return Object.assign(signal, {
    throwIfAborted: () => {
      if (++looks === look) throw new Error('the end');
    },
  });
}

const count = async (table: 'purchase' | 'lead' | 'orderDocument' | 'auditEntry') => {
  const { all } = await testApp.deps.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  return all;
};

test('a program that ends while samples are written leaves none, and the next one writes all', () => {
  expect(leftByEnded).toEqual([0, 0, 0]);
});

test('the demo catalogue came in as the import of a sheet', async () => {
  const imports = await testApp.app.imports.listImports(5);
  const { total } = await testApp.app.catalogue.reports.listWithText(1, 1);
  expect(imports).toMatchObject([
    { fileName: 'demo-catalogue.jsonl', state: 'done', counts: { created: total } },
  ]);
});

test('the demo looks lived in: orders and enquiries of half a year, in all their states', async () => {
  const { db } = testApp.deps;
  expect(await count('purchase')).toBeGreaterThan(60);
  expect(await count('lead')).toBeGreaterThan(60);
  const orders = await db.selectFrom('purchase').select('state').distinct().execute();
  // What is paid is delivered within seconds if the store runs.
  const lasting = orderStates.filter((state) => state !== 'pending' && state !== 'paid');
  expect(orders.map(({ state }) => state).toSorted()).toEqual(lasting.toSorted());
  const leads = await db.selectFrom('lead').select('state').distinct().execute();
  expect(leads.map(({ state }) => state).toSorted()).toEqual([
    'answered',
    'closed',
    'open',
    'spam',
  ]);
});

test('orders that need a person are there, but for those that the store brings to an end itself', async () => {
  const attention = unwrap(
    await testApp.app.orders.staff.attention.listNeedsAttention(testProgram),
  );
  const reasons = new Set(attention.rows.map(({ reason }) => reason));
  expect([...reasons].toSorted()).toEqual([
    'capture',
    'mismatch',
    'review',
    'second-payment',
    'suspended',
  ]);
  const owner = await addTestStaff(testApp.deps.db, 'owner');
  const { emails } = unwrap(await testApp.app.system.list(owner));
  expect(emails).toMatchObject([{ state: 'failed', lastError: expect.stringContaining('sample') }]);
  const { rows } = unwrap(await testApp.app.people.customers.list(owner, {}));
  expect(new Set(rows.map(({ confirmedAt }) => confirmedAt !== null)).size).toBe(2);
  const kinds = await testApp.deps.db
    .selectFrom('orderDocument')
    .select('kind')
    .distinct()
    .execute();
  expect(kinds).toHaveLength(4);
});

test('every sample says that it is one, and nothing of them is waiting to be sent', async () => {
  const { db } = testApp.deps;
  const orders = await db.selectFrom('purchase').select(['companyName', 'email']).execute();
  for (const { companyName, email } of orders) {
    expect(companyName).toContain('(sample)');
    expect(email).toMatch(/\.example$/);
  }
  const queued = await db
    .selectFrom('outboxEmail')
    .select('id')
    .where('state', '=', 'queued')
    .execute();
  expect(queued).toEqual([]);
});

test('the list of jobs that failed has one', async () => {
  const { jobQueue } = testApp.deps;
  const [job] = (await jobQueue.listTroubled(5)).filter(({ state }) => state === 'failed');
  expect(job).toMatchObject({ name: 'catalogue.checkReports', attempts: 3 });
  expect(job?.lastError).toContain('(sample)');
});

test('the newsletter has a sent, a scheduled and a draft issue, and its subscribers', async () => {
  const { db } = testApp.deps;
  const issues = await db.selectFrom('newsletterIssue').select(['state', 'subject']).execute();
  expect(issues.map(({ state }) => state).toSorted()).toEqual(['draft', 'scheduled', 'sent']);
  expect(issues.filter(({ subject }) => !subject.startsWith('Sample'))).toEqual([]);
  const states = await db.selectFrom('subscriber').select('state').distinct().execute();
  expect(states).toHaveLength(3);
});

test('there are drafts, and one report is scheduled', async () => {
  const { db } = testApp.deps;
  const drafts = await db.selectFrom('report').select('id').where('state', '=', 'draft').execute();
  expect(drafts).toHaveLength(3);
});

test('a post is begun, a press release is scheduled and a question is hidden', async () => {
  const { db } = testApp.deps;
  const states = await db
    .selectFrom('blogPost')
    .select('state')
    .unionAll(db.selectFrom('pressRelease').select('state'))
    .where('name', 'like', '%(sample%')
    .execute();
  expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(['draft', 'scheduled']));
  const hidden = await db.selectFrom('faq').select('title').where('isHidden', '=', true).execute();
  expect(hidden).toHaveLength(1);
});

test('the library has pictures, one of them without a text; redirects are followed', async () => {
  const { db } = testApp.deps;
  const pictures = await db.selectFrom('media').select(['name', 'alternativeText']).execute();
  expect(pictures.map(({ alternativeText }) => alternativeText === '')).toEqual([
    false,
    false,
    true,
  ]);
  const [shown] = pictures;
  const file = await testApp.app.media.library.findFile(shown?.name ?? '');
  expect(await file?.open()).toBeDefined();
  const redirects = await db.selectFrom('redirect').select('hits').orderBy('id').execute();
  expect(redirects.map(({ hits }) => hits > 0)).toEqual([true, true, true, false]);
});

test('every search that the samples make in vain is in the list', async () => {
  const { words } = await testApp.deps.db
    .selectFrom('findMissed')
    .select((eb) => eb.fn.countAll<number>().as('words'))
    .executeTakeFirstOrThrow();
  expect(words).toBe(5);
});

test('a sample can be refunded like any order: the demo’s PayPal knows its payment', async () => {
  const order = await testApp.deps.db
    .selectFrom('purchase')
    .select(['number', 'priceCents'])
    .where('state', '=', 'fulfilled')
    .where('paymentMethod', '=', 'card')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { refunds } = testApp.app.orders;
  const wanted = { amountCents: 1000, reason: 'A reason' };
  unwrap(await refunds.refundOrder(testProgram, order.number, wanted));
  const detail = unwrap(await testApp.app.orders.staff.details.getOrder(testProgram, order.number));
  expect(detail).toMatchObject({ state: 'partly-refunded', refunds: [{ state: 'completed' }] });
  const { differences } = unwrap(
    await testApp.app.orders.staff.sync.reconcileTransactions(testProgram),
  );
  expect(differences.map(({ kind }) => kind)).toEqual(['second payment', 'other amount']);
});
