import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmailTexts } from '../../../test/support/test-accounts.ts';
import { openTestBuyer, type TestBuyer } from '../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { Outcome } from './outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';

let buyer: TestBuyer;
let owner: StaffActor;
beforeAll(async () => {
  buyer = await openTestBuyer();
  owner = { ...(await addTestStaff(buyer.deps.db, 'owner')), provedAt: buyer.deps.clock() };
});
afterAll(() => buyer?.close());

/** How many emails two clicks at once send, and how often both were done. */
async function clickTwice<T>(email: string, send: () => Promise<Outcome<T>>) {
  const count = async () => (await listEmailTexts(buyer, email)).length;
  const before = await count();
  const answers = await Promise.all([send(), send()]);
  return { sent: (await count()) - before, done: answers.filter((answer) => answer.ok).length };
}

test('what staff send a buyer goes out once by two clicks, and again later', async () => {
  const email = 'once@sent.example';
  const { number } = await buyer.buyReport('single-user', { email });
  const { staff, resendLinks } = buyer.app.orders;
  const [receipt] = await buyer.deps.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('recipient', '=', email)
    .execute();
  const ways: readonly (() => Promise<Outcome<unknown>>)[] = [
    () => staff.resendEmail(owner, number, receipt?.id ?? 0),
    () => staff.issueDocument(owner, number),
    () => resendLinks.resendLinksForStaff(owner, number),
  ];
  for (const send of ways) expect(await clickTwice(email, send)).toEqual({ sent: 1, done: 2 });
  buyer.advanceClock(11_000);
  expect(await clickTwice(email, () => staff.issueDocument(owner, number))).toMatchObject({
    sent: 1,
  });
});

test('an order is given another address once by two clicks, and its new links work', async () => {
  const { number } = await buyer.buyReport('single-user', { email: 'old@sent.example' });
  const email = 'new@sent.example';
  const change = () => buyer.app.orders.emailChange.changeOrderEmail(owner, number, email);
  expect(await clickTwice(email, change)).toEqual({ sent: 1, done: 1 });
  expect(await change()).toMatchObject({ code: 'invalid' });
});

test('a link for a new password goes out once by two clicks', async () => {
  const { staffId } = await addTestStaff(buyer.deps.db, 'sales');
  const { email } = await buyer.deps.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  const send = () => buyer.app.staff.invitations.sendPasswordLink(owner, staffId);
  expect(await clickTwice(email, send)).toEqual({ sent: 1, done: 2 });
});
