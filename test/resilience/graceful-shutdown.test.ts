import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

let program: ServerProcess;
afterEach(() => program?.close());

const billing = {
  name: 'Ending',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
  type: 'single-user',
};
const findReportCode = (html: string): string => /QM-[A-Z]+-\d+/.exec(html)?.[0] ?? '';

test('F-20 a program that is told to end finishes a hundred checkouts under way, within ten seconds, and every order that it acknowledged stands', async () => {
  program = await startServerProcess();
  const code = findReportCode(await (await program.request('/report-store')).text());
  const placing = Array.from({ length: 100 }, async (_, i) => {
    try {
      const answer = await program.request(`/buy-now?id=${code}&type=single-user`, {
        method: 'POST',
        headers: { cookie: `buyer=${String(i).padStart(64, 'a')}`, connection: 'close' },
        body: new URLSearchParams({
          ...billing,
          report_id: code,
          email: `ending${i}@faults.example`,
        }),
      });
      return answer.status === 303 ? `ending${i}@faults.example` : undefined;
    } catch {
      return undefined;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const ended = program.terminate();
  const placed = (await Promise.all(placing)).filter((email) => email !== undefined);
  const { code: status, took } = await ended;
  expect(status).toBe(0);
  expect(took).toBeLessThan(10_000);
  expect(placed.length).toBeGreaterThan(0);
  const { readOutput, dataFolder, port } = program;
  expect(readOutput()).toContain('Closing');
  const again = await startServerProcess({ DATA_DIR: dataFolder, PORT: String(port) });
  const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(dataFolder)), 2);
  try {
    const kept = new Set(
      (await db.selectFrom('purchase').select('email').execute()).map(({ email }) => email),
    );
    expect(placed.filter((email) => !kept.has(email))).toEqual([]);
  } finally {
    await close();
    await again.close();
  }
}, 120_000);

test('A-30 nothing of a person, a payment or a secret is in the log, even in its most talkative way', async () => {
  program = await startServerProcess({
    LOG_LEVEL: 'debug',
    LINK_SECRET: 'canary-link-secret-canary-link-secret',
  });
  const canaries = {
    name: 'Canaryname',
    email: 'canary@canary-mail.example',
    mobile_no: '+1 202-555-0199',
    company_name: 'Canarycompany',
    address: 'Canarystreet 1',
    tax_id: 'CANARY99',
    zip: '99988',
  };
  const code = findReportCode(await (await program.request('/report-store')).text());
  const cookie = `buyer=${'c'.repeat(64)}`;
  const post = (path: string, form: Record<string, string>) =>
    program.request(path, { method: 'POST', headers: { cookie }, body: new URLSearchParams(form) });
  const placed = await post(`/buy-now?id=${code}&type=single-user`, {
    ...billing,
    ...canaries,
    report_id: code,
  });
  const approval = placed.headers.get('location') ?? '';
  await fetch(approval, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await program.request(`/payment-success?token=${new URL(approval).searchParams.get('token')}`, {
    headers: { cookie },
  });
  await post('/signup', { ...canaries, password: 'canarypassword' });
  await post('/login', { email: canaries.email, password: 'canarypassword' });
  await post('/login', {
    email: canaries.email,
    password: 'canary wrong\r\n{"level":60,"msg":"forged"}',
  });
  await post('/forgot-password', { email: canaries.email });
  await program.request(`/reset-password?token=${'d'.repeat(64)}`);
  await program.request('/webhooks/paypal', {
    method: 'POST',
    body: '{"canary":"Canarybody"}',
    headers: { 'content-type': 'application/json' },
  });
  await program.request(
    `/custom_search?q=${encodeURIComponent('Canarysearch\r\n{"level":60,"msg":"forged"}')}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const said = program.readOutput();
  for (const word of [
    ...Object.values(canaries),
    'canarypassword',
    'canary-link',
    'c'.repeat(64),
    'payer@example.com',
    'LCALPAYER2345',
    'Canarybody',
    'Canarysearch',
    'd'.repeat(64),
  ])
    expect([word, said.includes(word)]).toEqual([word, false]);
  expect(said).not.toContain('"msg":"forged"');
}, 120_000);
