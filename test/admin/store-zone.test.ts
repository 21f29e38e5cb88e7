import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let number: string;
/** A quarter past midnight on 1 January 2027 in Pune. */
const at = new Date('2026-12-31T18:45:00Z');
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  await owner.post('/admin/settings/timeZone', { timeZone: 'Kolkata' });
  number = await (await createOrderPlacer(admin.server)).placeOrder('card');
  const { db } = admin.server;
  await db
    .updateTable('purchase')
    .set({ placedAt: at, paidAt: at, paidOn: '2027-01-01' })
    .where('number', '=', number)
    .execute();
  await db.updateTable('orderDocument').set({ issuedOn: '2027-01-01' }).execute();
});
afterAll(() => admin?.close());

const shownAt = '1 Jan 2027, 00:15 UTC+5:30';

test('lists, their filters, the page of an order and the CSV agree on its day and hour', async () => {
  const newYear = 'from=2027-01-01&until=2027-01-01';
  const listed = await owner.readText(`/admin/orders?${newYear}&paid=2027-01-01`);
  expect(listed).toContain(number);
  expect(listed).toContain(shownAt);
  for (const other of ['until=2026-12-31', 'from=2027-01-02', 'paid=2027-01-02'])
    expect(await owner.readText(`/admin/orders?${other}`), other).not.toContain(number);
  expect(await owner.readText(`/admin/orders/${number}`)).toContain(shownAt);
  const csv = await owner.readText(`/admin/orders/export?${newYear}`);
  expect(csv).toContain(`${number},fulfilled,2027-01-01T00:15:00.000+05:30,`);
  const books = await owner.readText(`/admin/orders/ledger?${newYear}`);
  expect(books).toMatch(new RegExp(`2027-01-01,INV-[^,]*,invoice,${number},`));
  const none = await owner.readText('/admin/orders/ledger?until=2026-12-31');
  expect(none).not.toContain(number);
});

test('the audit log is asked by days of the store', async () => {
  const entry = { actorName: 'a clock', verb: 'order.export', outcome: 'done' } as const;
  const thing = { thingKind: 'orders', thingId: 'midnight' };
  await admin.server.db
    .insertInto('auditEntry')
    .values({ ...entry, ...thing, at })
    .execute();
  const ask = (days: string) => owner.readText(`/admin/audit?thing=midnight&${days}`);
  expect(await ask('from=2027-01-01&until=2027-01-01')).toContain(shownAt);
  for (const days of ['until=2026-12-31', 'from=2027-01-02'])
    expect(await ask(days), days).not.toContain(shownAt);
  const csv = await owner.readText('/admin/audit.csv?thing=midnight&from=2027-01-01');
  expect(csv).toContain('2027-01-01T00:15:00.000+05:30');
});

test('visitors read the store’s day of a post', async () => {
  const { db } = admin.server;
  await db.updateTable('pressRelease').set({ createdAt: at }).execute();
  const { slug } = await db.selectFrom('pressRelease').select('slug').executeTakeFirstOrThrow();
  const page = await (await admin.visitor.get(`/press-details/${slug}`)).text();
  expect(page.replaceAll('\u00a0', ' ')).toContain('1 Jan 2027');
});
