import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createCustomer,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test("colleagues take seats by themselves with the link of the buyer, by an email to the company's domain alone", async () => {
  const { number } = await tester.buyReport('corporate-user');
  const signature = await tester.getJoinSignature(number);
  const { joinLinks } = tester.app.orders;
  const join = (email: string, usedSignature = signature) =>
    joinLinks.requestSeat(number, usedSignature, { name: 'Bo', email }, 'v1');
  expect(await joinLinks.openJoinLink(number, signature)).toMatchObject({
    licensee: 'Example',
    emailDomain: 'company.example',
  });
  expect(await joinLinks.openJoinLink(number, 'x'.repeat(43))).toBeUndefined();
  expect(await join('bo@company.example', 'x'.repeat(43))).toMatchObject({
    ok: false,
    code: 'not-found',
  });
  expect(await join('bo@other.example')).toMatchObject({
    ok: false,
    code: 'invalid',
    errors: { email: ['This licence is for addresses at company.example.'] },
  });
  const answer = await join('bo@company.example');
  expect(answer.ok).toBe(true);
  expect(await join('bo@company.example')).toEqual(answer);
  expect(await tester.emailSubjectsTo('bo@company.example')).toHaveLength(1);
  await tester.revokeSeat(number, 'bo@company.example');
  expect(await join('bo@company.example')).toEqual(answer);
  expect(
    await tester.deps.db
      .selectFrom('seat')
      .select('email')
      .where('revokedAt', 'is', null)
      .execute(),
  ).toEqual([]);
});

test('there is no join link under another licence, or for a free email domain', async () => {
  const { number } = await tester.buyReport('multiple-user');
  expect((await tester.viewOwnOrder(number))?.joinUrl).toBeUndefined();
  for (const domain of ['gmail.com', 'yahoo.co.uk', 't-online.de', 'naver.com', 'tuta.io']) {
    const order = await tester.buyReport('corporate-user', { email: `ada@${domain}` });
    expect((await tester.viewOwnOrder(order.number))?.joinUrl).toBeUndefined();
    const colleague = createCustomer(7, `bo@${domain}`);
    expect(await tester.app.orders.joinLinks.listSharedSeats(colleague)).toEqual([]);
  }
});

test("a seat keeps its reader's name, whatever name is typed behind the join link", async () => {
  const { number } = await tester.buyReport('corporate-user');
  const signature = await tester.getJoinSignature(number);
  await tester.inviteToSeat(number, 'grace@company.example', 'Grace');
  const form = { name: 'Mallory', email: 'grace@company.example' };
  await tester.app.orders.joinLinks.requestSeat(number, signature, form, 'v1');
  expect(await tester.deps.db.selectFrom('seat').select('name').execute()).toEqual([
    { name: 'Grace' },
  ]);
});
