import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden, expectJsonOnly } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

const account = {
  name: 'Ada',
  email: 'register@api.example',
  mobile_no: '+39 02 0000',
  address: 'Via 1',
  password: 'correct horse',
};

test('POST /user/register answers the same for a new address and a known one', async () => {
  const first = await api.post('/user/register', account);
  await expectGolden(first, 'user-register');
  expect(await api.post('/user/register', account)).toMatchObject({
    status: first.status,
    body: first.body,
  });
  expect(
    await api.server.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', account.email)
      .execute(),
  ).toHaveLength(1);
});

test('every invalid field has its message, with status false', async () => {
  await expectGolden(
    await api.post('/user/register', { email: 'no', password: '12345' }),
    'user-register-422',
  );
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/user/register'));
