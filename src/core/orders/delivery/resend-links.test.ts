import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buyerProof,
  findDownloadLink,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('downloads are renewed by the buyer, and by order number and address without telling which orders exist', async () => {
  const { number } = await tester.buyReport();
  await tester.useUpDownloads();
  const { own, resendLinks } = tester.app.orders;
  const unknown = await resendLinks.resendLinksByEmail('QI-999999', 'nobody@example.com', 'v1');
  expect(await resendLinks.resendLinksByEmail(number, 'Ada@company.example', 'v2')).toEqual(
    unknown,
  );
  const { files = [] } = (await tester.viewOwnOrder(number)) ?? {};
  expect(files.map(({ downloadsLeft }) => downloadsLeft)).toEqual([5, 5]);
  expect(await own.resendLinks(number, { browser: 'x'.repeat(64) })).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('a link from before a renewal has expired, and its refusal says where to get new ones', async () => {
  const { number } = await tester.buyReport();
  const [receipt] = await tester.listEmailTexts('Your receipt');
  const oldLink = findDownloadLink(receipt);
  expect((await tester.openLink(oldLink)).ok).toBe(true);
  tester.advanceClock(1000);
  await tester.app.orders.own.resendLinks(number, buyerProof);
  expect(await tester.openLink(oldLink)).toMatchObject({
    ok: false,
    code: 'forbidden',
    message: expect.stringContaining('/renew-download'),
  });
  const [renewal] = await tester.listEmailTexts('New download links');
  expect((await tester.openLink(findDownloadLink(renewal))).ok).toBe(true);
});
