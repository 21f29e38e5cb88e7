import { sql } from 'kysely';
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
type Range = { start: number; end: number };
const hourMs = 3_600_001;

/** Buys a report; answers how its first file is opened and read, and how often that counted. */
async function buyFile() {
  const { providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const { db, vault } = buyer.deps;
  const { downloads } = buyer.app.orders;
  const selectGrant = db.selectFrom('downloadGrant').selectAll().orderBy('id').limit(1);
  const token = vault.open((await selectGrant.executeTakeFirstOrThrow()).token);
  const open = (by: Proof, mode: DownloadMode = 'full', clientIp = '127.0.0.1') =>
    downloads.openDownload(token, by, mode, clientIp);
  return {
    open,
    /** Asks for the file, or a range of it, and takes so many of the bytes; false if refused. */
    take: async (range?: Range, takes = Infinity): Promise<boolean> => {
      const mode: DownloadMode = range ? () => range.end - range.start + 1 : 'full';
      const opened = await open(proof, mode);
      if (!opened.ok) return false;
      const stream = await downloads.readDownload(opened.value, range);
      let taken = 0;
      for await (const chunk of stream.ok ? stream.value : []) {
        taken += (chunk as Uint8Array).length;
        if (taken >= takes) break;
      }
      return true;
    },
    readCovered: async () => {
      const { rows } = await sql<{ covered: string }>`
        select covered::text as covered from download`.execute(db);
      return rows[0]?.covered;
    },
    countDownloads: async () => (await selectGrant.executeTakeFirstOrThrow()).downloadCount,
    listFiles: async () => {
      const { number } = await db.selectFrom('purchase').select('number').executeTakeFirstOrThrow();
      return (await buyer.app.orders.own.getOwnOrder(number, proof))?.files ?? [];
    },
  };
}

/** The length of the tests' printed file, "%PDF-test". */
const fileBytes = 9;
const rest = { start: 1, end: fileBytes - 1 };

test('a file is downloaded by its buyer alone, five times, and until its link expires', async () => {
  const { open, take } = await buyFile();
  expect(await open({ browser: undefined })).toMatchObject({ ok: false, code: 'not-found' });
  expect(
    await open({ browser: undefined, expires: '9999999999', signature: 'x'.repeat(43) }),
  ).toMatchObject({ ok: false, code: 'not-found' });
  for (let i = 0; i < 5; i++) {
    expect(await take()).toBe(true);
    buyer.advanceClock(hourMs);
  }
  expect((await open(proof, 'head')).ok).toBe(true);
  expect(await take(rest)).toBe(true);
  expect(await open(proof)).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('5 times'),
  });
  buyer.advanceClock(31 * 86_400_000);
  expect(await open(proof, 'head')).toMatchObject({ ok: false, code: 'forbidden' });
});

test('a download counts once an hour, when its last byte is sent, and the buyer’s page says what is left', async () => {
  const { open, take, countDownloads, listFiles } = await buyFile();
  expect((await open(proof)).ok).toBe(true);
  expect(await countDownloads()).toBe(0);
  for (let i = 0; i < 4; i++) expect(await take()).toBe(true);
  expect(await countDownloads()).toBe(1);
  expect((await listFiles())[0]?.downloadsLeft).toBe(4);
  buyer.advanceClock(hourMs);
  expect(await Promise.all([take(), take()])).toEqual([true, true]);
  expect(await countDownloads()).toBe(2);
});

test('a download that is cut counts nothing; its range afterwards completes it, and counts once', async () => {
  const { take, countDownloads, readCovered } = await buyFile();
  expect(await take(undefined, 1)).toBe(true);
  // What was sent before the cut is noted once the stream has closed.
  await expect.poll(readCovered).not.toBe('{}');
  expect(await countDownloads()).toBe(0);
  expect(await take({ start: 4, end: fileBytes - 1 })).toBe(true);
  expect(await countDownloads()).toBe(1);
  expect(await take({ start: 4, end: fileBytes - 1 })).toBe(true);
  expect(await countDownloads()).toBe(1);
});

test('what was counted is taken back where the connection was cut before it arrived', async () => {
  const { open, countDownloads } = await buyFile();
  const opened = await open(proof);
  if (!opened.ok) throw new Error(opened.message);
  const stream = await buyer.app.orders.downloads.readDownload(opened.value);
  for await (const chunk of stream.ok ? stream.value : [])
    expect((chunk as Uint8Array).length).toBeGreaterThan(0);
  expect(await countDownloads()).toBe(1);
  await opened.value.request?.takeBack();
  await opened.value.request?.takeBack();
  expect(await countDownloads()).toBe(0);
});

test('a file can’t be pulled in pieces of 99 % for ever; new links allow it again', async () => {
  const { open, take, countDownloads, listFiles } = await buyFile();
  let pulls = 0;
  while (await take(undefined, 1)) pulls++;
  // Fifteen downloads may begin, each asked for 21 times.
  expect(pulls).toBe(15 * 21);
  expect(await countDownloads()).toBe(0);
  expect(await open(proof)).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('cut too many times'),
  });
  expect((await listFiles())[0]).toMatchObject({ downloadsLeft: 0, isUsable: false });
});

test('ranges belong to the download before them until they have twice its size, for a day', async () => {
  const { take, countDownloads } = await buyFile();
  expect(await take()).toBe(true);
  // Resumed twice; what is left is one byte a time.
  for (let i = 0; i < 2; i++) expect(await take(rest)).toBe(true);
  for (let i = 0; i < 2; i++) expect(await take({ start: 0, end: 0 })).toBe(true);
  expect(await countDownloads()).toBe(1);
  // Beyond that another download begins, and counts when all of it was sent.
  expect(await take(rest)).toBe(true);
  expect(await countDownloads()).toBe(1);
  expect(await take({ start: 0, end: 0 })).toBe(true);
  expect(await countDownloads()).toBe(2);
});

test('ranges asked for at once are one download', async () => {
  const { take, countDownloads } = await buyFile();
  const pieces = [0, 3, 6].map((start) => ({ start, end: start + 2 }));
  expect(await Promise.all(pieces.map((piece) => take(piece)))).toEqual([true, true, true]);
  expect(await countDownloads()).toBe(1);
  const pulls = await Promise.all(Array.from({ length: 60 }, () => take(rest)));
  // Fifteen downloads may begin, each with two more ranges of nearly its size.
  expect(pulls.filter(Boolean).length).toBeLessThanOrEqual(15 * 3);
});
