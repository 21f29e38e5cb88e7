import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buyerProof,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

const alreadyUpgraded = {
  ok: false,
  code: 'conflict',
  message:
    'This order was upgraded already. Please upgrade the order of the larger licence instead.',
};

test('the same upgrade is not sold again after the price changed', async () => {
  const base = await tester.buyReport();
  await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  await tester.changeTeamPrice(10_000);
  expect(await tester.placeUpgrade(base.number, 'multiple-user')).toMatchObject(alreadyUpgraded);
  expect(await tester.getPaypalCharges()).toHaveLength(2);
});

test('an old tab can not buy another upgrade of the same order until the first one is refunded', async () => {
  const base = await tester.buyReport();
  const larger = await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  expect(await tester.placeUpgrade(base.number, 'corporate-user')).toMatchObject(alreadyUpgraded);
  const { refunds } = tester.app.orders;
  await refunds.refundOrder(testProgram, larger.number, { amountCents: 100, reason: 'a discount' });
  expect(await tester.placeUpgrade(base.number, 'corporate-user')).toMatchObject(alreadyUpgraded);
  await refunds.refundOrder(testProgram, larger.number, {
    amountCents: larger.priceCents - 100,
    reason: 'refunded',
  });
  expect((await tester.placeUpgrade(base.number, 'corporate-user')).ok).toBe(true);
});

test('an order that was refunded in part is upgraded for as much more', async () => {
  const { number } = await tester.buyReport();
  const { refunds, own } = tester.app.orders;
  const [before] = await own.listUpgrades(number, buyerProof);
  await refunds.refundOrder(testProgram, number, { amountCents: 100, reason: 'a discount' });
  const [after] = await own.listUpgrades(number, buyerProof);
  expect(after?.cents).toBe(Number(before?.cents) + 100);
  const upgrade = await tester.payOrder(await tester.openUpgrade(number, 'multiple-user'));
  expect(upgrade.priceCents).toBe(after?.cents);
});

test.each([10_000, -10_000])(
  'an upgrade is not placed at another price than the buyer was shown (%i cents)',
  async (change) => {
    const { number } = await tester.buyReport();
    const { own } = tester.app.orders;
    const [shown] = await own.listUpgrades(number, buyerProof);
    await tester.changeTeamPrice(change);
    const cents = Number(shown?.cents);
    const placed = await own.placeUpgrade(number, buyerProof, 'multiple-user', { cents });
    expect(placed).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('this upgrade now costs') as string,
    });
  },
);

test('an upgrade whose payment is in dispute blocks another one', async () => {
  const base = await tester.buyReport();
  const larger = await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  await tester.callControlApi('dispute', { captureId: larger.captureId });
  await tester.deliverWebhooks();
  expect((await tester.getOrder(larger.number)).state).toBe('suspended');
  expect(await tester.placeUpgrade(base.number, 'corporate-user')).toMatchObject({
    ok: false,
    code: 'conflict',
    message: expect.stringContaining('in dispute') as string,
  });
});

test.each(['capturing', 'review', 'mismatch'] as const)(
  'while the payment of an upgrade is %s another one is not sold',
  async (state) => {
    const base = await tester.buyReport();
    const { number } = await tester.openUpgrade(base.number, 'multiple-user');
    for (const nextState of state === 'capturing' ? [state] : (['capturing', state] as const))
      await tester.deps.db
        .updateTable('purchase')
        .set({ state: nextState })
        .where('number', '=', number)
        .execute();
    for (const licence of ['multiple-user', 'corporate-user'])
      expect(await tester.placeUpgrade(base.number, licence)).toMatchObject({
        ok: false,
        code: 'conflict',
        message: expect.stringContaining('still being checked') as string,
      });
  },
);
