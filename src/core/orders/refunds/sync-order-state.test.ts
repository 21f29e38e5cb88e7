import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const asBuyer = { browser: buyerSecret };

async function buyUpgrade() {
  const base = await buyer.buyReport();
  const upgrade = await buyer.payOrder(await buyer.placeUpgrade(base.number));
  return { base, upgrade };
}

/** Invites a reader; answers the token of their seat. */
async function inviteToSeat(number: string): Promise<string> {
  const reader = { name: 'Bo', email: 'bo@other.example' };
  await buyer.app.orders.own.inviteToSeat(number, asBuyer, reader);
  const seats = buyer.deps.db.selectFrom('seat').select('token');
  return buyer.deps.vault.open((await seats.executeTakeFirstOrThrow()).token);
}

/** The states of a base order and its upgrade. */
const listStates = async (base: { number: string }, upgrade: { number: string }) => [
  await buyer.getState(base.number),
  await buyer.getState(upgrade.number),
];

test('a refund of the base order closes files, seats and certificate of its upgrade', async () => {
  const { base, upgrade } = await buyUpgrade();
  const { certificates, downloads, seats, staff } = buyer.app.orders;
  const token = await inviteToSeat(upgrade.number);
  await seats.acceptSeat(token);
  const [file] = (await buyer.viewOwnOrder(upgrade.number))?.files ?? [];
  const certificate = String((await buyer.viewOwnOrder(upgrade.number))?.certificateToken);
  await buyer.refund(base.number, base.priceCents);
  expect(await listStates(base, upgrade)).toEqual(['refunded', 'suspended']);
  expect(await downloads.openDownload(String(file?.token), asBuyer, 'full', 'x')).toMatchObject({
    ok: false,
    code: 'forbidden',
  });
  expect(await seats.getSeat(token)).toBeUndefined();
  expect(await certificates.verifyCertificate(certificate)).toMatchObject({ isValid: false });
  expect(await staff.attention.listNeedsAttention(testProgram)).toMatchObject({
    value: { rows: [{ number: upgrade.number, reason: 'suspended' }] },
  });
  expect((await buyer.refund(upgrade.number, upgrade.priceCents)).ok).toBe(true);
  expect(await buyer.getState(upgrade.number)).toBe('refunded');
});

test('a dispute about the base order suspends its upgrade until it ends', async () => {
  const { base, upgrade } = await buyUpgrade();
  const { captureId } = base;
  await buyer.callControlApi('dispute', { captureId });
  await buyer.deliverWebhooks();
  expect(await listStates(base, upgrade)).toEqual(['suspended', 'suspended']);
  await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await buyer.deliverWebhooks();
  expect(await listStates(base, upgrade)).toEqual(['fulfilled', 'fulfilled']);
  expect((await buyer.viewOwnOrder(upgrade.number))?.files).toHaveLength(2);
});

test('of two disputes of one payment the end of one leaves the downloads closed', async () => {
  const { number, captureId } = await buyer.buyReport();
  const outcome = 'RESOLVED_SELLER_FAVOUR';
  await buyer.callControlApi('dispute', { captureId, number: 1 });
  await buyer.callControlApi('dispute', { captureId, number: 2 });
  await buyer.callControlApi('dispute', { captureId, number: 2, outcome });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('suspended');
  await buyer.callControlApi('dispute', { captureId, number: 1, outcome });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('fulfilled');
});

test('a reversal closes the downloads until its dispute ends', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.callControlApi('reverse', { captureId });
  await buyer.callControlApi('dispute', { captureId });
  await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('fulfilled');
});

test('a revoked seat stays closed after a partial refund and after a dispute', async () => {
  const { number, captureId } = await buyer.buyReport('multiple-user');
  const { downloads, own, seats } = buyer.app.orders;
  const token = await inviteToSeat(number);
  const [link] = (await seats.acceptSeat(token))?.links ?? [];
  await own.revokeSeat(number, asBuyer, 'bo@other.example');
  const url = new URL(String(link?.url));
  const proof = {
    browser: undefined,
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
  const open = () => downloads.openDownload(url.pathname.split('/')[2] ?? '', proof, 'full', 'x');
  await buyer.refund(number, 100);
  expect(await open()).toMatchObject({ ok: false, code: 'forbidden' });
  await buyer.callControlApi('dispute', { captureId });
  await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('partly-refunded');
  expect(await open()).toMatchObject({ ok: false, code: 'forbidden' });
});

test.each(['reverse', 'dispute'])(
  'a payment in dispute (%s) suspends the downloads at once',
  async (event) => {
    const { number, captureId } = await buyer.buyReport();
    const [file] = (await buyer.viewOwnOrder(number))?.files ?? [];
    await buyer.callControlApi(event, { captureId });
    await buyer.deliverWebhooks();
    expect(await buyer.getState(number)).toBe('suspended');
    const { downloads } = buyer.app.orders;
    expect(await downloads.openDownload(String(file?.token), asBuyer, 'full', 'x')).toMatchObject({
      ok: false,
      code: 'forbidden',
    });
  },
);

test('the end of a dispute opens downloads again where the seller wins, in any order', async () => {
  const won = await buyer.buyReport();
  await buyer.callControlApi('dispute', { captureId: won.captureId });
  await buyer.callControlApi('dispute', {
    captureId: won.captureId,
    outcome: 'RESOLVED_SELLER_FAVOUR',
  });
  await buyer.deliverWebhooks((all) => all.toReversed());
  expect(await buyer.getState(won.number)).toBe('fulfilled');
  const lost = await buyer.buyReport('corporate-user');
  await buyer.callControlApi('dispute', { captureId: lost.captureId });
  await buyer.callControlApi('dispute', {
    captureId: lost.captureId,
    outcome: 'RESOLVED_BUYER_FAVOUR',
  });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(lost.number)).toBe('suspended');
  await buyer.callControlApi('refund', { captureId: lost.captureId });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(lost.number)).toBe('refunded');
});

test('an order that is refunded in part is suspended while its payment is in dispute', async () => {
  const { number, captureId } = await buyer.buyReport();
  await buyer.refund(number, 100);
  expect(await buyer.getState(number)).toBe('partly-refunded');
  await buyer.callControlApi('dispute', { captureId });
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('suspended');
  expect((await buyer.viewOwnOrder(number))?.files).toEqual([]);
});
