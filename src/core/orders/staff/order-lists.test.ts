import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff, testProgram } from '../../../../test/support/test-staff.ts';
import type { WantedOrders } from './order-list.model.ts';

let buyer: OrderTester;
let finance: StaffActor;
let numbers: string[];
let captureId: string;

/** Three transfers; a payment by card, whose company is a formula, takes the place of the first. */
beforeAll(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
  numbers = [];
  for (const type of ['single-user', 'multiple-user', 'corporate-user'])
    numbers.push(
      (await buyer.placeOrder({ type, method: 'bank', email: 'anna_b@one.example' })).number,
    );
  const paid = await buyer.buyReport('single-user', {
    email: 'zoe@two.example',
    company_name: '=1+2, Ltd',
  });
  numbers.push(paid.number);
  captureId = paid.captureId;
});
afterAll(() => buyer?.close());

async function list(wanted: WantedOrders, actor = finance) {
  const page = await buyer.app.orders.staff.lists.listOrders(actor, wanted);
  if (!page.ok) throw new Error(page.message);
  return page.value;
}
const listNumbers = async (wanted: WantedOrders, actor = finance) =>
  (await list(wanted, actor)).rows.map(({ number }) => numbers.indexOf(number));

test('orders are listed newest first, oldest first and by amount, and counted', async () => {
  expect(await listNumbers({})).toEqual([3, 2, 1, 0]);
  expect(await listNumbers({ sort: 'oldest' })).toEqual([0, 1, 2, 3]);
  const amounts = (await list({ sort: 'highest' })).rows.map(({ priceCents }) => priceCents);
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
  expect(await list({})).toMatchObject({ total: 4, isTotalCapped: false });
});

test.each(['newest', 'oldest', 'highest', 'lowest'] as const)(
  'pages of a list, %s first, lead on and back without a gap',
  async (sort) => {
    const all = await listNumbers({ sort });
    const first = await list({ sort, limit: 2 });
    expect(first.previous).toBeUndefined();
    const second = await list({ sort, limit: 2, after: first.next });
    expect(second.next).toBeUndefined();
    const seen = [...first.rows, ...second.rows].map(({ number }) => numbers.indexOf(number));
    expect(seen).toEqual(all);
    const back = await list({ sort, limit: 2, before: second.previous });
    expect(back).toMatchObject({ rows: first.rows, next: first.next });
    expect(back.previous).toBeUndefined();
    expect(await listNumbers({ sort, after: '99999999999.1' })).toEqual(all);
  },
);

test('a list is narrowed by state, method, day, amount and the lists that are always there', async () => {
  expect(await listNumbers({ state: 'fulfilled' })).toEqual([3]);
  expect(await listNumbers({ method: 'bank' })).toEqual([2, 1, 0]);
  expect(await listNumbers({ view: 'transfers' })).toEqual([2, 1]);
  expect(await listNumbers({ view: 'paid' })).toEqual([3]);
  expect(await listNumbers({ view: 'to-deliver' })).toEqual([]);
  expect(await listNumbers({ view: 'disputes' })).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await listNumbers({ placedFrom: tomorrow })).toEqual([]);
  expect(await listNumbers({ placedUntil: tomorrow, maxCents: 2 ** 40 })).toHaveLength(4);
  const { priceCents } = await buyer.getOrder(String(numbers[2]));
  expect(await listNumbers({ minCents: priceCents })).toEqual([2]);
});

test('an order is found by number, name, company, address, report and the provider’s ids', async () => {
  const number = String(numbers[1]);
  expect(await listNumbers({ search: ` ${number.toLowerCase()} ` })).toEqual([1]);
  expect(await listNumbers({ search: 'ZOE@two' })).toEqual([3]);
  expect(await listNumbers({ search: 'a_b@one' })).toEqual([2, 1, 0]);
  expect(await listNumbers({ search: 'a%b@one' })).toEqual([]);
  expect(await listNumbers({ search: buyer.reportCode })).toHaveLength(4);
  expect(await listNumbers({ search: captureId })).toEqual([3]);
});

test('one or two letters find words that begin with them, as the index has them', async () => {
  expect(await listNumbers({ search: 'Zo' })).toEqual([3]);
  expect(await listNumbers({ search: 'b@' })).toEqual([]);
});

test('viewers see buyers masked, and find nobody by their address', async () => {
  const viewer = await addTestStaff(buyer.deps.db, 'viewer');
  const { rows } = await list({}, viewer);
  expect(rows[0]?.buyer).toMatchObject({ email: 'z***@two.example', name: expect.any(String) });
  expect(rows[0]?.buyer.name).toMatch(/^.\*\*\*$/);
  expect(rows[0]?.buyer.companyName).toMatch(/^(.\*\*\*)?$/);
  expect(await listNumbers({ search: 'zoe@two' }, viewer)).toEqual([]);
  expect(await listNumbers({ search: String(numbers[3]) }, viewer)).toEqual([3]);
});

test('A-17 F33: what the filter shows is exported as CSV in which a formula is text, and audited', async () => {
  const exported = await buyer.app.orders.staff.lists.exportOrders(finance, { state: 'fulfilled' });
  if (!exported.ok) throw new Error(exported.message);
  const chunks: Uint8Array[] = [];
  for await (const chunk of exported.value) chunks.push(chunk);
  const [header, ...lines] = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect(header).toContain('number,state,placed_at');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`"'=1+2, Ltd"`);
  const entries = await buyer.deps.db
    .selectFrom('auditEntry')
    .select(['after'])
    .where('verb', '=', 'order.export')
    .execute();
  expect(entries).toEqual([{ after: { state: 'fulfilled', isSearched: false } }]);
});

test('programs at the terminal read the same lists', async () => {
  const page = await buyer.app.orders.staff.lists.listOrders(testProgram, { view: 'transfers' });
  expect(page).toMatchObject({ value: { total: 2 } });
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(testProgram);
  expect(attention).toMatchObject({ value: { rows: [] } });
});
