import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { RevenuePeriod } from './revenue.model.ts';

let buyer: OrderTester;
let finance: StaffActor;
beforeAll(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
});
afterAll(() => buyer?.close());

const setPaidAt = (number: string, paidAt: string) =>
  buyer.deps.db
    .updateTable('purchase')
    .set({ paidAt: new Date(paidAt), paidOn: paidAt.slice(0, 10) })
    .where('number', '=', number)
    .execute();
async function getRevenue(period: RevenuePeriod) {
  const revenue = await buyer.app.orders.staff.revenue.getRevenue(finance, period);
  if (!revenue.ok) throw new Error(revenue.message);
  return revenue.value;
}

test('revenue is what was paid less what was refunded, by the store’s day or week, in the store’s currency', async () => {
  const first = await buyer.buyReport();
  const second = await buyer.buyReport('multiple-user');
  const foreign = await buyer.buyReport('corporate-user');
  await setPaidAt(first.number, '2026-03-02T23:59:59Z');
  await setPaidAt(second.number, '2026-03-03T00:00:00Z');
  await setPaidAt(foreign.number, '2026-03-03T10:00:00Z');
  await buyer.deps.db
    .updateTable('purchase')
    .set({ currency: 'EUR' })
    .where('number', '=', foreign.number)
    .execute();
  await buyer.refund(second.number, 10_000);
  await buyer.deps.db
    .updateTable('orderDocument')
    .set({ issuedAt: new Date('2026-03-09T12:00:00Z'), issuedOn: '2026-03-09' })
    .where('kind', '=', 'credit-note')
    .execute();
  const [from, until] = ['2026-03-01', '2026-03-10'];
  const days = await getRevenue({ from, until, step: 'day' });
  expect(days.steps).toHaveLength(10);
  expect(days.steps.filter(({ orders, refundedCents }) => orders + refundedCents > 0)).toEqual([
    expect.objectContaining({ start: '2026-03-02', orders: 1, revenueCents: first.priceCents }),
    expect.objectContaining({ start: '2026-03-03', orders: 1, revenueCents: second.priceCents }),
    expect.objectContaining({ start: '2026-03-09', orders: 0, revenueCents: -10_000 }),
  ]);
  expect(days).toMatchObject({
    currency: 'USD',
    orders: 2,
    paidCents: first.priceCents + second.priceCents,
    refundedCents: 10_000,
    revenueCents: first.priceCents + second.priceCents - 10_000,
    otherCurrencyOrders: 1,
  });
  const weeks = await getRevenue({ from, until, step: 'week' });
  expect(weeks.steps.map(({ start, revenueCents }) => [start, revenueCents])).toEqual([
    ['2026-02-23', 0],
    ['2026-03-02', first.priceCents + second.priceCents],
    ['2026-03-09', -10_000],
  ]);
  expect(
    await buyer.app.orders.staff.revenue.listBestReports(finance, { from, until }),
  ).toMatchObject({
    value: [{ reportCode: buyer.reportCode, orders: 2, revenueCents: days.revenueCents }],
  });
});

test('a period without orders is zeros', async () => {
  const [from, until] = ['2020-01-01', '2020-01-02'];
  expect(await getRevenue({ from, until, step: 'day' })).toMatchObject({
    revenueCents: 0,
    steps: [{ revenueCents: 0 }, { revenueCents: 0 }],
  });
});

test('what a report’s orders brought is for those who read orders; others see how many there are', async () => {
  const { deps, app } = buyer;
  const order = await buyer.buyReport();
  const { reportId } = await deps.db
    .selectFrom('purchase')
    .select('reportId')
    .where('number', '=', order.number)
    .executeTakeFirstOrThrow();
  const read = async (actor: StaffActor) => {
    const sales = await app.orders.staff.revenue.getReportSales(actor, reportId);
    if (!sales.ok) throw new Error(sales.message);
    return sales.value;
  };
  const before = await read(finance);
  const next = await buyer.buyReport('multiple-user');
  await buyer.refund(next.number, 10_000);
  expect(await read(finance)).toEqual({
    orders: before.orders + 1,
    money: {
      currency: 'USD',
      revenueCents: Number(before.money?.revenueCents) + next.priceCents - 10_000,
      otherCurrencyOrders: before.money?.otherCurrencyOrders,
      lastOrder: { number: next.number, paidAt: expect.any(Date) },
    },
  });
  const editor = await addTestStaff(deps.db, 'editor');
  expect(await read(editor)).toEqual({ orders: before.orders + 1 });
});
