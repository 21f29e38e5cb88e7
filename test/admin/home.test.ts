import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { callPaypalControl } from '../support/paypal.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer, type OrderPlacer } from './order-placer.ts';
import { readForm } from './read-form.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let buyers: OrderPlacer;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  buyers = await createOrderPlacer(admin.server);
});
afterAll(() => admin?.close());

/** Returns the words of the page, without its tags. */
const readWords = async (path: string): Promise<string> => toWords(await owner.readText(path));
const toWords = (html: string): string =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const toAddress = (href: string): string => href.replaceAll('&amp;', '&');

/** A dispute about the order's payment was heard of, and its downloads are closed. */
async function openDispute(number: string): Promise<void> {
  const { captureId } = await admin.server.db
    .selectFrom('paymentAttempt')
    .innerJoin('purchase', 'purchase.id', 'paymentAttempt.purchaseId')
    .select('captureId')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  await callPaypalControl(admin.server.paypalUrl, 'dispute', { captureId });
  const isSuspended = async () => (await buyers.readState(number)) === 'suspended';
  await waitUntil(`${number} is suspended`, isSuspended);
}

async function fillStore(): Promise<void> {
  const { db } = admin.server;
  const [refunded, disputed] = [await buyers.placeOrder('card'), await buyers.placeOrder('card')];
  await buyers.placeOrder('bank');
  const form = { intent: 'refund', amount: '10', reason: 'Goodwill', place: '1' };
  expect((await owner.post(`/admin/orders/${refunded}/refund`, form)).status).toBe(303);
  await openDispute(disputed);
  await insertEnquiry(db, { email: 'open@home.example' });
  const answeredAt = new Date();
  const answered = { state: 'answered', firstAnsweredAt: answeredAt } as const;
  await insertEnquiry(db, { email: 'answered@home.example', ...answered });
  await insertEnquiry(db, { email: 'spam@home.example', state: 'spam' });
  // One that is being sent would be called sent afterwards.
  await waitUntil('every email is sent', async () => {
    const waiting = db.selectFrom('outboxEmail').select('id').where('state', '!=', 'sent');
    return (await waiting.execute()).length === 0;
  });
  const failed = db.updateTable('outboxEmail').set({ state: 'failed', lastError: '550 no' });
  const newest = db.selectFrom('outboxEmail').select((eb) => eb.fn.max('id').as('id'));
  await failed.where('id', '=', newest).execute();
}

test('every figure of the first page leads to a list that says the same', async () => {
  expect(await readWords('/admin')).toContain('Money at risk $0 0 cases');
  await fillStore();
  const html = (await owner.readText('/admin')).replaceAll('<!-- -->', '');
  const figures = [
    ...html.matchAll(
      /class="admin-figure" href="([^"]+)"><span>([^<]+)<\/span><b>([^<]+)<\/b><span>([^<]+)</g,
    ),
  ].map(([, href = '', label = '', value = '', note = '']) => ({ href, label, value, note }));
  expect(figures.map(({ label }) => label)).toEqual([
    'Money at risk',
    'Open enquiries',
    'Time to first answer',
    'Searches that found nothing',
    'Failed or late jobs',
  ]);
  const expected: Readonly<Record<string, (figure: (typeof figures)[number]) => string>> = {
    'Money at risk': ({ value }) => `Together ${value} 1 order needs somebody`,
    'Open enquiries': ({ value }) => `${value} enquiry`,
    'Time to first answer': ({ note }) => `${/of (\d+ enquiries)/.exec(note)?.[1]}`,
    'Searches that found nothing': () => 'Searches that found nothing',
    'Failed or late jobs': () => '550 no',
  };
  for (const figure of figures)
    expect([figure.label, await readWords(toAddress(figure.href))]).toEqual([
      figure.label,
      expect.stringContaining(expected[figure.label]?.(figure) ?? ''),
    ]);
  const links = [...html.matchAll(/<a href="(\/admin\/(?:orders|reports)\?[^"]+)">([^<]+)</g)];
  const counted = links.map(([, href = '', text = '']) => [toAddress(href), text] as const);
  expect(counted.map(([, text]) => text)).toEqual(
    expect.arrayContaining(['2 orders', '$10 of refunds', '0 drafts', '0 scheduled reports']),
  );
  for (const [path, text] of counted) {
    const words = await readWords(path);
    if (/^\d+ orders$/.test(text)) expect(words).toContain(` ${text} `);
    if (text.endsWith('of refunds')) expect(words).toContain(' 1 order ');
    if (path.includes('report=')) expect(words).toContain(' 2 orders ');
  }
});

test('an order in dispute needs attention with its age, and its page says why', async () => {
  const attention = await readWords('/admin/attention?reason=suspended');
  expect(attention).toMatch(/Suspended Answer the dispute at PayPal.* \$[\d,.]+ .*Ask PayPal now/);
  const number = /QI-\d+/.exec(attention)?.[0] ?? '';
  const page = await readWords(`/admin/orders/${number}`);
  expect(page).toContain('PayPal told us: CUSTOMER.DISPUTE.CREATED');
  expect(page).toContain('Suspended: downloads are closed');
});

test('an invoice is corrected by another one, which the buyer is emailed and the books have', async () => {
  const number = await buyers.placeOrder('card');
  const finance = await admin.signIn('finance');
  const path = `/admin/orders/${number}/correct-invoice`;
  const form = readForm(await finance.readText(path), 'correct');
  expect(form).toMatchObject({ name: billing.name, reason: '' });
  const same = await finance.post(path, { ...form, reason: 'None' });
  expect(same.status).toBe(409);
  const typed = { ...form, company: 'Right Ltd', address: '1 New Street\nMilan' };
  const missing = await finance.post(path, typed);
  expect(missing.status).toBe(422);
  const html = await missing.text();
  expect(html).toContain('value="Right Ltd"');
  expect(html).toContain('href="#reason"');
  const corrected = await finance.post(path, { ...typed, reason: 'The company moved' });
  expect(corrected.status).toBe(303);
  const page = await (await finance.follow(corrected)).text();
  expect(toWords(page)).toMatch(
    /was issued. The email with it to the buyer is on its way.*Corrected invoice/,
  );
  const link = /href="(\/paper\/[^"]+)">[^<]+<\/a><br\/><span class="admin-by">Corrected/.exec(
    page,
  );
  const document = await admin.visitor.get(link?.[1] ?? '');
  expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const today = new Date().toISOString().slice(0, 10);
  const books = await (
    await finance.get(`/admin/orders/ledger?from=${today}&until=${today}`)
  ).text();
  expect(books.split('\r\n').filter((line) => line.includes(number))).toHaveLength(2);
  for (const role of ['sales', 'viewer', 'editor'] as const) {
    const client = await admin.signIn(role);
    expect([role, (await client.get(path)).status]).toEqual([role, 403]);
    expect([role, (await client.post(path, { ...typed, reason: 'x' })).status]).toEqual([
      role,
      403,
    ]);
  }
  expect((await finance.get('/admin/orders/QI-0/correct-invoice')).status).toBe(404);
});
