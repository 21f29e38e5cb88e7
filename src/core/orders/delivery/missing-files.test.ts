import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { createPdf } from '../../../../test/support/goods-files.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { buyerProof } from '../../../../test/support/test-licences.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';

const folder = createTemporaryFolder('missing-files');
const pdf = `${folder.path}/report.pdf`;
let buyer: OrderTester;
let finance: StaffActor;
beforeAll(async () => writeFileSync(pdf, await createPdf(3)));
beforeEach(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
  await upload();
});
afterEach(() => buyer.close());
afterAll(() => folder.remove());

const upload = () =>
  buyer.app.catalogue.goods.attachFile({
    reportCode: buyer.reportCode,
    fileName: 'report.pdf',
    path: pdf,
  });

/** Under which key the body of the file that is sold is stored, or its description; and its bytes. */
async function readStored(column: 'bodyKey' | 'masterKey' = 'bodyKey') {
  const file = await buyer.deps.db
    .selectFrom('editionFile')
    .selectAll()
    .where('purpose', '=', 'goods')
    .executeTakeFirstOrThrow();
  const key = file[column] ?? '';
  const stream = await buyer.deps.files.read(key);
  if (!stream) throw new Error(`There is no ${key}`);
  return { key, content: await buffer(stream) };
}

/** Behind the payment: a file that is missing before is not sold, and nothing is charged for it. */
async function payWithoutDelivery(lose: () => Promise<void>) {
  const { number, providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  await lose();
  return number;
}

const reconcile = () => {
  buyer.advanceClock(60_000);
  return buyer.reconcile();
};

async function listReasons() {
  const attention = await buyer.app.orders.staff.attention.listNeedsAttention(finance);
  if (!attention.ok) throw new Error(attention.message);
  return attention.value.rows.map(({ number, reason, why }) => [number, reason, why]);
}

const findFile = async (number: string) => (await buyer.viewOwnOrder(number))?.files[0];

async function download(number: string) {
  const token = (await findFile(number))?.token ?? '';
  const { downloads } = buyer.app.orders;
  const opened = await downloads.openDownload(token, buyerProof, 'full', 'x');
  return opened.ok ? downloads.readDownload(opened.value) : opened;
}

const countEvents = async (kind: string) =>
  (await buyer.deps.db.selectFrom('orderEvent').select('id').where('kind', '=', kind).execute())
    .length;

const missing = 'report.pdf is missing among the store’s files.';

test.each(['bodyKey', 'masterKey'] as const)(
  'a paid order whose file is missing (%s) says why, and is delivered once the file is back',
  async (column) => {
    const { key, content } = await readStored(column);
    const number = await payWithoutDelivery(() => buyer.deps.files.remove(key));
    await reconcile();
    await reconcile();
    expect(await buyer.getState(number)).toBe('paid');
    expect(await listReasons()).toEqual([[number, 'file', missing]]);
    expect(await countEvents('file-missing')).toBe(1);
    expect(await findFile(number)).toMatchObject({ isReady: false });
    expect(await download(number)).toMatchObject({ ok: false, code: 'unavailable' });
    expect(await buyer.countEmails(billing.email, 'Your receipt')).toBe(0);
    await buyer.deps.files.put(key, content);
    await reconcile();
    expect(await buyer.getState(number)).toBe('fulfilled');
    expect(await listReasons()).toEqual([]);
    expect(await countEvents('file-found')).toBe(1);
    expect(await findFile(number)).toMatchObject({ isReady: true, downloadsLeft: 5 });
    expect(await download(number)).toMatchObject({ ok: true });
    expect(await buyer.countEmails(billing.email, 'Your receipt')).toBe(1);
  },
);

test('a delivered file that is cut short is not given out, and nothing is used up', async () => {
  const { number } = await buyer.buyReport();
  const { key, content } = await readStored();
  await buyer.deps.files.put(key, content.subarray(0, 1000));
  expect(await download(number)).toMatchObject({ ok: false, code: 'unavailable' });
  expect(await listReasons()).toEqual([
    [number, 'file', expect.stringContaining(`1000 bytes instead of ${content.length}`)],
  ]);
  const { staff } = buyer.app.orders;
  expect(await staff.sync.syncOrder(finance, number)).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('report.pdf is damaged'),
  });
  await buyer.deps.files.put(key, content);
  expect(await staff.sync.syncOrder(finance, number)).toMatchObject({ ok: true });
  expect(await listReasons()).toEqual([]);
  expect(await findFile(number)).toMatchObject({ isReady: true, downloadsLeft: 5 });
});

test('the same file uploaded again takes the place of the one that is lost, for all who bought it', async () => {
  const [first, second] = [await buyer.buyReport(), await buyer.buyReport('multiple-user')];
  expect(await download(first.number)).toMatchObject({ ok: true });
  expect(await upload()).toMatchObject({ value: { files: [{ isNew: false }, { isNew: false }] } });
  await buyer.deps.files.remove((await readStored()).key);
  expect(await download(first.number)).toMatchObject({ code: 'unavailable' });
  expect(await upload()).toMatchObject({ value: { files: [{ isNew: true }, { isNew: false }] } });
  for (const { number } of [first, second])
    expect(await download(number)).toMatchObject({ ok: true });
  expect(await listReasons()).toEqual([]);
});
