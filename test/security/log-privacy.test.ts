import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#adapters/database/index.ts';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { billing } from '../support/billing.ts';
import { waitUntilWorkIsDone } from '../support/finished-work.ts';
import { approvePayment } from '../support/paypal.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

let program: ServerProcess;
afterEach(() => program?.close());

const personalData = {
  name: 'Canaryname',
  email: 'canary@canary-mail.example',
  mobile_no: '+1 202-555-0199',
  company_name: 'Canarycompany',
  address: 'Canarystreet 1',
  tax_id: 'CANARY99',
  zip: '99988',
};
const buyerSecret = 'c'.repeat(64);
const resetToken = 'd'.repeat(64);
const password = 'canarypassword';
const forgedLogLine = '\r\n{"level":60,"msg":"forged"}';

const visitorIp = '203.0.113.77';
const forgedRequestId = 'canary@forged-id.example';

const forbiddenWords = [
  ...Object.values(personalData),
  password,
  'canary-link',
  buyerSecret,
  'payer@example.com',
  'LCALPAYER2345',
  'Canarybody',
  'Canarysearch',
  resetToken,
  visitorIp,
  forgedRequestId,
];

const postForm = (path: string, form: Record<string, string>): Promise<Response> =>
  program.request(path, {
    method: 'POST',
    headers: { cookie: `buyer=${buyerSecret}`, 'x-forwarded-for': visitorIp },
    body: new URLSearchParams(form),
  });

async function buyReport(): Promise<void> {
  const page = await (await program.request('/report-store')).text();
  const reportCode = /QM-[A-Z]+-\d+/.exec(page)?.[0] ?? '';
  const placed = await postForm(`/buy-now?id=${reportCode}&type=single-user`, {
    ...billing,
    ...personalData,
    report_id: reportCode,
    type: 'single-user',
  });
  const approvalUrl = placed.headers.get('location') ?? '';
  await approvePayment(approvalUrl);
  const token = new URL(approvalUrl).searchParams.get('token');
  await program.request(`/payment-success?token=${token}`, {
    headers: { cookie: `buyer=${buyerSecret}` },
  });
}

async function useAccount(): Promise<void> {
  const { email } = personalData;
  await postForm('/signup', { ...personalData, password });
  await postForm('/login', { email, password });
  await postForm('/login', { email, password: `canary wrong${forgedLogLine}` });
  await postForm('/forgot-password', { email });
  await program.request(`/reset-password?token=${resetToken}`);
}

async function sendHostileRequests(): Promise<void> {
  await program.request('/webhooks/paypal', {
    method: 'POST',
    body: '{"canary":"Canarybody"}',
    headers: { 'content-type': 'application/json' },
  });
  for (const secretPath of ['download', 'paper', 'seat', 'verify', 'unsubscribe'])
    await program.request(`/${secretPath}/${resetToken}?signature=${resetToken}`);
  await program.request('/faq', { headers: { 'x-request-id': forgedRequestId } });
  await program.request(`/${encodeURIComponent(personalData.email)}/${personalData.name}%20`);
  await program.request(`/custom_search?q=${encodeURIComponent(`Canarysearch${forgedLogLine}`)}`);
}

test('A-30 A-56 the log holds no personal data, payment or secret, even at level debug', async () => {
  program = await startServerProcess({
    LOG_LEVEL: 'debug',
    LINK_SECRET: 'canary-link-secret-canary-link-secret',
    ACCESS_LOG: 'on',
    TRUST_PROXY: '1',
  });
  await buyReport();
  await useAccount();
  await sendHostileRequests();
  const { db, close } = await openDatabase(String(findEmbeddedPostgresUrl(program.dataFolder)), 2);
  try {
    await waitUntilWorkIsDone(db);
  } finally {
    await close();
  }
  const log = program.readOutput();
  for (const word of forbiddenWords) expect([word, log.includes(word)]).toEqual([word, false]);
  expect(log).not.toContain('"msg":"forged"');
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const isComplete = ({ time, level, message }: Record<string, unknown>): boolean =>
    /^\d{4}-.*Z$/.test(String(time)) && typeof level === 'string' && typeof message === 'string';
  expect(entries.filter((entry) => !isComplete(entry))).toEqual([]);
  const requests = entries.filter(({ message }) => message === 'request');
  expect(requests.find(({ path }) => path === '/download/:token')).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'request',
    requestId: expect.stringMatching(/^[0-9a-f-]{18}$/),
    method: 'GET',
    path: '/download/:token',
    status: 404,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
});
