import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiTestClient,
  expectGolden,
  openApiTestClient,
  expectJsonOnly,
} from './api-test-client.ts';

let at: ApiTestClient;
beforeAll(async () => {
  at = await openApiTestClient();
});
afterAll(() => at?.close());

const billing = {
  name: 'Ada Example',
  email: 'ada@wire.example',
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
const prices = async () =>
  (await at.server.app.catalogue.getReportForSale({ code: at.report.code }))?.prices ?? {
    single: 0,
    multiple: 0,
    corporate: 0,
    dataSheet: 0,
  };
const charged = async (orderId: unknown) =>
  await at.server.db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select(['licence', 'priceCents'])
    .where('providerOrderId', '=', String(orderId))
    .executeTakeFirstOrThrow();

test("POST /paypal/create-order places an order at the server's price and answers the approval page", async () => {
  const { single } = await prices();
  const answer = await at.post(path, {
    ...billing,
    report_id: at.report.code,
    amount: single / 100,
  });
  expect(answer.status).toBe(200);
  expect(String(answer.body['approval_url'])).toContain(`token=${String(answer.body['order_id'])}`);
  expect(await charged(answer.body['order_id'])).toEqual({
    licence: 'single-user',
    priceCents: single,
  });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const again = await at.post(
    path,
    { ...billing, report_id: at.report.code, amount: single / 100 },
    { cookie },
  );
  expect(again.body).toEqual(answer.body);
});

test("without a type the licence is the link's, else the one whose price is the amount", async () => {
  const { corporate, multiple } = await prices();
  expect(
    await charged(
      (await at.post(path, { ...billing, report_id: at.report.code, amount: corporate / 100 }))
        .body['order_id'],
    ),
  ).toMatchObject({ licence: 'corporate-user' });
  const link = (await at.get(`/custom-buy-now-link/${at.report.code}?type=multiple-user`)).body[
    'reportId'
  ];
  expect(
    await charged(
      (await at.post(path, { ...billing, report_id: link, amount: String(multiple / 100) })).body[
        'order_id'
      ],
    ),
  ).toMatchObject({ licence: 'multiple-user' });
});

test.each([0.01, -1, '1e3', 'NaN', '3500.00abc', [1], null, {}, true, 99_999_999_999])(
  'the amount %j is 422 at its field, and the provider is not called',
  async (amount) => {
    const answer = await at.post(path, {
      ...billing,
      report_id: at.report.code,
      type: 'single-user',
      amount,
    });
    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toHaveProperty('amount');
  },
);

test('a price that changed is told, fields at fault at each of them, an unknown report is 404', async () => {
  await expectGolden(await at.post(path, { email: 'no', policy: 0 }), 'paypal-create-order-422');
  await expectGolden(
    await at.post(path, { ...billing, report_id: 'QM-NONE', amount: 1 }),
    'paypal-create-order-404',
  );
});

test('a provider that is down is 502, and the same order can be tried again', async () => {
  const { single } = await prices();
  await fetch(`${at.server.paypalUrl}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify({ create: ['500'] }),
  });
  await expectGolden(
    await at.post(path, { ...billing, report_id: at.report.code, amount: single / 100 }),
    'paypal-create-order-502',
  );
  expect(
    (await at.post(path, { ...billing, report_id: at.report.code, amount: single / 100 })).status,
  ).toBe(200);
});

test('it takes a JSON object of 64 KB at most, by POST, from no other site', () =>
  expectJsonOnly(at, path));
