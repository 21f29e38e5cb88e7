/** Expectations that many endpoints share. */
import { expect } from 'vitest';
import type { ApiRequest, ApiResponse, ApiTestClient } from './api-test-client.ts';

/** The response equals test/api/golden/<name>.json. */
export function expectGolden({ status, body }: ApiResponse, name: string): Promise<void> {
  const json = JSON.stringify({ status, body }, null, 2);
  return expect(
    `${json.replaceAll(/http:\/\/localhost:\d+/g, 'http://store')}\n`,
  ).toMatchFileSnapshot(`golden/${name}.json`);
}

/** A read has an ETag and answers 304, HEAD and gzip; other methods are 405 with `allow`. */
export async function expectCacheableRead(
  { request, get, server }: ApiTestClient,
  path: string,
): Promise<void> {
  const first = await get(path);
  const etag = String(first.headers.get('etag'));
  expect(etag).toMatch(/^"[^"]+"$/);
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await request('HEAD', path)).status).toBe(200);
  const zipped = await fetch(`${server.url}/admin/api${path}`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  const text = await zipped.text();
  // A small answer is as short without compression.
  const isSmall = Buffer.byteLength(text) < 1024;
  expect(zipped.headers.get('content-encoding')).toBe(isSmall ? null : 'gzip');
  expect(JSON.parse(text)).toEqual(first.body);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const refused = await request(method, path, { body: {} });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
}

/** An endpoint that takes JSON refuses everything else, bodies over 64 KiB and other sites. */
export async function expectJsonOnly(
  { request, post }: ApiTestClient,
  path: string,
): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const statuses = async (requests: readonly ApiRequest[]) =>
    (await Promise.all(requests.map((sent) => request('POST', path, sent)))).map(
      ({ status }) => status,
    );
  expect(
    await statuses([
      { raw: '{', headers: json },
      { raw: '[]', headers: json },
      { raw: '"text"', headers: json },
      { raw: 'null', headers: json },
      { raw: '', headers: json },
      { raw: new Uint8Array([0xff, 0xfe, 0x7b, 0]), headers: json },
      { raw: '['.repeat(30_000), headers: json },
    ]),
  ).toEqual([400, 400, 400, 400, 400, 400, 400]);
  expect(
    await statuses([
      { raw: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { raw: '{}', headers: { 'content-type': 'text/plain' } },
      { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
      { raw: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
    ]),
  ).toEqual([415, 415, 415, 415]);
  expect((await post(path, { name: 'x'.repeat(70_000) })).status).toBe(413);
  const refused = await request('GET', path);
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  const crossSite = await request('POST', path, {
    raw: '{}',
    headers: { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  });
  expect(crossSite.status).toBe(403);
}

type FormEndpoint = {
  readonly path: string;
  /** Correct fields, without address and captcha token. */
  readonly form: object;
  /** The start of the names of its golden files. */
  readonly golden: string;
};

/**
 * No captcha token, a wrong one and a used one are 422; while the captcha service is down it is 503
 * with the seconds to wait.
 */
export async function expectCaptcha(
  api: ApiTestClient,
  { path, form, golden }: FormEndpoint,
): Promise<void> {
  const withoutToken = { ...form, email: 'captcha@api.example' };
  const valid = { ...withoutToken, turnstile_token: await api.createCaptchaToken() };
  await expectGolden(await api.post(path, withoutToken), `${golden}-422-captcha`);
  for (const wrong of ['x', 5, ['x'], null])
    expect((await api.post(path, { ...valid, turnstile_token: wrong })).body).toMatchObject({
      message: 'Please complete the CAPTCHA.',
      errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
    });
  const longToken = { ...valid, turnstile_token: 'x'.repeat(3000) };
  expect((await api.post(path, longToken)).status).toBe(422);
  expect((await api.post(path, valid)).status).toBe(200);
  expect((await api.post(path, { ...valid, email: 'other@api.example' })).status).toBe(422);
  await switchCaptchaOutage(api, true);
  const duringOutage = await api.post(path, {
    ...valid,
    email: 'away@api.example',
    turnstile_token: await api.createCaptchaToken(),
  });
  await switchCaptchaOutage(api, false);
  await expectGolden(duringOutage, `${golden}-503`);
  expect(Number(duringOutage.headers.get('retry-after'))).toBeGreaterThan(0);
}

const switchCaptchaOutage = ({ server }: ApiTestClient, on: boolean) =>
  fetch(`${server.captchaUrl}/__sim/outage`, { method: 'POST', body: JSON.stringify({ on }) });

/** Of 24 requests in a row the last is 429 with the seconds to wait. */
export async function expectRateLimit(
  api: ApiTestClient,
  { path, form }: Omit<FormEndpoint, 'golden'>,
): Promise<void> {
  const responses = [];
  for (let i = 0; i < 24; i++)
    responses.push(
      await api.post(path, { ...form, email: `many${i}@api.example`, turnstile_token: 'x' }),
    );
  const last = responses.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
}
