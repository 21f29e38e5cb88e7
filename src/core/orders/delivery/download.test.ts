import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import type { DownloadMode } from './download.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

type Proof = { browser: string | undefined; expires?: string; signature?: string };
const proof: Proof = { browser: buyerSecret };

/** Buys a report; answers how its first file is opened, and how often that counted. */
async function buyFile() {
  const { providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const { db } = buyer.deps;
  const selectGrant = db.selectFrom('downloadGrant').selectAll().orderBy('id').limit(1);
  const grant = await selectGrant.executeTakeFirstOrThrow();
  const token = buyer.deps.vault.open(grant.token);
  return {
    open: (by: Proof, mode: DownloadMode = 'full', clientIp = '127.0.0.1') =>
      buyer.app.orders.downloads.openDownload(token, by, mode, clientIp),
    countDownloads: async () => (await selectGrant.executeTakeFirstOrThrow()).downloadCount,
  };
}

/** All of a file but its first byte, as a client asks that resumes. */
const rest: DownloadMode = (fileBytes) => fileBytes - 1;

test('a file is downloaded by its buyer alone, five times, and until its link expires', async () => {
  const { open } = await buyFile();
  expect(await open({ browser: undefined })).toMatchObject({ ok: false, code: 'not-found' });
  expect(
    await open({ browser: undefined, expires: '9999999999', signature: 'x'.repeat(43) }),
  ).toMatchObject({ ok: false, code: 'not-found' });
  for (let i = 0; i < 5; i++) expect((await open(proof)).ok).toBe(true);
  expect((await open(proof, 'head')).ok).toBe(true);
  expect((await open(proof, rest)).ok).toBe(true);
  expect(await open(proof)).toMatchObject({ ok: false, code: 'forbidden' });
  buyer.advanceClock(31 * 86_400_000);
  expect(await open(proof, 'head')).toMatchObject({ ok: false, code: 'forbidden' });
});

test('ranges belong to the download before them until they have twice its size, for a day', async () => {
  const { open, countDownloads } = await buyFile();
  expect((await open(proof)).ok).toBe(true);
  // Resumed twice, the second time over another network; what is left is one byte a time.
  expect((await open(proof, rest)).ok).toBe(true);
  expect((await open(proof, rest, 'another address')).ok).toBe(true);
  for (let i = 0; i < 2; i++) expect((await open(proof, () => 1)).ok).toBe(true);
  expect(await countDownloads()).toBe(1);
  expect((await open(proof, () => 1)).ok).toBe(true);
  expect(await countDownloads()).toBe(2);
  buyer.advanceClock(86_400_001);
  expect((await open(proof, () => 1)).ok).toBe(true);
  expect(await countDownloads()).toBe(3);
  for (let i = 0; i < 2; i++) expect((await open(proof)).ok).toBe(true);
  // Three downloads of today have two sizes of ranges each.
  for (let i = 0; i < 6; i++) expect((await open(proof, rest)).ok).toBe(true);
  expect(await open(proof, rest)).toMatchObject({ ok: false, code: 'forbidden' });
  expect(await countDownloads()).toBe(5);
});

test('a range of the whole file counts as the whole; a range outside of it counts nothing', async () => {
  const { open, countDownloads } = await buyFile();
  for (let i = 0; i < 2; i++) expect((await open(proof, (fileBytes) => fileBytes)).ok).toBe(true);
  expect(await countDownloads()).toBe(2);
  expect((await open(proof, () => 0)).ok).toBe(true);
  expect(await countDownloads()).toBe(2);
});

test('ranges asked for at once take no more than there is', async () => {
  const { open, countDownloads } = await buyFile();
  const openAtOnce = async (times: number, mode: DownloadMode): Promise<number> => {
    const opened = await Promise.all(Array.from({ length: times }, () => open(proof, mode)));
    return opened.filter(({ ok }) => ok).length;
  };
  // A download manager's pieces: the first one counts, the others are its ranges.
  expect(await openAtOnce(4, (fileBytes) => Math.floor(fileBytes / 4))).toBe(4);
  expect(await countDownloads()).toBe(1);
  // Each of the five downloads is one request, and two sizes of ranges; the first has used some.
  expect(await openAtOnce(40, rest)).toBe(4 + 5 * 2 - 1);
  expect(await countDownloads()).toBe(5);
});
