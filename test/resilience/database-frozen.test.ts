import { readdirSync, readlinkSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import {
  readDatabaseProcessId,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

let store: ServerProcess;
let reportCode: string;
beforeAll(async () => {
  store = await startServerProcess({ TRUST_PROXY: '1' });
  const page = await (await store.request('/report-store')).text();
  reportCode = /QM-[A-Z]+-\d+/.exec(page)?.[0] ?? '';
});
afterEach(async () => {
  thaw();
  await waitUntil(
    'the store has noticed its database again',
    async () => (await store.request('/custom_search?q=steel')).ok,
  );
});
afterAll(() => store?.close());

const listDatabaseProcesses = (): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === store.databaseFolder ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
const freeze = (pids: readonly number[]): void => sendSignals(pids, 'SIGSTOP');
const thaw = (): void => sendSignals(listDatabaseProcesses(), 'SIGCONT');
function sendSignals(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

let buyerCount = 0;
const origin = (): string => `http://localhost:${store.port}`;
const post = (path: string, fields: Record<string, string>, headers = {}): Promise<Response> =>
  store.request(path, {
    method: 'POST',
    headers: { origin: origin(), ...headers },
    body: new URLSearchParams(fields),
  });
const postJson = (path: string, body: object): Promise<Response> =>
  store.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const order = { ...billing, type: 'single-user' };
const buyerCookie = (i: number) => ({ cookie: `buyer=${String(i).padStart(64, 'b')}` });
const placeOrder = (i: number): Promise<Response> =>
  post(
    `/buy-now?id=${reportCode}&type=single-user`,
    { ...order, report_id: reportCode, email: `frozen${i}@faults.example` },
    buyerCookie(i),
  );
/** The path of the page that the buyer comes back to, with the payment approved. */
async function placeApprovedOrder(i: number): Promise<string> {
  // A busy store turns some away: they try again.
  const approvalUrl = await waitUntil(
    `order ${i} is placed`,
    async () => (await placeOrder(i)).headers.get('location') ?? undefined,
    { intervalMs: 300 },
  );
  const approved = await approvePayment(approvalUrl);
  const { pathname, search } = new URL(approved.headers.get('location') ?? '');
  return pathname + search;
}

/** Requests that need the database, by every kind of route. */
const requests = (i: number, returnPath: string): Record<string, () => Promise<Response>> => ({
  'a page': () => store.request(`/custom_search?q=frozen${i}`),
  'a private page': () =>
    store.request('/profile', { headers: { cookie: `session=${'c'.repeat(64)}` } }),
  "the buyer's return": () => store.request(returnPath, { headers: buyerCookie(i) }),
  'a checkout': () => placeOrder(1000 + i),
  'a download': () => store.request(`/download/${'d'.repeat(32)}`),
  'an invoice': () => store.request(`/paper/${'d'.repeat(32)}`),
  'a certificate': () => store.request(`/certificate/${'d'.repeat(32)}`),
  'a login': () =>
    post('/data/account/login', { email: 'a@b.example', password: 'not the right one' }),
  'search suggestions': () => store.request(`/data/search?q=frozen${i}`),
  'an API read': () => store.request(`/admin/api/reports?search=frozen${i}`),
  'an API login': () =>
    postJson('/admin/api/user/login', { email: 'a@b.example', password: 'not the right one' }),
  'the health check': () => store.request('/healthz'),
});

/** Sends every request at once and answers how each was answered, by its name. */
async function sendAll(i: number, returnPath: string): Promise<Record<string, string>> {
  const entries = Object.entries(requests(i, returnPath)).map(async ([name, send]) => {
    const response = await send();
    const isWhole = await response.arrayBuffer().then(
      () => true,
      () => false,
    );
    const { status, headers } = response;
    if (!isWhole) return [name, 'cut off'];
    return [name, status === 503 ? `503, again after ${headers.get('retry-after')} s` : 'answered'];
  });
  const answers = Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
  return answers;
}

async function countConnections(): Promise<number> {
  const { pool, close } = await openDatabase(String(findEmbeddedPostgresUrl(store.dataFolder)), 1);
  const { rows } = await pool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where backend_type = 'client backend'",
  );
  await close();
  return rows[0]?.count ?? 0;
}

const waitUntilPaid = (i: number, returnPath: string): Promise<boolean> =>
  waitUntil(`order ${i} is paid`, async () => {
    const page = await store.request(returnPath, { headers: buyerCookie(i) });
    return page.headers.get('location')?.includes('order=') ?? false;
  });

test('F-32 with a frozen database every address says so at once, and goes on afterwards', async () => {
  const i = ++buyerCount;
  const returnPath = await placeApprovedOrder(i);
  freeze(listDatabaseProcesses());
  const { 'the health check': health, ...answers } = await sendAll(i, returnPath);
  expect(new Set(Object.values(answers))).toEqual(new Set(['503, again after 5 s']));
  expect(health).toBe('answered');
  expect((await store.request('/report-store')).status).toBe(200);
  thaw();
  await waitUntilPaid(i, returnPath);
  expect(await store.getPaypalCharges()).toHaveLength(i);
  expect((await store.request('/healthz')).status).toBe(200);
  // Twenty of the pool, and a few beside it: those that were cut are gone.
  await waitUntil('cut connections are gone', async () => (await countConnections()) < 30);
});

test('F-32 a database that takes no new connections keeps nobody waiting', async () => {
  const i = ++buyerCount;
  const returnPath = await placeApprovedOrder(i);
  freeze([readDatabaseProcessId(store.databaseFolder)]);
  for (let round = 0; round < 3; round++)
    for (const [name, answer] of Object.entries(await sendAll(i, returnPath))) {
      // The API's list is a stream: one that can't go on is cut off, so that it never looks whole.
      if (name === 'an API read' && answer === 'cut off') continue;
      // 3 if a busy machine keeps it in a queue for too long.
      expect(answer, name).toMatch(/^(answered|503, again after (3|5|null) s)$/);
    }
  thaw();
  await waitUntilPaid(i, returnPath);
  expect(await store.getPaypalCharges()).toHaveLength(i);
});

test('F-32 a database that freezes under requests keeps none of them waiting', async () => {
  const i = ++buyerCount;
  const returnPath = await placeApprovedOrder(i);
  const answers = Promise.all(
    Array.from({ length: 60 }, async (__, n) => (await placeOrder(100 + n)).status),
  );
  freeze(listDatabaseProcesses());
  for (const status of await answers) expect([303, 429, 502, 503]).toContain(status);
  expect((await sendAll(i, returnPath))["the buyer's return"]).toContain('503');
});
