import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntilQueryIsBlocked } from '../../../../test/support/finished-work.ts';
import { besideTransaction } from '../../../../test/support/one-connection.ts';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('a seat that is revoked while its reader accepts it stays closed', async () => {
  const { number } = await tester.buyReport('multiple-user');
  await tester.inviteToSeat(number, 'bo@other.example');
  const { db } = tester.deps;
  const { id, token } = await db
    .selectFrom('seat')
    .select(['id', 'token'])
    .executeTakeFirstOrThrow();
  const accepting = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('seat').select('id').where('id', '=', id).forUpdate().execute();
    const { seats } = tester.app.orders;
    const accept = () => seats.acceptSeat(tester.deps.vault.open(token));
    const accepted = { seat: besideTransaction(accept) };
    await waitUntilQueryIsBlocked(db);
    await tx
      .updateTable('seat')
      .set({ revokedAt: tester.deps.clock(), acceptedAt: null })
      .where('id', '=', id)
      .execute();
    return accepted;
  });
  expect(await accepting.seat).toBeUndefined();
  expect(await db.selectFrom('seat').select('acceptedAt').executeTakeFirstOrThrow()).toEqual({
    acceptedAt: null,
  });
  expect(
    await db.selectFrom('downloadGrant').select('id').where('seatId', '=', id).execute(),
  ).toEqual([]);
});

test('a seat that is accepted in two tabs at once is accepted once, and both show its links', async () => {
  const { number } = await tester.buyReport('multiple-user');
  await tester.inviteToSeat(number, 'bo@other.example');
  const token = await tester.getSeatToken('bo@other.example');
  const { seats, staff } = tester.app.orders;
  const tabs = await Promise.all([seats.acceptSeat(token), seats.acceptSeat(token)]);
  expect(tabs.map((tab) => tab?.links.length)).toEqual([2, 2]);
  const order = await staff.details.getOrder(testProgram, number);
  const timeline = order.ok ? order.value.timeline : [];
  expect(
    timeline.filter((entry) => entry.source === 'order' && entry.kind === 'seat-accepted'),
  ).toHaveLength(1);
});
