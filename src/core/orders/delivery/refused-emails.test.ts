import { afterEach, beforeEach, expect, test } from 'vitest';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import {
  buyerProof,
  findDownloadLink,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';
import { App } from '#core/app.ts';
import type { Email } from '#core/deps.ts';
import { EmailFailure } from '#core/kernel/email-failure.ts';

/** The addresses that the mail server knows nothing of. */
const unknown = new Set<string>();
const taken: Email[] = [];
let tester: LicenceTester;
let app: App;
beforeEach(async () => {
  unknown.clear();
  taken.length = 0;
  tester = await openLicenceTester();
  app = new App({
    ...tester.deps,
    email: {
      send: async (email) => {
        if (unknown.has(email.to))
          throw new EmailFailure('rcpt-to', { reply: '550 5.1.1 no such user' });
        taken.push(email);
      },
    },
  });
});
afterEach(() => tester.close());

const typed = 'mistyped@company.example';
const right = 'right@company.example';
const sendEmails = () => app.jobs['emails.sendDue']({});
const view = (number: string) => app.orders.own.getOwnOrder(number, buyerProof);

/** A paid order whose receipt is refused: the number, and the receipt's download link. */
async function buyWithWrongAddress(): Promise<string> {
  unknown.add(typed);
  const { number } = await tester.buyReport('multiple-user', { email: typed });
  await sendEmails();
  return number;
}

async function listAttention() {
  const finance = await addTestStaff(tester.deps.db, 'finance');
  const found = await app.orders.staff.attention.listNeedsAttention(finance);
  return found.ok ? found.value.rows.map(({ number, reason }) => `${number} ${reason}`) : [];
}

test('a paid order whose email is refused is seen by its buyer and by staff at once', async () => {
  const number = await buyWithWrongAddress();
  expect((await view(number))?.emailState).toBe('refused');
  expect(await listAttention()).toContain(`${number} email`);
});

test('its buyer corrects the address: the links go there, the old ones are dead, nobody has to do anything', async () => {
  const number = await buyWithWrongAddress();
  const [receipt] = await tester.listEmailTexts('Your receipt');
  const corrected = await app.orders.emailChange.correctOwnEmail(number, buyerProof, right);
  expect(corrected).toEqual({ ok: true, value: { sentAgain: 0, links: { kind: 'queued' } } });
  await sendEmails();
  expect(taken.map(({ to, subject }) => [to, subject])).toEqual([
    [right, `New download links for order ${number}`],
  ]);
  expect(await tester.openLink(findDownloadLink(taken[0]?.text))).toMatchObject({ ok: true });
  expect(await tester.openLink(findDownloadLink(receipt))).toMatchObject({ code: 'not-found' });
  expect(await view(number)).toMatchObject({ email: right, emailState: 'sent' });
  expect(await listAttention()).toEqual([]);
});

test('a stranger with the number, a link or another account can’t redirect an order', async () => {
  const number = await buyWithWrongAddress();
  const stranger = await tester.insertCustomer('stranger@other.example', true);
  for (const buyer of [
    { browser: undefined },
    { browser: 'f'.repeat(64) },
    { browser: undefined, customer: stranger },
  ])
    expect(
      await app.orders.emailChange.correctOwnEmail(number, buyer, 'thief@other.example'),
    ).toMatchObject({
      code: 'not-found',
    });
  expect((await view(number))?.email).toBe(typed);
});

test('an address whose emails arrive is not changed by its buyer, and no wrong one is taken', async () => {
  const { number } = await tester.buyReport('single-user', { email: 'fine@company.example' });
  await sendEmails();
  const correct = (email: string) =>
    app.orders.emailChange.correctOwnEmail(number, buyerProof, email);
  expect(await correct(right)).toMatchObject({ code: 'conflict' });
  const other = await buyWithWrongAddress();
  const correctOther = (email: string) =>
    app.orders.emailChange.correctOwnEmail(other, buyerProof, email);
  expect(await correctOther('no address')).toMatchObject({ code: 'invalid' });
  expect(await correctOther(typed)).toMatchObject({ code: 'invalid' });
});

test('the account that ordered keeps the order when its owner corrects the address', async () => {
  const number = await buyWithWrongAddress();
  const customer = await tester.insertCustomer('owner@company.example', true);
  await tester.deps.db
    .updateTable('purchase')
    .set({ customerId: customer.id })
    .where('number', '=', number)
    .execute();
  const buyer = { browser: undefined, customer };
  expect((await app.orders.emailChange.correctOwnEmail(number, buyer, right)).ok).toBe(true);
  expect(await app.orders.library.listLibraryOrders(customer)).toMatchObject([{ number }]);
});

test('an order that awaits a transfer gets its pro-forma invoice at the corrected address', async () => {
  unknown.add(typed);
  const { number } = await tester.placeOrder({ method: 'bank', email: typed });
  await sendEmails();
  expect((await view(number))?.emailState).toBe('refused');
  expect((await app.orders.emailChange.correctOwnEmail(number, buyerProof, right)).ok).toBe(true);
  await sendEmails();
  expect(taken.filter(({ to }) => to === right)).toHaveLength(1);
  expect((await view(number))?.emailState).toBe('sent');
});

test('a colleague’s address that is refused is named to the buyer, and is no longer once the seat is revoked', async () => {
  const { number } = await tester.buyReport('multiple-user', { email: 'fine@company.example' });
  unknown.add('bo@company.example');
  await app.orders.own.inviteToSeat(number, buyerProof, {
    name: 'Bo',
    email: 'bo@company.example',
  });
  await sendEmails();
  expect(await view(number)).toMatchObject({
    emailState: 'sent',
    refusedSeats: ['bo@company.example'],
  });
  expect(await listAttention()).toContain(`${number} email`);
  await app.orders.own.revokeSeat(number, buyerProof, 'bo@company.example');
  expect((await view(number))?.refusedSeats).toEqual([]);
  expect(await listAttention()).toEqual([]);
});

test('staff correct the address, too, or settle an email that nobody misses', async () => {
  const number = await buyWithWrongAddress();
  expect((await tester.changeOrderEmail(number, right)).ok).toBe(true);
  expect(await listAttention()).toEqual([]);
  const other = await buyWithWrongAddress();
  expect(await listAttention()).toEqual([`${other} email`]);
  const owner = await addTestStaff(tester.deps.db, 'owner');
  const listed = await app.system.list(owner);
  const [email] = listed.ok ? listed.value.emails : [];
  expect(email).toMatchObject({ to: typed, state: 'failed', trouble: 'address' });
  expect((await app.system.settleEmail(owner, email?.id ?? 0)).ok).toBe(true);
  expect(await app.system.settleEmail(owner, email?.id ?? 0)).toMatchObject({ code: 'not-found' });
  expect(await listAttention()).toEqual([]);
});
