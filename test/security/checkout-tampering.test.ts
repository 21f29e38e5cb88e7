import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { billing, openAttacker, type Attacker } from './attacker.ts';

let at: Attacker;
beforeAll(async () => {
  at = await openAttacker();
});
afterAll(() => at?.close());

const postCreateOrder = async (body: object | string) => {
  const answer = await fetch(`${at.server.url}/admin/api/paypal/create-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `buyer=${'e'.repeat(64)}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as {
      success: boolean;
      errors?: Record<string, string[]>;
      order_id?: string;
      approval_url?: string;
    },
  };
};
const orderFields = (more: object = {}) => ({
  ...billing,
  email: 'ada@company.example',
  report_id: at.reportCode,
  type: 'single-user',
  amount: at.prices.single,
  ...more,
});

test('A-01 an amount that is not ours is 422 at its field, and the provider is never asked', async () => {
  const before = await at.countProviderOrders();
  for (const amount of [
    '0.01',
    '-1',
    '1e3',
    '1e309',
    'NaN',
    `${at.prices.single}abc`,
    [at.prices.single],
    `${at.prices.single} EUR`,
    at.prices.multiple,
    at.prices.dataSheet,
    `0${at.prices.single}1`,
    '9'.repeat(400),
  ]) {
    const answer = await postCreateOrder(orderFields({ amount }));
    expect([amount, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
      amount,
      422,
      ['amount'],
    ]);
  }
  expect((await postCreateOrder(orderFields({ amount: '1e3', currency: 'XXX' }))).status).toBe(422);
  expect(await at.countProviderOrders()).toBe(before);
});

test('A-02 a report that is not for sale is 404, a licence that is none 422, and of a field given twice one value counts everywhere', async () => {
  for (const report_id of [
    'QM-NONE-0000',
    '999999999',
    '-1',
    '0',
    '../1',
    `${at.reportCode}%00`,
    '1 or 1=1',
  ])
    expect([report_id, (await postCreateOrder(orderFields({ report_id }))).status]).toEqual([
      report_id,
      404,
    ]);
  for (const type of [
    'free',
    'SINGLE-USER',
    '__proto__',
    ['single-user', 'corporate-user'],
    { $ne: 1 },
  ])
    expect([type, (await postCreateOrder(orderFields({ type }))).status]).toEqual([type, 422]);
  const twice = await at
    .openBuyerSession('f')
    .request(`/buy-now?id=${at.reportCode}&type=single-user`, {
      method: 'POST',
      headers: { origin: at.server.url },
      body: new URLSearchParams([
        ...(Object.entries(
          orderFields({ email: 'twice@company.example', amount: undefined }),
        ).filter(([, value]) => value !== undefined) as [string, string][]),
        ['type', 'corporate-user'],
      ]),
    });
  expect(twice.status).toBe(303);
  expect(
    await at.server.db
      .selectFrom('purchase')
      .select('licence')
      .where('email', '=', 'twice@company.example')
      .execute(),
  ).toEqual([{ licence: 'single-user' }]);
});

test('A-03 a price that staff changes in the middle: told before the order is placed, kept by an order that stands', async () => {
  const other = (await at.server.app.catalogue.listReports(1)).items[1];
  const [code, amount] = [String(other?.code), toDecimalString(Number(other?.prices.single))];
  const placed = await postCreateOrder(orderFields({ report_id: code, amount }));
  expect(placed.status).toBe(200);
  await at.server.db
    .updateTable('report')
    .set((eb) => ({ singleCents: eb('singleCents', '+', 10_000) }))
    .where('code', '=', code)
    .execute();
  const late = await postCreateOrder(
    orderFields({ report_id: code, amount, email: 'late@company.example' }),
  );
  expect([late.status, late.body.errors?.['amount']?.[0]]).toEqual([
    422,
    expect.stringContaining('The price changed'),
  ]);
  await fetch(String(placed.body.approval_url), {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const paid = await at
    .openBuyerSession('e')
    .request(`/admin/api/paypal/capture-order?token=${placed.body.order_id}`);
  expect(paid.status).toBe(200);
  expect(
    (
      (await paid.json()) as {
        data: { purchase_units: { payments: { captures: { amount: { value: string } }[] } }[] };
      }
    ).data.purchase_units[0]?.payments.captures[0]?.amount.value,
  ).toBe(amount);
});

test('A-26 what nobody asked for (state, price, number, id, account) is left out of an order', async () => {
  const placed = await postCreateOrder(
    orderFields({
      report_id: at.reportCode,
      email: 'mass@company.example',
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
    }),
  );
  expect(placed.status).toBe(200);
  const row = await at.server.db
    .selectFrom('purchase')
    .selectAll()
    .where('email', '=', 'mass@company.example')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    state: 'awaiting-approval',
    priceCents: Math.round(Number(at.prices.single) * 100),
    customerId: null,
    paidAt: null,
    seatLimit: 1,
  });
  expect(row.rights).toContain('One named person');
});

test('F-11, F-12 fifty returns at once charge once and say the same; whoever only looks takes nothing', async () => {
  const buyer = at.openBuyerSession('d');
  const webhooks = (mode: string) =>
    fetch(`${at.server.paypalUrl}/__sim/webhooks`, {
      method: 'POST',
      body: JSON.stringify({ mode }),
    });
  await webhooks('drop');
  const placed = await buyer.postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
    ...billing,
    email: 'fifty@company.example',
    report_id: at.reportCode,
    type: 'single-user',
  });
  const approval = placed.headers.get('location') ?? '';
  const token = new URL(approval).searchParams.get('token');
  const address = `/admin/api/paypal/capture-order?token=${token}`;
  expect((await buyer.request(address)).status).toBe(409);
  await fetch(approval, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const state = async () =>
    (
      await at.server.db
        .selectFrom('purchase')
        .select('state')
        .where('email', '=', 'fifty@company.example')
        .executeTakeFirstOrThrow()
    ).state;
  for (const init of [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
  ]) {
    await buyer.request(address, init);
    await buyer.request(`/payment-success?token=${token}`, init);
  }
  expect(await state()).toBe('awaiting-approval');
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => (await buyer.request(address)).text()),
  );
  await webhooks('normal');
  expect(new Set(answers).size).toBe(1);
  const other = await at.openBuyerSession('c').request(address);
  const text = await other.text();
  expect(text).not.toContain('payer@example.com');
  expect(text).not.toContain('LCALPAYER2345');
  expect(other.headers.get('cache-control')).toBe('no-store');
  const { charges } = (await (await fetch(`${at.server.paypalUrl}/__sim/ledger`)).json()) as {
    charges: { custom_id: string }[];
  };
  const { id } = await at.server.db
    .selectFrom('purchase')
    .select('id')
    .where('email', '=', 'fifty@company.example')
    .executeTakeFirstOrThrow();
  expect(charges.filter(({ custom_id }) => custom_id === String(id))).toHaveLength(1);
});

test('F-13 a token stands for its own order alone; a foreign or unknown one is 404 in the same shape', async () => {
  const [first, second] = [
    await at.buyReport(at.openBuyerSession('1')),
    await at.openBuyerSession('2').postForm(`/buy-now?id=${at.reportCode}&type=corporate-user`, {
      ...billing,
      email: 'swap@company.example',
      report_id: at.reportCode,
      type: 'corporate-user',
    }),
  ];
  expect(second.status).toBe(303);
  await at.openBuyerSession('2').request(`/payment-success?token=${first.providerId}`);
  expect(
    await at.server.db
      .selectFrom('purchase')
      .select('state')
      .where('email', '=', 'swap@company.example')
      .executeTakeFirstOrThrow(),
  ).toEqual({ state: 'awaiting-approval' });
  const shapes = await Promise.all(
    ['UNKNOWN', '5O190127TN364715T', 'x'.repeat(500), '../../etc', '%00', ''].map(async (token) => {
      const answer = await at
        .openBuyerSession('2')
        .request(`/admin/api/paypal/capture-order?token=${token}`);
      return [
        answer.status,
        Object.keys((await answer.json()) as object)
          .toSorted()
          .join(),
      ];
    }),
  );
  expect(new Set(shapes.map(String)).size).toBe(1);
  expect(shapes[0]?.[0]).toBe(404);
});

test('A-38 a refund closes the download at once', async () => {
  const buyer = at.openBuyerSession('3');
  const { number, downloadPaths } = await at.buyReport(buyer);
  expect((await buyer.request(String(downloadPaths[0]))).status).toBe(200);
  const { priceCents } = await at.server.db
    .selectFrom('purchase')
    .select('priceCents')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(
    (await at.server.app.orders.refunds.refundOrder(number, priceCents, 'given back')).ok,
  ).toBe(true);
  expect((await buyer.request(String(downloadPaths[0]))).status).toBe(403);
});
