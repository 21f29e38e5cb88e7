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

const account = {
  name: 'Ada',
  email: 'register@wire.example',
  mobile_no: '+39 02 0000',
  address: 'Via 1',
  password: 'correct horse',
};

test('POST /user/register answers the same for a new address and a known one', async () => {
  const first = await at.post('/user/register', account);
  await expectGolden(first, 'user-register');
  expect(await at.post('/user/register', account)).toMatchObject({
    status: first.status,
    body: first.body,
  });
  expect(
    await at.server.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', account.email)
      .execute(),
  ).toHaveLength(1);
});

test('fields at fault are told at each of them, with status false', async () => {
  await expectGolden(
    await at.post('/user/register', { email: 'no', password: '12345' }),
    'user-register-422',
  );
});

test('it takes a JSON object of 64 KB at most, by POST, from no other site', () =>
  expectJsonOnly(at, '/user/register'));
