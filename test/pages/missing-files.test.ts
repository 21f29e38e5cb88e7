import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createS3FileStorage } from '#adapters/files/s3.ts';
import { createUpload, openAdminTestServer, type AdminClient } from '../admin/admin-test-client.ts';
import { openAttacker, type Attacker, type BoughtOrder } from '../security/attacker.ts';
import { createPdf } from '../support/goods-files.ts';
import { makePicture } from '../support/hostile-pictures.ts';
import { approvePayment, getPaypalLedger } from '../support/paypal.ts';
import { startS3Server } from '../support/s3-server.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

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
async function sellUploaded(
  env: Record<string, string> = {},
  licence = 'single-user',
): Promise<Sold> {
  shop = await openAttacker({ template: 'small', env });
  const { db } = shop.server;
  const owner = await openAdminTestServer(shop.server).signIn('owner');
  const { id } = await db
    .selectFrom('report')
    .select('id')
    .where('code', '=', shop.reportCode)
    .executeTakeFirstOrThrow();
  const pdf = await createPdf(3);
  const form = { intent: 'upload', purpose: 'goods', [`licence.${licence}`]: '1' };
  const upload = () =>
    owner.post(`/admin/reports/${id}/files`, createUpload(form, { 'report.pdf': pdf }));
  expect((await upload()).status).toBe(303);
  const buyer = shop.openBuyerSession('a');
  const bought = await shop.buyReport(buyer, { type: licence });
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

/** The store's files are objects of an S3 server. */
async function openS3() {
  const folder = createTemporaryFolder('s3');
  closers.push(() => folder.remove());
  const { settings, close } = await startS3Server(folder.path);
  const env = {
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_ENDPOINT: settings.endpoint ?? '',
  };
  return { env, settings, close };
}

test('F-69 a file that is missing in S3 is given, sold and charged to nobody until it is back', async () => {
  const { env, settings, close } = await openS3();
  closers.push(close);
  const sold = await sellUploaded(env);
  const other = shop.openBuyerSession('b');
  const placed = await shop.submitCheckout(other, { email: 'other@buyer.example' });
  const approvalUrl = placed.headers.get('location') ?? '';
  await createS3FileStorage(settings, settings.bucket).remove(sold.bodyKey);
  // Of one who approves now nothing is taken.
  await approvePayment(approvalUrl);
  const token = new URL(approvalUrl).searchParams.get('token') ?? '';
  const charges = async () => (await getPaypalLedger(shop.server.paypalUrl)).charges.length;
  const before = await charges();
  const returned = await other.request(`/payment-success?token=${token}`);
  const location = returned.headers.get('location');
  const page = location === null ? returned : await other.request(location);
  expect(await page.text()).toContain('Nothing was charged');
  expect(await charges()).toBe(before);
  // Nobody orders it, and who has bought it is told.
  const refused = await shop.submitCheckout(shop.openBuyerSession('c'), {
    email: 'c@buyer.example',
  });
  expect(refused.status).toBe(422);
  expect(await download(sold)).toMatchObject({ status: 503, retryAfter: '300' });
  expect(await readOrderPage(sold)).toContain('This file is being prepared');
  const attention = await sold.owner.readText('/admin/attention');
  expect(attention).toContain(sold.bought.number);
  expect(attention).toContain('is missing among the store’s files');
  expect((await sold.upload()).status).toBe(303);
  expect(await download(sold)).toMatchObject({ status: 200 });
  expect(
    (await shop.buyReport(shop.openBuyerSession('d'), { email: 'd@buyer.example' })).number,
  ).toMatch(/\d/);
});

test('F-69 while S3 is away a download is 503 and not used up, and the order is not called incomplete', async () => {
  const { env, close } = await openS3();
  const sold = await sellUploaded(env);
  expect(await download(sold)).toMatchObject({ status: 200 });
  await close();
  expect(await download(sold)).toMatchObject({ status: 503, retryAfter: '5' });
  expect(await readOrderPage(sold)).toMatch(/[45] of 5 downloads left/);
  expect(await sold.owner.readText('/admin/attention')).not.toContain(sold.bought.number);
});

/** A sample and a cover of the publisher's own; where they are stored. */
async function giveSampleAndCover({ owner }: Sold): Promise<Record<string, string>> {
  const { db } = shop.server;
  const report = db.selectFrom('report').select('id').where('code', '=', shop.reportCode);
  const { id } = await report.executeTakeFirstOrThrow();
  const give = async (purpose: string, name: string, content: Uint8Array) => {
    const upload = createUpload({ intent: 'upload', purpose }, { [name]: content });
    expect((await owner.post(`/admin/reports/${id}/files`, upload)).status).toBe(303);
  };
  await give('sample', 'sample.pdf', await createPdf(2));
  await give('cover', 'cover.png', await makePicture('#2a7f4f', { width: 600, height: 800 }));
  const files = await db
    .selectFrom('editionFile')
    .select(['title', 'bodyKey'])
    .where('replacedAt', 'is', null)
    .execute();
  return Object.fromEntries(files.map(({ title, bodyKey }) => [title, bodyKey]));
}

/** Asks for a sample, and answers the address in the email about it. */
async function askForSample(): Promise<string> {
  const email = 'reader@samples.example';
  const asked = await shop.openSession().postForm(`/sample/${shop.reportCode}`, {
    name: 'Rea Der',
    email,
    mobile_no: '20 7946 0000',
    company_name: 'Samples Ltd',
    country: '+44',
    message: 'Please.',
    privacy_policy: '1',
    report_id: shop.reportCode,
    turnstile_token: await shop.createCaptchaToken(),
  });
  expect(asked.status).toBeLessThan(400);
  const link = await waitUntil('the sample is emailed', async () => {
    const texts = (await shop.listEmailsTo(email)).map(({ text }) => text);
    return /https?:\/\/\S*\/sample-file\/\S+/.exec(texts.join('\n'))?.[0];
  });
  const { pathname, search } = new URL(link);
  return pathname + search;
}

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 50))],
] as const)(
  'F-69 a sample and a cover that are %s: the link is 503 with a sentence, the picture is the default one',
  async (_, harm) => {
    const sold = await sellUploaded();
    const { Sample = '', Cover = '' } = await giveSampleAndCover(sold);
    const link = await askForSample();
    const visitor = shop.openSession();
    const whole = await visitor.request(link);
    expect([whole.status, (await whole.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
    const cover = `/cover/${shop.reportCode}.jpg`;
    expect((await visitor.request(cover)).headers.get('content-type')).toBe('image/jpeg');
    harm(toPath(Sample));
    harm(toPath(Cover));
    const refused = await visitor.request(link);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
    expect(await refused.text()).toContain('This sample is being prepared');
    const picture = await visitor.request(cover);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([404, 'image/svg+xml']);
    expect((await visitor.request(`/share/${shop.reportCode}.png`)).status).toBe(200);
  },
);

/** A colleague whose seat was given by the buyer and taken. */
async function takeSeat({ buyer, bought }: Sold) {
  const email = 'bo@company.example';
  const reader = { what: 'invite', name: 'Bo Reader', email };
  expect((await buyer.postForm(bought.pagePath, reader)).status).toBe(303);
  const seatPath = await waitUntil('the invitation is here', async () => {
    const texts = (await shop.listEmailsTo(email)).map(({ text }) => text);
    return /\/seat\/[0-9a-f]{32}/.exec(texts.join('\n'))?.[0];
  });
  const session = shop.openSession();
  expect((await session.postForm(seatPath, { what: 'accept' })).status).toBe(200);
  return { session, seatPath };
}
type Colleague = Awaited<ReturnType<typeof takeSeat>>;

const readSeatPage = async ({ session, seatPath }: Colleague): Promise<string> =>
  (await session.request(seatPath)).text();
const readSeatLink = async (colleague: Colleague): Promise<string | undefined> =>
  /\/download\/[^"]+/.exec(await readSeatPage(colleague))?.[0].replaceAll('&amp;', '&');

test('F-69 a seat whose file is missing can be given and taken, and downloads once it is there', async () => {
  const sold = await sellUploaded({}, 'multiple-user');
  rmSync(toPath(sold.bodyKey));
  const colleague = await takeSeat(sold);
  const refused = await colleague.session.request(String(await readSeatLink(colleague)));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '300']);
  expect(await refused.text()).toContain('Your download is not used up');
  expect(await readSeatPage(colleague)).toContain('being prepared');
  const counted = shop.server.db
    .selectFrom('downloadGrant')
    .select(['downloadCount', 'begunCount']);
  for (const grant of await counted.execute())
    expect(grant).toEqual({ downloadCount: 0, begunCount: 0 });
  expect(await sold.owner.readText('/admin/attention')).toContain(sold.bought.number);
  expect((await sold.upload()).status).toBe(303);
  // What is missing is looked for each minute: the seat's page has its link again by itself.
  await shop.server.app.jobs['orders.reconcile']({});
  expect((await colleague.session.request(String(await readSeatLink(colleague)))).status).toBe(200);
  expect(await sold.owner.readText('/admin/attention')).not.toContain(sold.bought.number);
});

test('F-69 a seat whose file is lost later: nothing counts, staff see it, and the buyer’s page says so', async () => {
  const sold = await sellUploaded({}, 'corporate-user');
  const { buyer, bought } = sold;
  const colleague = await takeSeat(sold);
  const link = String(await readSeatLink(colleague));
  expect((await colleague.session.request(link)).status).toBe(200);
  writeFileSync(toPath(sold.bodyKey), readFileSync(toPath(sold.bodyKey)).subarray(0, 500));
  for (let time = 0; time < 7; time++)
    expect((await colleague.session.request(link)).status).toBe(503);
  expect(await (await buyer.request(bought.pagePath)).text()).not.toContain('being prepared');
  expect(await sold.owner.readText('/admin/attention')).toContain('500 bytes instead of');
  expect((await sold.upload()).status).toBe(303);
  // The link that the reader kept works at once.
  expect((await colleague.session.request(link)).status).toBe(200);
  const again = await colleague.session.request(link);
  expect([again.status, (await again.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});
