import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden, expectJsonOnly } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('POST /forget-password answers the same for a known and an unknown address', async () => {
  const unknown = await api.post('/forget-password', { email: 'nobody@api.example' });
  await expectGolden(unknown, 'forget-password');
  await api.post('/user/register', {
    name: 'Ada',
    email: 'forget@api.example',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
  });
  expect((await api.post('/forget-password', { email: 'forget@api.example' })).body).toEqual(
    unknown.body,
  );
});

test('an invalid address has its message', async () => {
  await expectGolden(await api.post('/forget-password', { email: 'no' }), 'forget-password-422');
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/forget-password'));
