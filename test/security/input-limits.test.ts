import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttacker, type Attacker } from './attacker.ts';

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
