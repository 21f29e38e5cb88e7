import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectCaptcha,
  expectGolden,
  expectJsonOnly,
  expectRateLimit,
} from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

/** Nothing beside the address. */
const form = {};

test('POST /subscriber answers the same for a new address and a known one', async () => {
  const sent = { ...form, email: 'ada@api.example' };
  await expectGolden(
    await api.post('/subscriber', { ...sent, turnstile_token: await api.createCaptchaToken() }),
    'subscriber',
  );
  expect(
    (await api.post('/subscriber', { ...sent, turnstile_token: await api.createCaptchaToken() }))
      .status,
  ).toBe(200);
  expect(
    await api.server.db
      .selectFrom('subscriber')
      .select('id')
      .where('email', '=', 'ada@api.example')
      .execute(),
  ).toHaveLength(1);
});

test('every invalid field has its message, and the captcha is not checked before', async () => {
  await expectGolden(await api.post('/subscriber', { email: 'no address' }), 'subscriber-422');
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/subscriber'));

test('a missing, wrong or used captcha token is 422, and a captcha outage 503', () =>
  expectCaptcha(api, { path: '/subscriber', form, golden: 'subscriber' }));

test('too many requests are 429 with the seconds to wait', () =>
  expectRateLimit(api, { path: '/subscriber', form }));
