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

const form = {
  name: 'Ada Example',
  mobile_no: '+39 02 0000',
  company_name: 'Example',
  designation: 'Owner',
  country: 1,
  preciserequirement: 'Libraries',
  policy: 1,
};

test('POST /become-reseller writes one application, however often it is sent', async () => {
  const sent = { ...form, email: 'ada@api.example' };
  await expectGolden(
    await api.post('/become-reseller', {
      ...sent,
      turnstile_token: await api.createCaptchaToken(),
    }),
    'become-reseller',
  );
  expect(
    (
      await api.post('/become-reseller', {
        ...sent,
        turnstile_token: await api.createCaptchaToken(),
      })
    ).status,
  ).toBe(200);
  expect(
    await api.server.db
      .selectFrom('lead')
      .select('id')
      .where('email', '=', 'ada@api.example')
      .execute(),
  ).toHaveLength(1);
});

test('every invalid field has its message, and the captcha is not checked before', async () => {
  await expectGolden(
    await api.post('/become-reseller', { email: 'no address' }),
    'become-reseller-422',
  );
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/become-reseller'));

test('a missing, wrong or used captcha token is 422, and a captcha outage 503', () =>
  expectCaptcha(api, { path: '/become-reseller', form, golden: 'become-reseller' }));

test('too many requests are 429 with the seconds to wait', () =>
  expectRateLimit(api, { path: '/become-reseller', form }));
