import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden, expectJsonOnly } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

test('POST /user/login sets a session, and every wrong pair has the same response', async () => {
  const account = {
    name: 'Ada',
    email: 'login@api.example',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
  };
  expect((await api.post('/user/register', account)).status).toBe(200);
  const answer = await api.post('/user/login', {
    email: account.email,
    password: account.password,
  });
  await expectGolden(answer, 'user-login');
  expect(answer.headers.get('set-cookie')).toMatch(
    /^session=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax/,
  );
  const wrong = await api.post('/user/login', { email: account.email, password: 'wrong horse' });
  await expectGolden(wrong, 'user-login-401');
  expect(
    (await api.post('/user/login', { email: 'nobody@api.example', password: 'wrong horse' })).body,
  ).toEqual(wrong.body);
});

test("invalid fields have the specification's sentences", async () => {
  await expectGolden(
    await api.post('/user/login', { email: 'no', password: '1' }),
    'user-login-422',
  );
  await expectGolden(await api.post('/user/login', {}), 'user-login-422-empty');
});

test('only a JSON object of at most 64 KB is taken, by POST, and not from other sites', () =>
  expectJsonOnly(api, '/user/login'));

test('many wrong passwords are 429 with the seconds to wait', async () => {
  let last;
  for (let i = 0; i < 12; i++)
    last = await api.post('/user/login', { email: 'brute@api.example', password: 'wrong horse' });
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
});
