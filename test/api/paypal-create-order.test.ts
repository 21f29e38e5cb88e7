import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden, expectJsonOnly } from './api-expectations.ts';
import { approvePayment } from '../support/paypal.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

const billing = {
  name: 'Ada Example',
  email: 'ada@api.example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: 1,
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: 1,
};
const path = '/paypal/create-order';
const prices = async () => {
  const report = await api.server.app.catalogue.reports.getForSale({ code: api.report.code });
  const { single, multiple, corporate } = report?.prices ?? {};
  return { single: Number(single), multiple: Number(multiple), corporate: Number(corporate) };
};
const charged = async (orderId: unknown) =>
  await api.server.db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['licence', 'priceCents'])
    .where('providerOrderId', '=', String(orderId))
    .executeTakeFirstOrThrow();

test("POST /paypal/create-order places an order at the store's price", async () => {
  const { single } = await prices();
  const answer = await api.post(path, {
    ...billing,
    report_id: api.report.code,
    amount: single / 100,
  });
  expect(answer.status).toBe(200);
  expect(String(answer.body['approval_url'])).toContain(`token=${String(answer.body['order_id'])}`);
  expect(await charged(answer.body['order_id'])).toEqual({
    licence: 'single-user',
    priceCents: single,
  });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const again = await api.post(
    path,
    { ...billing, report_id: api.report.code, amount: single / 100 },
    { cookie },
  );
  expect(again.body).toEqual(answer.body);
});

test('without a type the licence is that of the link, or the one that has this price', async () => {
  const { corporate, multiple } = await prices();
  expect(
    await charged(
      (await api.post(path, { ...billing, report_id: api.report.code, amount: corporate / 100 }))
        .body['order_id'],
    ),
  ).toMatchObject({ licence: 'corporate-user' });
  const link = (await api.get(`/custom-buy-now-link/${api.report.code}?type=multiple-user`)).body[
    'reportId'
  ];
  expect(
    await charged(
      (await api.post(path, { ...billing, report_id: link, amount: String(multiple / 100) })).body[
        'order_id'
      ],
    ),
  ).toMatchObject({ licence: 'multiple-user' });
});

test.each([0.01, -1, '1e3', 'NaN', '3500.00abc', [1], null, {}, true, 99_999_999_999])(
  'the amount %j is 422 at its field, and PayPal is not called',
  async (amount) => {
    const answer = await api.post(path, {
      ...billing,
      report_id: api.report.code,
      type: 'single-user',
      amount,
    });
    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toHaveProperty('amount');
  },
);

test('every invalid field has its message, and an unknown report is 404', async () => {
  await expectGolden(await api.post(path, { email: 'no', policy: 0 }), 'paypal-create-order-422');
  await expectGolden(
    await api.post(path, { ...billing, report_id: 'QM-NONE', amount: 1 }),
    'paypal-create-order-404',
  );
});

test('a provider outage is 502, and the same order can be placed again', async () => {
  const { single } = await prices();
  await fetch(`${api.server.paypalUrl}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify({ create: ['500'] }),
  });
  await expectGolden(
    await api.post(path, { ...billing, report_id: api.report.code, amount: single / 100 }),
    'paypal-create-order-502',
  );
  expect(
    (await api.post(path, { ...billing, report_id: api.report.code, amount: single / 100 })).status,
  ).toBe(200);
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, path));

test('a licence that the browser has already is 409 until the order is named', async () => {
  const { multiple } = await prices();
  const body = { ...billing, report_id: api.report.code, amount: multiple / 100 };
  const first = await api.post(path, body);
  const cookie = String(first.headers.get('set-cookie')).split(';')[0] ?? '';
  await approvePayment(String(first.body['approval_url']));
  // The reconciler may be capturing the same payment at this moment.
  const refused = await waitUntil('the payment has been captured', async () => {
    const answer = await api.post(path, body, { cookie });
    return !String(answer.body['message']).includes('still checking') && answer;
  });
  const number = /QI-\d+/.exec(String(refused.body['message']))?.[0] ?? '';
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      success: false,
      message: expect.stringMatching(
        new RegExp(`^You already have this licence.* ${api.server.url}/payment-success.order=QI-`),
      ),
      errors: { another: ['Please confirm that you want to buy another copy.'] },
    },
  ]);
  const another = await api.post(path, { ...body, another: number }, { cookie });
  expect(another.status).toBe(200);
  expect(another.body['order_id']).not.toBe(first.body['order_id']);
});
