import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('downloads of a seat that are used up or expired are renewed by its reader, three times a day', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const token = await tester.giveSeat(number, 'grace@other.example', 'Grace');
  await tester.useUpDownloads();
  const { seats } = tester.app.orders;
  const [usedUp] = (await seats.getSeat(token))?.links ?? [];
  expect(usedUp?.isUsable).toBe(false);
  expect(await tester.openLink(String(usedUp?.url))).toMatchObject({
    ok: false,
    message: expect.stringContaining(`/seat/${token}`),
  });
  tester.advanceClock(1000);
  for (let i = 0; i < 3; i++) expect((await seats.renewSeatDownloads(token))?.ok).toBe(true);
  expect(await seats.renewSeatDownloads(token)).toMatchObject({ ok: false, code: 'rate-limited' });
  const [link] = (await seats.getSeat(token))?.links ?? [];
  expect(link?.isUsable).toBe(true);
  expect((await tester.openLink(String(link?.url))).ok).toBe(true);
  expect(await seats.renewSeatDownloads('0'.repeat(32))).toBeUndefined();
});

test("a colleague's copy is opened by its own link, and not by the buyer's browser", async () => {
  const { number } = await tester.buyReport('multiple-user');
  const token = await tester.giveSeat(number, 'grace@other.example', 'Grace');
  const [link] = (await tester.app.orders.seats.getSeat(token))?.links ?? [];
  const [, , copy = ''] = new URL(String(link?.url)).pathname.split('/');
  expect(await tester.openOwnFile(copy)).toMatchObject({ ok: false, code: 'not-found' });
  expect((await tester.openLink(String(link?.url))).ok).toBe(true);
});

test('a seat that was revoked and given again has downloads again', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const token = await tester.giveSeat(number, 'grace@other.example', 'Grace');
  await tester.useUpDownloads();
  await tester.revokeSeat(number, 'grace@other.example');
  await tester.inviteToSeat(number, 'grace@other.example', 'Grace');
  const [link] = (await tester.app.orders.seats.acceptSeat(token))?.links ?? [];
  expect((await tester.openLink(String(link?.url))).ok).toBe(true);
});
