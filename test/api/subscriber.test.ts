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

const form = {};

test('POST /subscriber asks for the newsletter, and answers the same for an address that is on it', async () => {
  const sent = { ...form, email: 'ada@wire.example' };
  await expectGolden(
    await at.post('/subscriber', { ...sent, turnstile_token: await at.createCaptchaToken() }),
    'subscriber',
  );
  expect(
    (await at.post('/subscriber', { ...sent, turnstile_token: await at.createCaptchaToken() }))
      .status,
  ).toBe(200);
  expect(
    await at.server.db
      .selectFrom('subscriber')
      .select('id')
      .where('email', '=', 'ada@wire.example')
      .execute(),
  ).toHaveLength(1);
});

test('fields at fault are told at each of them, before the captcha is asked', async () => {
  await expectGolden(await at.post('/subscriber', { email: 'no address' }), 'subscriber-422');
});

test('it takes a JSON object of 64 KB at most, by POST, from no other site', () =>
  expectJsonOnly(at, '/subscriber'));

test('the captcha: none, a bad one and a used one are 422; a verifier that is away is 503, and nothing is stored', async () => {
  const good = {
    ...form,
    email: 'captcha@wire.example',
    turnstile_token: await at.createCaptchaToken(),
  };
  const { turnstile_token: _, ...none } = good;
  await expectGolden(await at.post('/subscriber', none), 'subscriber-422-captcha');
  expect((await at.post('/subscriber', { ...good, turnstile_token: 'x' })).body).toMatchObject({
    message: 'Please complete the CAPTCHA.',
    errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
  });
  expect(
    (await at.post('/subscriber', { ...good, turnstile_token: 'x'.repeat(3000) })).status,
  ).toBe(422);
  expect((await at.post('/subscriber', good)).status).toBe(200);
  expect((await at.post('/subscriber', { ...good, email: 'other@wire.example' })).status).toBe(422);
  const outage = (on: boolean) =>
    fetch(`${at.server.captchaUrl}/__sim/outage`, { method: 'POST', body: JSON.stringify({ on }) });
  await outage(true);
  const away = await at.post('/subscriber', {
    ...good,
    email: 'away@wire.example',
    turnstile_token: await at.createCaptchaToken(),
  });
  await outage(false);
  await expectGolden(away, 'subscriber-503');
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('too many tries are 429 with the seconds to wait', async () => {
  const answers = [];
  for (let i = 0; i < 24; i++)
    answers.push(
      await at.post('/subscriber', {
        ...form,
        email: `many${i}@wire.example`,
        turnstile_token: 'x',
      }),
    );
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
});
