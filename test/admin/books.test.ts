import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatExactMoney } from '#core/kernel/money.model.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer } from './order-placer.ts';

let admin: AdminTestServer;
let finance: AdminClient;
let number: string;
const today = new Date().toISOString().slice(0, 10);
const query = `?from=${today}&until=${today}`;
beforeAll(async () => {
  ({ admin, finance } = await startOffice(['finance']));
  number = await (await createOrderPlacer(admin.server)).placeOrder('card');
  const refund = { intent: 'refund', reason: 'Goodwill', amount: '12.50', place: '1' };
  await finance.post(`/admin/orders/${number}/refund`, refund);
});
afterAll(() => admin?.close());

test('the books of some days are a CSV, with credit notes as negative numbers', async () => {
  const page = await finance.readText('/admin/orders/books');
  expect(page).toContain('formAction="/admin/orders/ledger"');
  const books = await finance.get(`/admin/orders/ledger${query}`);
  expect(books.headers.get('content-disposition')).toContain(`ledger-${today}-${today}.csv`);
  const lines = (await books.text()).split('\r\n').filter((line) => line.includes(number));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/,credit-note,.*,-12\.50,USD$/);
});

test('the books say what the days come to, as the rows of their CSV do', async () => {
  const page = await finance.readText(`/admin/orders/books${query}`);
  const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const readSum = (name: string) =>
    new RegExp(`${name}, USD (\\S+) \\S+ \\S+ (\\S+)`).exec(text)?.slice(1);
  const rows = (await finance.readText(`/admin/orders/ledger${query}`)).split('\r\n');
  const sumRows = (kind: RegExp) => {
    const found = rows.filter((row) => kind.test(row));
    const cents = found.map((row) => Math.round(Number(row.split(',').at(-2)) * 100));
    const total = cents.reduce((sum, one) => sum + one, 0);
    return [String(found.length), formatExactMoney(total, 'USD')];
  };
  expect(readSum('Invoices')).toEqual(sumRows(/,invoice,/));
  expect(readSum('Credit notes')).toEqual(sumRows(/,credit-note,/));
  expect(readSum('Together')).toEqual(sumRows(/,(?:invoice|credit-note),/));
  const past = await finance.readText('/admin/orders/books?from=2001-01-01&until=2001-01-31');
  expect(past).toContain('No invoice and no credit note was issued in these days.');
});
