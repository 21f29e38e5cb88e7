import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { openAttacker, type Attacker } from './attacker.ts';

let attacker: Attacker;
beforeAll(async () => {
  attacker = await openAttacker();
});
afterAll(() => attacker?.close());

const buildPaths = (input: string): string[] => [
  `/custom_search?q=${input}&industry=${input}&sort=${input}&price_from=${input}&page=${input}`,
  `/report-store?page=${input}`,
  `/industries/${input}`,
  `/${input}`,
  `/sample/${input}`,
  `/payment-success?order=${input}`,
  `/payment-success?token=${input}`,
  `/buy-now?id=${input}&type=${input}`,
  `/download/${input}`,
  `/paper/${input}`,
  `/verify/${input}`,
  `/seat/${input}`,
  `/join/${input}?signature=${input}`,
  `/reset-password?token=${input}`,
  `/admin/api/reports?page=${input}&per_page=${input}`,
  `/admin/api/reports-detail/${input}`,
  `/admin/api/custom-buy-now-link/${input}?type=${input}`,
];

const buildForms = (input: string): [string, Record<string, string>][] => [
  ['/login', { email: input, password: input }],
  ['/renew-download', { number: input, email: input }],
  ['/forgot-password', { email: input }],
  [
    `/buy-now?id=${attacker.reportCode}&type=single-user`,
    { ...billing, email: input, zip: input, report_id: input, type: input },
  ],
];

async function countRows(): Promise<number[]> {
  const { db } = attacker.server;
  const [reports, customers] = await Promise.all([
    db.selectFrom('report').select('id').execute(),
    db.selectFrom('customer').select('id').execute(),
  ]);
  return [reports.length, customers.length];
}

test.each([
  "' or 1=1 --",
  '"; drop table report; --',
  "'; select pg_sleep(5); --",
  '1) union select password from customer --',
  "\\'",
  '%27%20or%201=1',
  '${7*7}',
  '{{7*7}}',
  '$$',
  "\u0000'",
])('A-25 %j in any path, query, field, header or cookie changes nothing', async (input) => {
  const before = await countRows();
  const encoded = encodeURIComponent(input);
  const headerValue = input.replaceAll('\u0000', '');
  const session = attacker.openSession(`session=${encoded}; buyer=${encoded}`);
  for (const path of buildPaths(encoded)) {
    const response = await session.request(path, {
      headers: { 'accept-language': headerValue, 'x-forwarded-for': headerValue },
    });
    await response.arrayBuffer();
    expect([path, response.status < 500]).toEqual([path, true]);
  }
  for (const [path, form] of buildForms(input)) {
    const response = await attacker.openSession().postForm(path, form);
    expect([path, response.status < 500]).toEqual([path, true]);
  }
  expect(await countRows()).toEqual(before);
});
