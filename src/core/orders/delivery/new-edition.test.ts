import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

const countEmails = async (to: string): Promise<number> =>
  (await tester.emailSubjectsTo(to)).filter((subject) => subject.startsWith('Edition 2')).length;

/** Publishes a corrected edition; its job runs twice, as it may after a crash. */
async function correctReport(number: string, reason: string): Promise<void> {
  const { reportId } = await tester.getOrder(number);
  const edition = await tester.app.catalogue.editions.publishCorrected(reportId, reason);
  const { jobs } = tester.app.orders;
  for (let i = 0; i < 2; i++) await jobs['orders.emailNewEdition']({ reportId, edition, reason });
}

test('a corrected edition is emailed to earlier buyers once, with new links', async () => {
  const { number } = await tester.buyReport();
  await tester.useUpDownloads();
  await correctReport(number, "A table had last year's figures.");
  expect(await countEmails(billing.email)).toBe(1);
  const [file] = (await tester.viewOwnOrder(number))?.files ?? [];
  const opened = await tester.openOwnFile(String(file?.token));
  expect(opened.ok && opened.value.parts[0]?.fileKey).toContain('-2.');
});

test('a corrected edition is emailed to everybody with an accepted seat too, with copies of their own', async () => {
  const { number } = await tester.buyReport('multiple-user');
  await tester.giveSeat(number, 'bo@other.example');
  await tester.inviteToSeat(number, 'never@other.example', 'Never');
  await correctReport(number, 'A table was wrong.');
  expect(await countEmails('bo@other.example')).toBe(1);
  expect(await countEmails('never@other.example')).toBe(0);
});

test('a licence without later editions keeps the one that was bought, for its colleagues too', async () => {
  const { store } = tester.app;
  const settings = await store.getSettings();
  const licences = settings.licences.map((terms) => ({ ...terms, includesNewEditions: false }));
  expect(await store.replaceSettings({ ...settings, licences }, 'a test')).toMatchObject({
    ok: true,
  });
  const { number } = await tester.buyReport('multiple-user');
  await store.replaceSettings(settings, 'a test');
  await correctReport(number, 'A table was wrong.');
  await tester.giveSeat(number, 'late@other.example');
  expect(await countEmails(billing.email)).toBe(0);
  const editions = await tester.deps.db
    .selectFrom('downloadGrant')
    .select('editionNumber')
    .distinct()
    .execute();
  expect(editions).toEqual([{ editionNumber: 1 }]);
});
