import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, parseStatus, rawGet, rawRequest, type Attacker } from './attacker.ts';
import { hostileAddress, hostileFields, hostileText, postPaths } from './hostile-input.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

const postLogin = 'POST /admin/api/user/login HTTP/1.1';
const host = 'Host: localhost';
const close = 'Connection: close';

const rawJson = (body: string, type = 'application/json', ...headers: string[]): string =>
  rawRequest(
    [
      postLogin,
      host,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
      close,
      ...headers,
    ],
    body,
  );

const manyHeaders = Array.from({ length: 2001 }, (_, i) => `X${i}: y`);
const manyKeys = Array.from({ length: 5000 }, (_, i) => `"k${i}":1`).join();

const malformedRequests: [string, string | Buffer][] = [
  ['the path //', rawGet('//')],
  ['the target *', rawRequest(['OPTIONS * HTTP/1.1', host, close])],
  ['the path /%', rawGet('/%')],
  ['a NUL in the path', rawGet('/%00')],
  ['a broken percent sign', rawGet('/%E0%A4%A')],
  ['an absolute target', rawGet('http://evil.example/')],
  ['no host', rawRequest(['GET / HTTP/1.1', close])],
  ['a host with a path', rawRequest(['GET / HTTP/1.1', 'Host: a/b', close])],
  ['a host with a user', rawRequest(['GET /?utm_source=x HTTP/1.1', 'Host: a@b', close])],
  ['two hosts', rawRequest(['GET / HTTP/1.1', 'Host: a', 'Host: b', close])],
  [
    'length and chunks',
    rawRequest(
      [postLogin, host, 'Content-Length: 4', 'Transfer-Encoding: chunked', close],
      '0\r\n\r\n',
    ),
  ],
  [
    'two lengths',
    rawRequest([postLogin, host, 'Content-Length: 4', 'Content-Length: 5', close], '{}  '),
  ],
  ['a header of 100 KB', rawGet('/', `X: ${'a'.repeat(100_000)}`)],
  ['2,001 headers', rawGet('/', ...manyHeaders)],
  ['broken JSON', rawJson('{"email":')],
  ['deep JSON', rawJson('['.repeat(30_000))],
  ['many keys', rawJson(`{${manyKeys}}`)],
  ['__proto__', rawJson('{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{}}}')],
  ['a lone surrogate', rawJson(String.raw`{"email":"\ud800","a\udc00":"\u0000"}`)],
  ['JSON of nine levels', rawJson(`{"a":${'['.repeat(9)}${']'.repeat(9)}}`)],
  ['keys twice', rawJson('{"email":"a@b.example","email":1}')],
  ['a byte order mark', rawJson('\xef\xbb\xbf{}')],
  ['UTF-16', rawJson(Array.from('{"a":1}').join('\x00'))],
  ['an unknown charset', rawJson('{}', 'application/json; charset=utf-7')],
  ['gzip', rawJson('\x1f\x8b\x08\0\0\0\0\0', 'application/json', 'Content-Encoding: gzip')],
  ['TLS instead of HTTP', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc])],
  ['HTTP/9.9', rawRequest(['GET / HTTP/9.9', host])],
  ['an unknown method', rawRequest(['EVIL / HTTP/1.1', host, close])],
];

/** Unusual requests that may also be answered well. */
const unusualRequests: [string, string][] = [
  ['an unknown expectation', rawJson('{}', 'application/json', 'Expect: a-miracle')],
  ['an upgrade', rawRequest(['GET / HTTP/1.1', host, 'Connection: Upgrade', 'Upgrade: websocket'])],
];

const exposesInternals = (response: string): boolean =>
  /node_modules|at Object|\.ts:|stack/i.test(response);

test.each(malformedRequests)(
  'A-24 %s is refused with 4xx or by closing the connection',
  async (_, bytes) => {
    const response = await attacker.sendRawHttp(bytes);
    const status = parseStatus(response);
    expect(status === 0 || (status >= 400 && status < 500)).toBe(true);
    expect(exposesInternals(response)).toBe(false);
    expect((await attacker.openSession().request('/healthz')).status).toBe(200);
  },
);

test.each(unusualRequests)('A-24 %s causes no server error', async (_, bytes) => {
  const response = await attacker.sendRawHttp(bytes);
  expect(parseStatus(response)).toBeLessThan(500);
  expect(exposesInternals(response)).toBe(false);
  expect((await attacker.openSession().request('/healthz')).status).toBe(200);
});

/** Answers that blame the sender, or do what was asked. */
async function expectNoServerError(path: string, init: RequestInit): Promise<void> {
  const response = await attacker.openSession().request(path, init);
  const body = await response.text();
  expect(response.status, `${init.method ?? 'GET'} ${path} ${body.slice(0, 200)}`).toBeLessThan(
    500,
  );
}

/** A header of bytes that HTTP allows. */
const toHeader = (text: string): string => text.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?');

test('A-44 no address, query, cookie or user agent causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(hostileAddress, hostileText, (address, text) =>
      expectNoServerError(address, {
        headers: {
          'user-agent': toHeader(text),
          cookie: toHeader(`buyer=${text}; session=${text}`),
        },
      }),
    ),
    { numRuns: 80 },
  );
});

test('A-44 no form and no JSON causes a server error, whatever its fields and address', async () => {
  const encode = {
    form: (fields: Record<string, string>): BodyInit => new URLSearchParams(fields),
    multipart: (fields: Record<string, string>): BodyInit => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('cv', new Blob(['%PDF-1.4\n%%EOF']), `${fields['name']}.pdf`);
      return form;
    },
    json: (fields: Record<string, string>): BodyInit =>
      new Blob([JSON.stringify(fields)], { type: 'application/json' }),
  } as const;
  const encoding = fc.constantFrom(...Object.values(encode));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...postPaths),
      hostileFields,
      encoding,
      (path, fields, toBody) => expectNoServerError(path, { method: 'POST', body: toBody(fields) }),
    ),
    { numRuns: 100 },
  );
});

const unknownIntents = ['', 'other', 'INVITE', '__proto__', 'constructor', 'toString'];

test('F-39 a form that a page does not have is 400, and changes nothing', async () => {
  const buyer = attacker.openBuyerSession('7');
  const order = await attacker.buyReport(buyer, { type: 'multiple-user' });
  await buyer.postForm(order.pagePath, {
    what: 'invite',
    name: 'Eve Reader',
    email: 'eve@company.example',
  });
  const readSeat = () =>
    attacker.server.db
      .selectFrom('seat')
      .select(['token', 'acceptedAt', 'revokedAt'])
      .where('email', '=', 'eve@company.example')
      .executeTakeFirstOrThrow();
  const seat = await readSeat();
  const customer = await attacker.createCustomer('unknown-forms@company.example');
  const fields = { email: 'eve@company.example', name: 'Someone Else' };
  for (const what of [undefined, ...unknownIntents]) {
    const form = what === undefined ? fields : { ...fields, what };
    for (const [session, path] of [
      [buyer, order.pagePath],
      [buyer, `/seat/${attacker.server.vault.open(seat.token)}`],
      [customer, '/profile'],
    ] as const) {
      const response = await session.postForm(path, form);
      expect([path, what, response.status]).toEqual([path, what, 400]);
      expect(await response.text()).toContain('nothing was changed');
    }
  }
  expect(await readSeat()).toEqual(seat);
  const profile = await (await customer.request('/profile')).text();
  expect(profile).not.toContain('Someone Else');
});

test('F-39 names that every object has are values like any other in addresses', async () => {
  const buyer = attacker.openBuyerSession('8');
  const { pagePath } = await attacker.buyReport(buyer);
  for (const name of unknownIntents) {
    const expectStatus = async (path: string, status: number) =>
      expect([path, (await buyer.request(path)).status]).toEqual([path, status]);
    await expectStatus(`${pagePath}&done=${name}`, 200);
    // An empty value leads to the address without it.
    await expectStatus(`/custom_search?q=a&sort=${name}`, name === '' ? 302 : 200);
    await expectStatus(`/buy-now?id=${attacker.reportCode}&type=${name}`, 422);
    await expectStatus(`/?industry=${name}`, 200);
    for (const form of ['forms', 'account'])
      expect((await buyer.postForm(`/data/${form}/${name || 'x'}`, {})).status).toBe(404);
    const control = await fetch(`${attacker.server.paypalUrl}/__sim/${name}`, { method: 'POST' });
    expect([name, control.status < 500]).toEqual([name, true]);
  }
});
