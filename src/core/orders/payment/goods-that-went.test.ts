/** Ways in which somebody could pay for what is not there any more. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import { createPdf } from '../../../../test/support/goods-files.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';

let buyer: OrderTester;
let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(async () => {
  buyer = await openOrderTester();
  folder = createTemporaryFolder('went');
});
afterEach(async () => {
  await buyer.close();
  folder.remove();
});

const all: readonly Licence[] = ['single-user', 'multiple-user', 'corporate-user'];

const write = async (more: Omit<ReportInput, 'code'>): Promise<void> => {
  const [written] = await buyer.deps.db.transaction().execute((tx) =>
    buyer.app.catalogue.writing.write(tx, [{ code: buyer.reportCode, ...more }], {
      actor: 'a test',
    }),
  );
  if (!written?.ok) throw new Error(JSON.stringify(written));
};
/** The report of the tests sells an uploaded PDF from now on. */
async function sellFile(licences = all): Promise<void> {
  const file = path.join(folder.path, 'report.pdf');
  await writeFile(file, await createPdf(3));
  const attached = await buyer.app.catalogue.goods.attachFiles({
    reportCode: buyer.reportCode,
    files: [{ path: file, fileName: 'report.pdf', licences, purpose: 'goods' }],
    newEdition: { reason: 'A PDF of our own.' },
  });
  if (!attached.ok) throw new Error(attached.message);
  await write({ delivery: { kind: 'files' } });
}
const deliver = async (number: string): Promise<void> =>
  buyer.app.orders.jobs['orders.deliver']({ purchaseId: (await buyer.getOrder(number)).id });
const getCharges = () => buyer.getPaypalCharges();

/** The order was cancelled, nothing was charged, and its buyer was told so. */
async function expectNotCharged(number: string): Promise<void> {
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'cancelled',
    closedReason: 'nothing-to-deliver',
  });
  expect(await getCharges()).toEqual([]);
  expect(await buyer.emailSubjectsTo(billing.email)).toContainEqual(
    expect.stringMatching(/^We did not take your payment/),
  );
}

/** The buyer paid, and has files to download. */
async function expectDelivered(number: string): Promise<void> {
  await deliver(number);
  expect(await buyer.getState(number)).toBe('fulfilled');
}

test('a licence whose only file is replaced by one for fewer licences is not charged', async () => {
  await sellFile();
  const placed = await buyer.placeApprovedOrder();
  // What no door allows: somebody works on the tables.
  await buyer.deps.db
    .updateTable('editionFile')
    .set({ replacedAt: buyer.deps.clock() })
    .where('purpose', '=', 'goods')
    .where('replacedAt', 'is', null)
    .execute();
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({ ok: false });
  await expectNotCharged(placed.number);
});

test('a report that an import turns to files that it lacks is not charged', async () => {
  const placed = await buyer.placeApprovedOrder();
  await write({ delivery: { kind: 'files' }, data: null, description: [] });
  await buyer.passTime(120_000);
  await buyer.reconcile();
  await expectNotCharged(placed.number);
});

test('a report that is withdrawn between approval and payment is delivered still', async () => {
  const placed = await buyer.placeApprovedOrder();
  await write({ state: 'withdrawn' });
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
});

test('a report that goes into the bin, which is emptied, is delivered still', async () => {
  const placed = await buyer.placeApprovedOrder();
  await buyer.deps.db
    .transaction()
    .execute((tx) => buyer.app.catalogue.writing.moveToBin(tx, [buyer.reportCode]));
  buyer.advanceClock(31 * 86_400_000);
  await buyer.app.jobs['catalogue.emptyBin']({});
  buyer.advanceClock(-31 * 86_400_000);
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
});

test('a licence that the store no longer offers is given to who had ordered it, and to nobody else', async () => {
  const placed = await buyer.placeApprovedOrder();
  const { store } = buyer.app;
  const settings = await store.getSettings();
  const licences = settings.licences.filter(({ id }) => id !== 'single-user');
  expect(await store.replaceSettings({ ...settings, licences }, 'test')).toMatchObject({
    ok: true,
  });
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
  expect(await buyer.app.orders.offers.getOffer(buyer.reportCode, 'single-user')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
});

test('a licence that is renamed is the same licence', async () => {
  const placed = await buyer.placeApprovedOrder();
  const { store } = buyer.app;
  const settings = await store.getSettings();
  const licences = settings.licences.map((one) => ({ ...one, name: `${one.name} plus` }));
  await store.replaceSettings({ ...settings, licences }, 'test');
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
});

test('a price that changes or goes after the order was placed changes nothing of it', async () => {
  const placed = await buyer.placeApprovedOrder();
  const { priceCents } = await buyer.getOrder(placed.number);
  await write({ prices: { single: 100, multiple: null, corporate: null } });
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
  expect((await buyer.getOrder(placed.number)).priceCents).toBe(priceCents);
});

test('a price of nothing is refused by the writer of reports', async () => {
  for (const single of [0, -100])
    await expect(write({ prices: { single } })).rejects.toThrow('prices');
});

test('a new edition without data, which somebody made at the tables, is not charged', async () => {
  const placed = await buyer.placeApprovedOrder();
  await write({ data: null, description: [] });
  const { id } = (await buyer.app.catalogue.reports.getForSale({ code: buyer.reportCode })) ?? {};
  await buyer.app.catalogue.editions.publishCorrected(id ?? 0, 'Without numbers.');
  await buyer.completeCheckout(placed.providerId);
  await expectNotCharged(placed.number);
  expect(await buyer.app.orders.offers.getOffer(buyer.reportCode)).toMatchObject({ ok: false });
});

test('a report with another code keeps its goods and its orders', async () => {
  const placed = await buyer.placeApprovedOrder();
  await buyer.deps.db
    .updateTable('report')
    .set({ code: 'RENAMED-1' })
    .where('code', '=', buyer.reportCode)
    .execute();
  await buyer.completeCheckout(placed.providerId);
  await expectDelivered(placed.number);
});

test('a file that is gone from the disk amid a checkout is not charged for', async () => {
  await sellFile();
  const placed = await buyer.placeApprovedOrder();
  const [file] = await buyer.deps.db
    .selectFrom('editionFile')
    .select(['bodyKey'])
    .where('purpose', '=', 'goods')
    .execute();
  await buyer.deps.files.remove(file?.bodyKey ?? '');
  expect(await buyer.completeCheckout(placed.providerId)).toMatchObject({ ok: false });
  await expectNotCharged(placed.number);
});
