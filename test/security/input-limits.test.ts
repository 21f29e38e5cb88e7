import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { openAttacker, type Attacker } from './attacker.ts';
import { postPaths } from './hostile-input.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

/** Most that an answer may take, in ms: a pattern that backtracks would take years. */
const maxResponseMs = 120_000;

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

const longRequests: [string, string, RequestInit][] = [
  ['20,000 characters to search for', `/custom_search?q=${'a'.repeat(20_000)}`, {}],
  ['5,000 percent signs to search for', `/data/search?q=${'%25'.repeat(5000)}`, {}],
  [
    'a pattern to search for',
    `/data/search?q=${encodeURIComponent(`${'(a+)+'.repeat(500)}$`)}`,
    {},
  ],
  ['3,000 accents to search for', `/data/search?q=${encodeURIComponent('é'.repeat(3000))}`, {}],
  ['a long user agent', '/faq', { headers: { 'user-agent': 'a'.repeat(20_000) } }],
  ['a long email', '/login', form({ email: `${'a'.repeat(50_000)}@`, password: 'x' })],
  [
    'long fields',
    '/signup',
    form({
      email: `a@${'b.'.repeat(20_000)}`,
      name: ' '.repeat(20_000),
      mobile_no: '+'.repeat(10_000),
      address: 'x',
      password: 'x',
    }),
  ],
  [
    'JSON of a megabyte',
    '/admin/api/user/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a'.repeat(1_200_000), password: 'x' }),
    },
  ],
];

test.each(longRequests)('A-20 %s is answered as any other request', async (_, path, init) => {
  const headers = new Headers(init.headers);
  if (path === '/login' || path === '/signup') headers.set('origin', attacker.server.url);
  const response = await attacker
    .openSession()
    .request(path, { ...init, headers, signal: AbortSignal.timeout(maxResponseMs) });
  await response.arrayBuffer();
  expect(response.status).toBeLessThan(500);
});

const megabyte = 1024 * 1024;
const largeBodies: [string, string, string][] = [
  ['empty fields', 'application/x-www-form-urlencoded', 'a&'],
  ['a form of many parts', 'multipart/form-data; boundary=x', '--x\r\n'],
  ['open brackets', 'application/json', '['],
  ['an unknown type', 'application/x-nothing', 'a'],
];

test.each(largeBodies)(
  'A-41 megabytes of %s are refused by every address',
  async (_, type, text) => {
    const send = async (path: string, bytes: number): Promise<void> => {
      const body = text.repeat(bytes / text.length);
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      const response = await attacker.openSession().request(path, init);
      await response.arrayBuffer();
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
    };
    for (const path of postPaths) await send(path, megabyte);
    for (const path of ['/data/forms/career', '/admin/api/carrer']) await send(path, 10 * megabyte);
  },
);

const careerFormStart =
  '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda <typed>\r\n' +
  '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-';

/** Sends the begin of an upload of 10 MB, and nothing after it. */
async function startStalledUpload(): Promise<net.Socket> {
  const { port } = new URL(attacker.server.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    'POST /data/forms/career HTTP/1.1',
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 10000000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${careerFormStart}`);
  return socket;
}

test('A-42 one upload more than a visitor may have at once is refused, and keeps what was typed', async () => {
  const sockets = await Promise.all([startStalledUpload(), startStalledUpload()]);
  const post = (path: string): Promise<Response> =>
    attacker.openSession().request(path, {
      method: 'POST',
      body: `${careerFormStart}\r\n--x--`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
  let response = await post('/career');
  await waitUntil('both uploads are under way', async () => {
    response = await post('/career');
    return response.status === 503;
  });
  expect(response.headers.get('retry-after')).toBe('60');
  const html = await response.text();
  expect(html).toContain('Many files are being uploaded at the moment.');
  expect(html).toContain('value="Ada &lt;typed&gt;"');
  for (const path of ['/data/forms/career', '/admin/api/carrer'])
    expect((await post(path)).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  await waitUntil('the places are free again', async () => (await post('/career')).status === 422);
});
