import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden } from './api-expectations.ts';
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

let buyerCount = 0;

/** An order of a buyer of its own. */
async function placeOrder(): Promise<{ token: string; approval: string; cookie: string }> {
  const price = (await api.get(`/custom-buy-now-link/${api.report.code}`)).body['price'];
  const answer = await api.post('/paypal/create-order', {
    ...billing,
    email: `buyer${++buyerCount}@api.example`,
    report_id: api.report.code,
    amount: price,
  });
  return {
    token: String(answer.body['order_id']),
    approval: String(answer.body['approval_url']),
    cookie: String(answer.headers.get('set-cookie')).split(';')[0] ?? '',
  };
}
const submitPayerChoice = (approval: string, choice: string) =>
  fetch(approval, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });
const countCharges = async (): Promise<number> =>
  ((await (await fetch(`${api.server.paypalUrl}/__sim/ledger`)).json()) as { charges: unknown[] })
    .charges.length;
type Captured = { data: { payer: { email_address: string }; status: string } };

test('GET /paypal/capture-order charges once; other browsers see a masked address', async () => {
  const { token, approval, cookie } = await placeOrder();
  const path = `/paypal/capture-order?token=${token}`;
  await expectGolden(await api.get(path), 'paypal-capture-order-409');
  await submitPayerChoice(approval, 'pay');
  const looked = await Promise.all([
    api.request('HEAD', path),
    api.get(path, { 'sec-purpose': 'prefetch' }),
  ]);
  expect(looked.map(({ status }) => status)).toEqual([405, 503]);
  expect(await countCharges()).toBe(0);
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.get(path, { cookie })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
    1,
  );
  expect(await countCharges()).toBe(1);
  const mine = answers[0]?.body as Captured;
  expect(mine.data.status).toBe('COMPLETED');
  expect(mine.data.payer.email_address).toMatch(/^[^*]+@/);
  expect(((await api.get(path)).body as Captured).data.payer.email_address).toMatch(/^.\*\*\*@/);
});

test('an unknown token is 404, a declined payment 409', async () => {
  await expectGolden(
    await api.get('/paypal/capture-order?token=UNKNOWN123'),
    'paypal-capture-order-404',
  );
  for (const token of ['', 'a b', '../x', '%00', 'x'.repeat(500)])
    expect((await api.get(`/paypal/capture-order?token=${encodeURIComponent(token)}`)).status).toBe(
      404,
    );
  const { token, approval } = await placeOrder();
  await submitPayerChoice(approval, 'decline');
  expect((await api.get(`/paypal/capture-order?token=${token}`)).status).toBe(409);
});

test('a lost answer is 503, never "failed", and a repetition charges no more', async () => {
  const { token, approval } = await placeOrder();
  await submitPayerChoice(approval, 'pay');
  const before = await countCharges();
  await fetch(`${api.server.paypalUrl}/__sim/faults`, {
    method: 'POST',
    body: JSON.stringify({ capture: ['lose-answer'] }),
  });
  expect((await api.get(`/paypal/capture-order?token=${token}`)).status).toBe(503);
  await expectGolden(
    await api.get(`/paypal/capture-order?token=${token}`),
    'paypal-capture-order-503',
  );
  expect(await countCharges()).toBe(before + 1);
});
