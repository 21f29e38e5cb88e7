import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buyerProof,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('an upgrade costs the difference, keeps the history, and can be bought once', async () => {
  const first = await tester.buyReport();
  const [multiple] = await tester.app.orders.own.listUpgrades(first.number, buyerProof);
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  expect(multiple).toMatchObject({
    licence: 'multiple-user',
    cents: Number(report?.prices.multiple) - Number(report?.prices.single),
  });
  const placed = await tester.openUpgrade(first.number, 'multiple-user');
  expect(await tester.openUpgrade(first.number, 'multiple-user')).toEqual(placed);
  const second = await tester.payOrder(placed);
  expect(second.priceCents).toBe(multiple?.cents);
  expect(await tester.getOrder(second.number)).toMatchObject({
    upgradeOf: (await tester.getOrder(first.number)).id,
    licence: 'multiple-user',
  });
  expect(await tester.viewOwnOrder(second.number)).toMatchObject({
    seatsLeft: 4,
    baseOrderNumber: first.number,
    upgradeNumbers: [],
  });
  expect(await tester.viewOwnOrder(first.number)).toMatchObject({
    baseOrderNumber: undefined,
    upgradeNumbers: [second.number],
  });
  expect(await tester.placeUpgrade(first.number, 'multiple-user')).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(await tester.placeUpgrade(first.number, 'single-user')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
});

test('the invoice of an upgrade calls it one, and that of the first order does not', async () => {
  const base = await tester.buyReport();
  await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  const items = (await tester.listDocuments()).map(({ body }) => body.lines[0]?.text ?? '');
  expect(items.map((text) => text.startsWith('Upgrade: '))).toEqual([false, true]);
});

test('an upgrade is of the edition that is for sale when it is bought', async () => {
  const { number } = await tester.buyReport();
  const { reportId } = await tester.getOrder(number);
  await tester.app.catalogue.editions.publishCorrected(reportId, 'A table was wrong.');
  const upgrade = await tester.openUpgrade(number, 'multiple-user');
  expect((await tester.getOrder(upgrade.number)).editionNumber).toBe(2);
});

test('an upgrade of an upgrade costs its price less all that was paid, also after the price went down', async () => {
  const base = await tester.buyReport();
  const larger = await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  const cents = Number(report?.prices.corporate) - base.priceCents - larger.priceCents;
  const upgrades = [{ licence: 'corporate-user', cents }];
  const { own } = tester.app.orders;
  expect(await own.listUpgrades(larger.number, buyerProof)).toMatchObject(upgrades);
  await tester.changeTeamPrice(-50_000);
  expect(await own.listUpgrades(larger.number, buyerProof)).toMatchObject(upgrades);
  expect((await tester.viewOwnOrder(larger.number))?.upgrades).toMatchObject(upgrades);
  const upgrade = await tester.openUpgrade(larger.number, 'corporate-user');
  expect((await tester.getOrder(upgrade.number)).priceCents).toBe(cents);
});

test('an open upgrade is resumed for the same licence at the same price; at another price a new one is placed', async () => {
  const base = await tester.buyReport();
  const first = await tester.openUpgrade(base.number, 'multiple-user');
  await tester.app.orders.paymentAttempts.cancelOrder(first.providerId);
  expect(await tester.openUpgrade(base.number, 'multiple-user')).toEqual(first);
  expect((await tester.openUpgrade(base.number, 'corporate-user')).number).not.toBe(first.number);
  await tester.changeTeamPrice(10_000);
  expect((await tester.openUpgrade(base.number, 'multiple-user')).number).not.toBe(first.number);
});
