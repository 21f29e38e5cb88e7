import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createUpload, openAdminTestServer, type AdminClient } from '../admin/admin-test-client.ts';
import { openAttacker, type Attacker, type BoughtOrder } from '../security/attacker.ts';
import { createPdf } from '../support/goods-files.ts';
import { startS3Server } from '../support/s3-server.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

let shop: Attacker;
let closers: (() => unknown)[] = [];
afterEach(async () => {
  await shop?.close();
  for (const close of closers.toReversed()) await close();
  closers = [];
});

type Sold = {
  readonly owner: AdminClient;
  readonly bought: BoughtOrder;
  readonly buyer: ReturnType<Attacker['openBuyerSession']>;
  readonly upload: () => Promise<Response>;
  /** Where the file's body is stored. */
  readonly bodyKey: string;
};

/** A report that is sold with an uploaded PDF, and an order of it that was delivered. */
async function sellUploaded(env: Record<string, string> = {}): Promise<Sold> {
  shop = await openAttacker({ template: 'small', env });
  const { db } = shop.server;
  const owner = await openAdminTestServer(shop.server).signIn('owner');
  const { id } = await db
    .selectFrom('report')
    .select('id')
    .where('code', '=', shop.reportCode)
    .executeTakeFirstOrThrow();
  const pdf = await createPdf(3);
  const form = { intent: 'upload', purpose: 'goods', 'licence.single-user': '1' };
  const upload = () =>
    owner.post(`/admin/reports/${id}/files`, createUpload(form, { 'report.pdf': pdf }));
  expect((await upload()).status).toBe(303);
  const buyer = shop.openBuyerSession('a');
  const bought = await shop.buyReport(buyer);
  const { bodyKey } = await db
    .selectFrom('editionFile')
    .select('bodyKey')
    .where('purpose', '=', 'goods')
    .executeTakeFirstOrThrow();
  return { owner, bought, buyer, upload, bodyKey };
}

const toPath = (key: string): string => path.join(shop.server.env['DATA_DIR'] ?? '', 'files', key);

async function download({ buyer, bought }: Sold) {
  const answer = await buyer.request(bought.downloadPaths[0] ?? '');
  const { status, headers } = answer;
  return { status, retryAfter: headers.get('retry-after'), content: await answer.text() };
}

const readOrderPage = async ({ buyer, bought }: Sold): Promise<string> =>
  (await buyer.request(bought.pagePath)).text();

test.each([
  ['missing', (file: string) => rmSync(file), 'is missing among the store’s files'],
  [
    'too short',
    (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 500)),
    '500 bytes instead of',
  ],
] as const)(
  'F-69 a bought file that is %s: the link, the order and the office say so, and the same file uploaded again mends all',
  async (_, harm, reason) => {
    const sold = await sellUploaded();
    harm(toPath(sold.bodyKey));
    const refused = await download(sold);
    expect(refused).toMatchObject({ status: 503, retryAfter: '300' });
    expect(refused.content).toContain('Your download is not used up');
    expect(await readOrderPage(sold)).toContain('This file is being prepared');
    const attention = await sold.owner.readText('/admin/attention');
    expect(attention).toContain(sold.bought.number);
    expect(attention).toContain(reason);
    expect((await sold.upload()).status).toBe(303);
    const opened = await download(sold);
    expect(opened.status).toBe(200);
    expect(opened.content.slice(0, 5)).toBe('%PDF-');
    const mended = await readOrderPage(sold);
    expect(mended).not.toContain('being prepared');
    expect(mended).toMatch(/[45] of 5 downloads left/);
    expect(await sold.owner.readText('/admin/attention')).not.toContain(sold.bought.number);
  },
);

test('F-69 a disk that refuses to say where a file is makes it no missing file: 503, and nobody is told to upload', async () => {
  const sold = await sellUploaded();
  const file = toPath(sold.bodyKey);
  renameSync(file, `${file}.kept`);
  symlinkSync(path.basename(file), file);
  expect(await download(sold)).toMatchObject({ status: 503, retryAfter: '5' });
  expect(await readOrderPage(sold)).toContain('5 of 5 downloads left');
  expect(await sold.owner.readText('/admin/attention')).not.toContain(sold.bought.number);
  renameSync(`${file}.kept`, file);
  expect(await download(sold)).toMatchObject({ status: 200 });
});

test('F-69 while S3 is away a download is 503 and not used up, and the order is not called incomplete', async () => {
  const folder = createTemporaryFolder('s3');
  closers.push(() => folder.remove());
  const { settings, close } = await startS3Server(folder.path);
  const sold = await sellUploaded({
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_ENDPOINT: settings.endpoint ?? '',
  });
  expect(await download(sold)).toMatchObject({ status: 200 });
  await close();
  expect(await download(sold)).toMatchObject({ status: 503, retryAfter: '5' });
  expect(await readOrderPage(sold)).toMatch(/[45] of 5 downloads left/);
  expect(await sold.owner.readText('/admin/attention')).not.toContain(sold.bought.number);
});
