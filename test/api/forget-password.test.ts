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

test('POST /forget-password answers the same for a known and an unknown address', async () => {
  const unknown = await at.post('/forget-password', { email: 'nobody@wire.example' });
  await expectGolden(unknown, 'forget-password');
  await at.post('/user/register', {
    name: 'Ada',
    email: 'forget@wire.example',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
  });
  expect((await at.post('/forget-password', { email: 'forget@wire.example' })).body).toEqual(
    unknown.body,
  );
});

test('an address at fault is told', async () => {
  await expectGolden(await at.post('/forget-password', { email: 'no' }), 'forget-password-422');
});

test('it takes a JSON object of 64 KB at most, by POST, from no other site', () =>
  expectJsonOnly(at, '/forget-password'));
