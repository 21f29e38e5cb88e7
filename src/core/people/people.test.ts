import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConfirmedAccount } from '../../../test/support/test-accounts.ts';
import { buyerSecret, openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import { addApplication, addEnquiry, wantList } from '../../../test/support/test-enquiries.ts';
import { unwrap } from '../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { StaffActor } from '../staff/model.ts';
import { parseCustomerQuery } from './customer.model.ts';

let buyer: TestBuyer;
let owner: StaffActor;
let sales: StaffActor;
beforeAll(async () => {
  buyer = await openTestBuyer();
  owner = await addTestStaff(buyer.deps.db, 'owner');
  sales = await addTestStaff(buyer.deps.db, 'sales');
});
afterAll(() => buyer?.close());

const people = () => buyer.app.people;
const listCustomers = async (address: string, actor = sales) =>
  unwrap(await people().customers.list(actor, parseCustomerQuery(wantList(address))));

/** Every text of the database in which the word stands, as "table: row". */
async function findEverywhere(word: string): Promise<string[]> {
  const { db } = buyer.deps;
  const found: string[] = [];
  for (const { name, schema } of await db.introspection.getTables()) {
    if (schema !== 'public') continue;
    const rows = await db
      .selectFrom(name as 'lead')
      .selectAll()
      .execute();
    for (const row of rows) {
      const text = JSON.stringify(row);
      if (text.toLowerCase().includes(word)) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
const toTables = (rows: readonly string[]): string[] =>
  [...new Set(rows.map((row) => row.slice(0, row.indexOf(':'))))].toSorted();
const listTables = async (word: string) => toTables(await findEverywhere(word));

/** A person who did everything: asked, applied, bought, took a seat, subscribed, has an account. */
async function addWholePerson(word: string): Promise<{ email: string; cvKey: string }> {
  const { app, deps } = buyer;
  const email = `${word}@person.example`;
  const name = `${word[0]?.toUpperCase()}${word.slice(1)} Berg`;
  const enquiry = await addEnquiry(buyer, email, { name, company_name: `${word} Ltd` });
  await addEnquiry(buyer, `${word}+news@person.example`, { name });
  const application = await addApplication(buyer, email);
  const { inbox } = app.leads;
  unwrap(await inbox.work.addNote(sales, enquiry, { body: `${word} wants a discount` }));
  const typed = { place: `/admin/enquiries/${enquiry}`, formKey: 'a-form' };
  unwrap(await app.typedText.keep(owner, { ...typed, fields: { body: `Dear ${word}` } }));
  const answer = { subject: `For ${word}`, body: `Dear ${word}`, seenAnswerId: 0 };
  unwrap(await inbox.answers.sendAnswer(sales, enquiry, answer));
  await openConfirmedAccount(buyer, email);
  const visitor = { clientIp: '198.51.100.77', pagePath: '/' };
  await app.leads.newsletter.subscribe({ email, turnstile_token: 'human' }, visitor);
  const details = { email, name, company_name: `${word} Ltd`, title: `${word} officer` };
  await buyer.buyReport('single-user', details);
  const abandoned = await buyer.placeOrder(details);
  await deps.db
    .updateTable('purchase')
    .set({ state: 'cancelled' })
    .where('number', '=', abandoned.number)
    .execute();
  const { cvKey } = await deps.db
    .selectFrom('lead')
    .select('cvKey')
    .where('id', '=', application)
    .executeTakeFirstOrThrow();
  return { email, cvKey: String(cvKey) };
}

test('all that is kept of a person is exported as one value, in any spelling of the address', async () => {
  const { email } = await addWholePerson('quilla');
  const file = unwrap(await people().requests.exportPerson(owner, `QUILLA+x@person.example`));
  const exported = await json(file);
  expect(exported).toMatchObject({
    addresses: ['quilla+x@person.example', 'quilla+news@person.example', email],
    enquiries: [{ kind: 'contact' }, { kind: 'contact' }, { kind: 'career' }],
    answers: [{ body: 'Dear quilla' }],
    notesOfStaff: [{ body: 'quilla wants a discount' }],
    newsletter: { state: 'pending' },
    orders: [{ state: 'fulfilled', documents: [{ kind: 'invoice' }] }, { state: 'cancelled' }],
    accounts: [{ email }],
    sessions: [{ userAgent: 'test' }],
  });
  const text = JSON.stringify(exported);
  expect(text).toContain('Your receipt');
  expect(text).not.toMatch(/passwordHash|tokenHash|buyerSecret/);
});

test('A-33: an erased person is nowhere but on the invoice, and what stays is said with its reason', async () => {
  const { email, cvKey } = await addWholePerson('zerlina');
  const preview = unwrap(await people().requests.previewErasing(owner, email));
  expect(await findEverywhere('zerlina')).not.toEqual([]);
  const erased = unwrap(await people().requests.erasePerson(owner, email));
  expect(erased).toEqual(preview);
  const left = await findEverywhere('zerlina');
  expect(toTables(left)).toEqual(['order_document', 'purchase']);
  expect(left.filter((row) => row.startsWith('purchase'))).toHaveLength(1);
  expect(left.find((row) => row.startsWith('purchase'))).not.toMatch(
    /zerlina@|officer|person\.ex/i,
  );
  const rows = Object.fromEntries(erased.rows.map(({ table, ...row }) => [table, row]));
  expect(rows).toMatchObject({
    lead: { erased: 3, kept: 0 },
    lead_note: { erased: 1 },
    lead_answer: { erased: 1 },
    typed_text: { erased: 1 },
    subscriber: { erased: 1 },
    purchase: { erased: 2, kept: 1, note: expect.stringContaining('law') },
    order_document: { kept: 1 },
    customer: { erased: 1 },
    customer_session: { erased: 1 },
    rate_limit: { kept: 0, note: expect.stringContaining('hashes') },
  });
  expect(await buyer.deps.files.getSizeBytes(cvKey)).toBeUndefined();
  const again = unwrap(await people().requests.erasePerson(owner, email));
  expect(again.rows.filter(({ erased: count }) => count > 0)).toEqual([]);
});

test('an erased person is no longer in what belongs to others', async () => {
  const { app, deps } = buyer;
  const [email, later] = ['ottoline@person.example', 'ottoline@later.example'];
  const moved = await buyer.buyReport('single-user', { email });
  const elsewhere = 'stays@other.example';
  unwrap(await app.orders.emailChange.changeOrderEmail(owner, moved.number, elsewhere));
  const bought = await buyer.buyReport('multiple-user', { email, name: 'Ottoline Berg' });
  const reader = { name: 'Bo', email: 'bo@other.example' };
  unwrap(await app.orders.own.inviteToSeat(bought.number, { browser: buyerSecret }, reader));
  const { customer } = await openConfirmedAccount(buyer, 'account@other.example');
  await app.accounts.jobs['accounts.startEmailChange']({ customerId: customer.id, email: later });
  expect(await listTables('ottoline')).toContain('one_time_token');
  for (const address of [email, later]) unwrap(await people().requests.erasePerson(owner, address));
  expect(await listTables('ottoline@')).toEqual(['order_document']);
  expect(await listTables('ottoline')).toEqual(['order_document', 'purchase']);
  const { id } = await deps.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('recipient', '=', reader.email)
    .executeTakeFirstOrThrow();
  expect(await app.orders.staff.emails.resendEmail(owner, bought.number, id)).toMatchObject({
    code: 'not-found',
  });
});

test('nothing is sent to an erased person, and nobody downloads with their links', async () => {
  const { deps, app } = buyer;
  const email = 'links@person.example';
  const { number } = await buyer.buyReport('single-user', { email });
  const { id } = await buyer.getOrder(number);
  const findGrants = () =>
    deps.db.selectFrom('downloadGrant').selectAll().where('purchaseId', '=', id).execute();
  const before = await findGrants();
  const copies = before.map(({ token, editionNumber, kind }) =>
    ['copies/', deps.vault.open(token), '-', editionNumber, kind === 'pdf' ? '.pdf' : '.xlsx'].join(
      '',
    ),
  );
  expect(await deps.files.getSizeBytes(copies[0] ?? '')).toBeGreaterThan(0);
  unwrap(await people().requests.erasePerson(owner, email));
  for (const copy of copies) expect(await deps.files.getSizeBytes(copy)).toBeUndefined();
  const after = await findGrants();
  expect(after.every(({ isSuspended }) => isSuspended)).toBe(true);
  expect(after.map(({ token }) => token)).not.toEqual(before.map(({ token }) => token));
  const countEmails = async () =>
    (await deps.db.selectFrom('outboxEmail').select('id').execute()).length;
  const sent = await countEmails();
  expect(
    (
      await app.orders.refunds.refundOrder({ programName: 'test' }, number, {
        amountCents: 100,
        reason: 'a reason',
      })
    ).ok,
  ).toBe(true);
  expect(await countEmails()).toBe(sent);
});

test('a person whose order is under way is not erased', async () => {
  const { number } = await buyer.placeApprovedOrder({ email: 'busy@person.example' });
  expect(await people().requests.erasePerson(owner, 'busy@person.example')).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(number),
  });
  expect((await buyer.getOrder(number)).email).toBe('busy@person.example');
});

test('only an owner who has just proved their identity exports and erases, and it is logged', async () => {
  const email = 'proof@person.example';
  await addEnquiry(buyer, email);
  const longAgo = { ...owner, provedAt: new Date(Date.now() - 700_000) };
  const { requests } = people();
  for (const verb of ['exportPerson', 'erasePerson', 'previewErasing'] as const) {
    expect(await requests[verb](sales, email)).toMatchObject({ code: 'forbidden' });
    expect(await requests[verb](longAgo, email)).toMatchObject({ code: 'proof-needed' });
    expect(await requests[verb](owner, 'nobody')).toMatchObject({ code: 'invalid' });
  }
  unwrap(await people().requests.exportPerson(owner, email));
  const entries = await buyer.deps.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome', 'thingId'])
    .where('verb', 'like', 'person.%')
    .orderBy('id', 'desc')
    .execute();
  expect(entries[0]).toMatchObject({ verb: 'person.export', outcome: 'done' });
  expect(JSON.stringify(entries)).not.toContain('example');
});

test('customers are listed with what they bought, and found by name, address and state', async () => {
  const email = 'ines@customer.example';
  const { customer } = await openConfirmedAccount(buyer, email);
  await openConfirmedAccount(buyer, 'none@customer.example');
  const { priceCents } = await buyer.buyReport('single-user', { email, company_name: 'Ines Ltd' });
  await addEnquiry(buyer, email);
  const { number } = await buyer.buyReport('single-user', { email, company_name: 'Ines Ltd' });
  await sql`update purchase set currency = 'EUR' where number = ${number}`.execute(buyer.deps.db);
  const { rows } = await listCustomers('q=@customer.example');
  const spent = ['EUR', 'USD'].map((currency) => ({ currency, cents: priceCents }));
  expect(rows.map((row) => [row.email, row.company, row.orderCount, row.spent])).toEqual([
    ['none@customer.example', '', 0, []],
    [email, 'Ines Ltd', 2, spent],
  ]);
  expect((await listCustomers('q=IN')).rows).toMatchObject([{ email }]);
  expect((await listCustomers('q=@customer.example&bought=yes')).rows).toHaveLength(1);
  expect((await listCustomers('q=@customer.example&confirmed=no')).rows).toEqual([]);
  expect(unwrap(await people().customers.read(sales, customer.id))).toMatchObject({
    orders: [{ state: 'fulfilled' }, { state: 'fulfilled' }],
    enquiries: [{ kind: 'contact' }],
    sessions: [{ userAgent: 'test' }],
  });
});

test('staff end the sessions of a customer and send them a link for a new password', async () => {
  const email = 'reset@customer.example';
  const { session, customer } = await openConfirmedAccount(buyer, email);
  const { customers } = buyer.app.people;
  expect(unwrap(await customers.endSessions(sales, customer.id))).toEqual({ ended: 1 });
  expect(await buyer.app.accounts.sessions.getCurrentCustomer(session)).toBeUndefined();
  unwrap(await customers.sendReset(sales, customer.id));
  expect((await buyer.emailSubjectsTo(email)).at(-1)).toMatch(/password/i);
  expect(await customers.sendReset(sales, customer.id)).toMatchObject({ code: 'conflict' });
  const viewer = await addTestStaff(buyer.deps.db, 'viewer');
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  expect(await customers.read(viewer, customer.id)).toMatchObject({ code: 'forbidden' });
  expect(await customers.endSessions(finance, customer.id)).toMatchObject({ code: 'forbidden' });
  expect((await customers.read(finance, customer.id)).ok).toBe(true);
  expect(await customers.sendReset(sales, 2_000_000)).toMatchObject({ code: 'not-found' });
});
