import net from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Faults } from '#src/faults/faults.ts';
import { createApi } from '#src/api/index.ts';
import type { ApiOptions } from '#src/api/options.ts';
import { createImportApi } from '#src/import-api/index.ts';
import { limitBody, readChunks } from '#server/http/body-limit.ts';
import { listAdminPages } from '../admin/list-admin-pages.ts';
import { startOffice, type AdminClient, type AdminTestServer } from '../admin/admin-test-client.ts';
import { testProgram } from '../support/test-staff.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let token: string;

beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  const created = await admin.server.app.apiTokens.create(testProgram, {
    name: 'a program',
    scopes: ['imports', 'export'],
  });
  if (!created.ok) throw new Error(created.message);
  token = created.value;
});
afterAll(() => admin?.close());

type Head = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: readonly string[];
};

/** Returns the server's answer to bytes, until it closes the connection. */
const sendRaw = (head: string, body = ''): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(admin.server.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part.toString()));
    socket.on('error', () => {}).on('close', () => resolve(answer));
    socket.write(`${head}\r\n\r\n${body}`);
  });

const bearer = (): string => `Authorization: Bearer ${token}`;
const writeHead = ({ path, method = 'POST', headers = [] }: Head): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n');

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const multipart = 'Content-Type: multipart/form-data; boundary=x';

/** Every door that takes a body, and whether it answers JSON. */
const doors: readonly [string, string, boolean][] = [
  ['/api/v1/imports?file=a.csv', 'Content-Type: text/csv', true],
  ['/api/v1/files?file=a.pdf', 'Content-Type: application/pdf', true],
  ['/api/v1/files/zip', 'Content-Type: application/zip', true],
  ['/admin/api/contact-us', json, true],
  ['/admin/api/user/login', json, true],
  ['/admin/api/subscriber', json, true],
  ['/admin/api/carrer', multipart, true],
  ['/data/forms/contact', form, true],
  ['/data/forms/career', multipart, true],
  ['/contact', form, false],
  ['/career', multipart, false],
  ['/webhooks/paypal', json, false],
  ['/admin/imports', multipart, false],
  ['/admin/login', form, false],
];

const cookie = (): string => `Cookie: ${owner.cookie.name}=${owner.cookie.value}`;

test.each(doors)(
  'A-70 a body that says it is a terabyte is 413 with a sentence: %s',
  async (path, type, isJson) => {
    const headers = [bearer(), cookie(), type, 'Content-Length: 1099511627776'];
    const answer = await sendRaw(writeHead({ path, headers }), 'code');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/larger than/);
    if (isJson) expect(answer).toMatch(/content-type: application\/json/i);
  },
);

const wrongIds = [
  '2147483648',
  '99999999999999999999',
  '0',
  '-1',
  '1e3',
  '1.5',
  '%00',
  '%FF',
  'x',
  '__proto__',
];

test('A-70 a JSON body that stalls is 408 in the shape of its call', async () => {
  const { app } = admin.server;
  const pace = { idleMs: 20, graceMs: 1000, minBytesPerSecond: 0 };
  const faults = new Faults({ info: () => {}, warn: () => {}, error: () => {} });
  const contract = createApi({
    app,
    faults,
    origin: admin.server.url,
    limitBody: (bytes: number) => limitBody(bytes, pace),
  } as ApiOptions);
  const imports = createImportApi({
    app,
    faults,
    search: {
      searchReports: (query) => app.catalogue.search.find(query),
      getCurrency: async () => 'USD',
      origin: 'https://reports.example',
    },
    readClientIp: () => 'ip',
    answerUpload: async (c) => c.body(null, 404),
    readBody: (c, maxBytes) => readChunks(c.req.raw, maxBytes, pace),
  });
  const stalled = (path: string, method: string): Request =>
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"a')) }),
      duplex: 'half',
    } as RequestInit);
  const calls = [
    await contract.fetch(stalled('/admin/api/contact-us', 'POST'), { clientIp: 'ip' } as never),
    await imports.fetch(stalled('/imports?file=a.csv', 'POST')),
    await imports.fetch(stalled('/imports/1/mapping', 'PATCH')),
  ];
  for (const answer of calls) {
    expect(answer.status).toBe(408);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The body did not arrive completely. Please send it again.',
    });
  }
});

test('A-70 an id that no row can have is 404 at every call and every page', async () => {
  const calls = ['', '/errors', '/mapping', '/run', '/undo', '/publish'];
  for (const id of wrongIds)
    for (const call of calls)
      for (const method of ['GET', 'POST', 'PATCH']) {
        const answer = await fetch(`${admin.server.url}/api/v1/imports/${id}${call}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        });
        // Or the call does not have the method.
        expect([404, 405], `${method} ${id}${call}`).toContain(answer.status);
        expect(await answer.json()).toMatchObject({ success: false });
      }
  const attached = await fetch(`${admin.server.url}/api/v1/files?file=a.pdf&import=2147483648`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: 'x',
  });
  expect(attached.status).toBe(404);
});

test('A-70 wrong numbers, dates and cursors in an address of the office are no fault of ours', async () => {
  const pages = (await listAdminPages()).map(({ pattern }) => pattern);
  const wrongValues = [
    '2147483648',
    '99999999999999999999',
    '%FF',
    'x.2147483648',
    '-1',
    '2026-02-30',
    '9999999-01-01',
    '1e9',
    '%00',
    '__proto__',
  ];
  const names = [
    'page',
    'after',
    'before',
    'from',
    'to',
    'since',
    'until',
    'q',
    'state',
    'sort',
    'industry',
    'report',
    'staff',
    'id',
    'kind',
    'period',
  ];
  const faults: string[] = [];
  for (const pattern of pages) {
    const ids = wrongIds.filter((id) => id !== '%FF');
    const paths = ids.map((id) => pattern.replaceAll(/:\w+\??/g, id));
    const withQuery = wrongValues.map(
      (value) => `${paths[0]}?${names.map((name) => `${name}=${value}`).join('&')}`,
    );
    for (const path of pattern.includes(':') ? paths : withQuery) {
      const { status } = await owner.get(path);
      if (status >= 500) faults.push(`${status} ${path}`);
    }
  }
  expect(faults).toEqual([]);
});

const hostileValue = fc.oneof(
  fc.constantFrom('', '0', '-1', '2147483648', '%FF', '%00', '__proto__', '../x', 'true'),
  fc
    .string({ unit: 'grapheme' })
    .map((text) => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))),
);
const queryNames = ['file', 'mode', 'industries', 'new_reports', 'update', 'run', 'import', 'x'];
const callPaths = ['/imports', '/imports/1', '/imports/1/mapping', '/imports/1/run', '/files'];
const hostileCall = fc.record({
  path: fc.constantFrom(
    ...callPaths,
    '/files/zip',
    '/uploads',
    '/uploads/1',
    '/reports/csv',
    '/reports/x',
    '/nothing',
  ),
  query: fc.dictionary(fc.constantFrom(...queryNames, 'upload', 'format'), hostileValue),
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'),
  type: fc.constantFrom('application/json', 'text/csv', 'multipart/form-data; boundary=x'),
  body: fc.string({ unit: 'binary' }),
});

test('A-70 whatever a program sends to /api/v1, it is answered in its shape and never 500', async () => {
  const property = fc.asyncProperty(hostileCall, async ({ path, query, method, type, body }) => {
    const search = Object.entries(query).map(([name, one]) => `${name}=${one}`);
    const address = `/api/v1${path}?${search.join('&')}`;
    const response = await fetch(admin.server.url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, connection: 'close', 'content-type': type },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
    });
    const said = await response.text();
    expect(response.status, `${method} ${address}: ${said.slice(0, 200)}`).toBeLessThan(500);
    expect(said).not.toMatch(/node_modules|\.ts:\d|at async|select "[a-z]/);
  });
  await fc.assert(property, { numRuns: 200 });
});
