import { raisePrice } from '../support/raise-price.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import { openAttacker, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

type CreateOrderBody = {
  readonly errors?: Record<string, string[]>;
  readonly order_id?: string;
  readonly approval_url?: string;
};

/** Calls create-order for the report and a single user; `changes` replace fields. */
async function createOrder(
  changes: object = {},
): Promise<{ status: number; body: CreateOrderBody }> {
  const response = await fetch(`${attacker.server.url}/admin/api/paypal/create-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `buyer=${'e'.repeat(64)}` },
    body: JSON.stringify({
      ...billing,
      report_id: attacker.reportCode,
      type: 'single-user',
      amount: attacker.prices.single,
      ...changes,
    }),
  });
  return { status: response.status, body: (await response.json()) as CreateOrderBody };
}

test('A-01 an amount that is not the price is refused before the provider is asked', async () => {
  const { single, multiple, dataSheet } = attacker.prices;
  const before = await attacker.countProviderOrders();
  for (const amount of [
    '0.01',
    '-1',
    '1e3',
    '1e309',
    'NaN',
    `${single}abc`,
    [single],
    `${single} EUR`,
    multiple,
    dataSheet,
    `0${single}1`,
    '9'.repeat(400),
  ]) {
    const { status, body } = await createOrder({ amount });
    expect([amount, status, Object.keys(body.errors ?? {})]).toEqual([amount, 422, ['amount']]);
  }
  expect((await createOrder({ amount: '1e3', currency: 'XXX' })).status).toBe(422);
  expect(await attacker.countProviderOrders()).toBe(before);
});

test('A-02 a report that is not for sale is 404, an unknown licence 422', async () => {
  for (const report_id of [
    'QM-NONE-0000',
    '999999999',
    '-1',
    '0',
    '../1',
    `${attacker.reportCode}%00`,
    '1 or 1=1',
  ])
    expect([report_id, (await createOrder({ report_id })).status]).toEqual([report_id, 404]);
  for (const type of [
    'free',
    'SINGLE-USER',
    '__proto__',
    ['single-user', 'corporate-user'],
    { $ne: 1 },
  ])
    expect([type, (await createOrder({ type })).status]).toEqual([type, 422]);
});

test('A-02 of a field that is sent twice one value counts everywhere', async () => {
  const email = 'twice@company.example';
  const fields = { ...billing, email, report_id: attacker.reportCode, type: 'single-user' };
  const response = await attacker
    .openBuyerSession('f')
    .request(`/buy-now?id=${attacker.reportCode}&type=single-user`, {
      method: 'POST',
      headers: { origin: attacker.server.url },
      body: new URLSearchParams([...Object.entries(fields), ['type', 'corporate-user']]),
    });
  expect(response.status).toBe(303);
  const orders = await attacker.server.db
    .selectFrom('purchase')
    .select('licence')
    .where('email', '=', email)
    .execute();
  expect(orders).toEqual([{ licence: 'single-user' }]);
});

type CaptureBody = {
  data: { purchase_units: { payments: { captures: { amount: { value: string } }[] } }[] };
};

test('A-03 a price change stops new orders at the old price and leaves placed ones', async () => {
  const report = (await attacker.server.app.catalogue.reports.list(1)).items[1];
  const [report_id, amount] = [
    report?.code ?? '',
    toDecimalString(Number(report?.prices.single), 'USD'),
  ];
  const placed = await createOrder({ report_id, amount });
  expect(placed.status).toBe(200);
  await attacker.server.db
    .updateTable('report')
    .set({ prices: raisePrice('single', 10_000) })
    .where('code', '=', report_id)
    .execute();
  const late = await createOrder({ report_id, amount, email: 'late@company.example' });
  expect([late.status, late.body.errors?.['amount']?.[0]]).toEqual([
    422,
    expect.stringContaining('The price changed'),
  ]);
  await approvePayment(String(placed.body.approval_url));
  const captured = await attacker
    .openBuyerSession('e')
    .request(`/admin/api/paypal/capture-order?token=${placed.body.order_id}`);
  expect(captured.status).toBe(200);
  const { data } = (await captured.json()) as CaptureBody;
  expect(data.purchase_units[0]?.payments.captures[0]?.amount.value).toBe(amount);
});

test('A-26 fields that nobody asked for are left out of an order', async () => {
  const email = 'mass@company.example';
  const placed = await createOrder({
    email,
    id: 1,
    state: 'paid',
    price_cents: 1,
    priceCents: 1,
    number: 'QI-000001',
    customer_id: 1,
    customerId: 1,
    paid_at: '2020-01-01',
    rights: 'All',
    seats: 99,
  });
  expect(placed.status).toBe(200);
  const order = await attacker.server.db
    .selectFrom('purchase')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    state: 'awaiting-approval',
    priceCents: Math.round(Number(attacker.prices.single) * 100),
    customerId: null,
    paidAt: null,
    seatLimit: 1,
  });
  expect(order.rights).toContain('One named person');
});
