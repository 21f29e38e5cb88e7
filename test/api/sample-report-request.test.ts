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
  message: 'A question',
  country: '+39',
  report_id: 'QM-SFM-1001',
  type: '1',
};

test('POST /sample-report-request stores a sample, discount, inquiry or customization', async () => {
  const sent = { ...form, email: 'ada@api.example' };
  await expectGolden(
    await api.post('/sample-report-request', {
      ...sent,
      turnstile_token: await api.createCaptchaToken(),
    }),
    'sample-report-request',
  );
  for (const [type, kind, stored] of [
    ['1', undefined, 'sample'],
    ['2', undefined, 'inquiry'],
    ['2', 'discount', 'discount'],
    ['2', 'customization', 'customization'],
  ] as const) {
    const email = `${stored}-${type}@api.example`;
    expect(
      (
        await api.post('/sample-report-request', {
          ...sent,
          email,
          type,
          ...(kind ? { kind } : {}),
          turnstile_token: await api.createCaptchaToken(),
        })
      ).status,
    ).toBe(200);
    expect(
      await api.server.db.selectFrom('lead').select('kind').where('email', '=', email).execute(),
    ).toEqual([{ kind: stored }]);
  }
});

test('every invalid field has its message, and the captcha is not checked before', async () => {
  await expectGolden(
    await api.post('/sample-report-request', { email: 'no address' }),
    'sample-report-request-422',
  );
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/sample-report-request'));

test('a missing, wrong or used captcha token is 422, and a captcha outage 503', () =>
  expectCaptcha(api, { path: '/sample-report-request', form, golden: 'sample-report-request' }));

test('too many requests are 429 with the seconds to wait', () =>
  expectRateLimit(api, { path: '/sample-report-request', form }));
