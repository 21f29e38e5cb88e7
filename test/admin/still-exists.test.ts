/**
 * Everything on sale exists after every later change: those of staff, of programs, and of nobody.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import { runGoodsCommand } from '../../scripts/goods-cli.ts';
import { billing } from '../support/billing.ts';
import { createPdf } from '../support/goods-files.ts';
import { approvePayment, getPaypalLedger } from '../support/paypal.ts';
import { fullReport } from '../support/report-samples.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { readForm } from './read-form.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let industry: string;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  industry = (await admin.server.app.catalogue.industries.list())[0]?.slug ?? '';
});
afterAll(() => admin?.close());

let count = 0;
let code = '';
let id = 0;
let slug = '';
let buyer = '';
beforeEach(() => {
  code = `STILL-${(count += 1)}`;
  buyer = `buyer=${String(count).padStart(64, 'c')}`;
});

const data = fullReport.data ?? null;
/** Writes the report as the catalogue's writer does, whatever an editor would refuse. */
async function write(parts: Omit<ReportInput, 'code'>): Promise<void> {
  const { app, db } = admin.server;
  const input = { code, title: `Goods of ${code}`, industry, ...parts };
  const [written] = await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, [input], { actor: 'a test' }));
  if (!written?.ok) throw new Error(JSON.stringify(written));
  const found = db.selectFrom('report').select(['id', 'slug']).where('code', '=', code);
  ({ id, slug } = await found.executeTakeFirstOrThrow());
}
const made = {
  state: 'published',
  prices: { single: 100_000 },
  delivery: { kind: 'made' },
  data,
} as const;
const byUs = { kind: 'by-us', days: 5 } as const;
const all = { 'licence.single-user': '1', 'licence.corporate-user': '1' };

const toText = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const readLink = async (licence = 'single-user') =>
  admin.visitor.get(`/admin/api/custom-buy-now-link/${code}?type=${licence}`);
const isSold = async (licence?: string): Promise<boolean> =>
  (await readLink(licence)).status === 200;

/** Nobody can buy it by any door, its page says so, and the office lists it. */
async function expectOffSale(): Promise<void> {
  expect(await isSold()).toBe(false);
  // The page of before is gone as soon as the server hears of the change.
  const page = await waitUntil('the page says so', async () => {
    const text = toText(await (await admin.visitor.get(`/${slug}`)).text());
    return text.includes('Not for sale at the moment') && text;
  });
  expect(page).not.toContain('BUY NOW');
  const checkout = await admin.visitor.get(`/buy-now?id=${code}&type=single-user`);
  expect([checkout.status, await checkout.text()]).toEqual([
    422,
    expect.stringContaining(`href="/${slug}"`),
  ]);
  expect((await order()).status).toBe(422);
  expect(await owner.readText('/admin/reports?view=unsold')).toContain(code);
}
async function expectSold(): Promise<void> {
  expect(await isSold()).toBe(true);
  await waitUntil('the page sells it', async () =>
    (await (await admin.visitor.get(`/${slug}`)).text()).includes('BUY NOW'),
  );
}

let pdf: Uint8Array = new Uint8Array();
const send = (fields: Record<string, string>): Promise<Response> =>
  owner.post(
    `/admin/reports/${id}/files`,
    createUpload({ intent: 'upload', purpose: 'goods', ...fields }, { 'report.pdf': pdf }),
  );
const upload = async (fields: Record<string, string> = all, pages = 2): Promise<Response> => {
  pdf = await createPdf(pages);
  return send(fields);
};
/** The very bytes that were uploaded last. */
const uploadAgain = (): Promise<Response> => send(all);
const publish = async (fields: Record<string, string> = {}): Promise<Response> => {
  const page = `/admin/reports/${id}/publish`;
  const { revision = '' } = readForm(await owner.readText(page), 'schedule');
  return owner.post(page, { intent: 'publish', kind: 'correction', revision, ...fields });
};
const newEdition = { kind: 'new-edition', reason: 'Corrected numbers.' };
const changeLife = (intent: string) => owner.post(`/admin/reports/${id}/versions`, { intent });

/** The report sells an uploaded PDF. */
async function sellFile(): Promise<void> {
  await write({ state: 'draft', prices: { single: 100_000 }, delivery: { kind: 'files' } });
  expect((await upload()).status).toBe(303);
  expect((await publish()).status).toBe(303);
  await expectSold();
}

/** A buyer sends the checkout form; where PayPal waits for them. */
async function order(fields: Record<string, string> = {}): Promise<Response> {
  const { url } = admin.server;
  return fetch(`${url}/buy-now?id=${code}&type=single-user`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, cookie: buyer },
    body: new URLSearchParams({
      ...billing,
      email: `${code.toLowerCase()}@buyer.example`,
      report_id: code,
      type: 'single-user',
      ...fields,
    }),
  });
}
async function returnFrom(approvalUrl: string): Promise<string> {
  await approvePayment(approvalUrl);
  const token = new URL(approvalUrl).searchParams.get('token') ?? '';
  const get = (address: string) =>
    fetch(new URL(address, admin.server.url), { redirect: 'manual', headers: { cookie: buyer } });
  const returned = await get(`/payment-success?token=${token}`);
  const location = returned.headers.get('location');
  return toText(await (location === null ? returned : await get(location)).text());
}
async function buy(fields: Record<string, string> = {}): Promise<string> {
  const placed = await order(fields);
  return returnFrom(placed.headers.get('location') ?? '');
}
const findAuditEntry = async (verb: string): Promise<string> => {
  const found = admin.server.db
    .selectFrom('auditEntry')
    .select('id')
    .where('verb', '=', verb)
    .where('thingId', '=', code)
    .orderBy('id', 'desc');
  return (await found.executeTakeFirstOrThrow()).id;
};

// The first order fixes a store's currency: this test comes before all others.
test('a price in another currency than the one that the buyer saw is refused, and nothing is ordered', async () => {
  await write({ ...made });
  const page = await (await admin.visitor.get(`/buy-now?id=${code}&type=single-user`)).text();
  const shown = {
    currency: /name="currency" value="(\w+)"/.exec(page)?.[1] ?? '',
    amount: '1000.00',
  };
  const { store } = admin.server.app;
  const settings = await store.getSettings();
  await store.replaceSettings({ ...settings, currency: 'EUR' }, 'test');
  const refused = await order(shown);
  expect([refused.status, toText(await refused.text())]).toEqual([
    422,
    expect.stringContaining('The price changed: this licence now costs €1,000'),
  ]);
  const orders = await admin.server.db.selectFrom('purchase').select('id').execute();
  expect(orders).toEqual([]);
  await store.replaceSettings(settings, 'test');
  expect((await order(shown)).status).toBe(303);
});

/** Its numbers are gone: the second edition is delivered by us. */
async function loseNumbers(): Promise<void> {
  await write({ ...made });
  await write({ delivery: byUs, data: null, description: [] });
  await admin.server.app.catalogue.editions.publishCorrected(id, 'Without numbers.');
}

test('a former version that is restored is not sold from an edition without its goods', async () => {
  await loseNumbers();
  expect(
    (await owner.post(`/admin/reports/${id}/versions`, { intent: 'restore', number: '1' })).status,
  ).toBe(303);
  const refused = await publish();
  expect([refused.status, toText(await refused.text())]).toEqual([
    422,
    expect.stringContaining('there are no series or rankings to make it from'),
  ]);
  expect(await (await admin.visitor.get(`/${slug}`)).text()).toContain('within 5 days');
  expect((await publish(newEdition)).status).toBe(303);
  await expectSold();
  expect(await buy()).toContain('Your files are ready');
});

test('an undone withdrawal sells nothing that was taken away meanwhile', async () => {
  await sellFile();
  expect((await changeLife('withdraw')).status).toBe(303);
  expect((await upload({ 'licence.corporate-user': '1' }, 3)).status).toBe(303);
  const undone = await owner.post(`/admin/audit/${await findAuditEntry('report.withdraw')}`, {
    intent: 'undo',
  });
  expect(undone.status).toBe(303);
  await expectOffSale();
  expect((await upload(all, 3)).status).toBe(303);
  await expectSold();
});

test('the undo of a change of many sells nothing that was taken away meanwhile', async () => {
  await sellFile();
  const withdrawn = await owner.post('/admin/reports', { intent: 'withdraw', [`pick.${id}`]: '1' });
  expect(withdrawn.status).toBe(303);
  await waitUntil('it is withdrawn', async () => !(await isSold()));
  expect((await upload({ 'licence.corporate-user': '1' }, 3)).status).toBe(303);
  const entry = await findAuditEntry('report.withdraw');
  expect((await owner.post(`/admin/audit/${entry}`, { intent: 'undo' })).status).toBe(303);
  await waitUntil('it is public', async () => (await admin.visitor.get(`/${slug}`)).status === 200);
  await expectOffSale();
});

test('the undo of an import sells nothing from an edition that was published since', async () => {
  await write({ ...made });
  const sheet = `code,title,industry,delivery,data\n${code},Numbers,${industry},by us within 10 days,(empty)`;
  const sent = await owner.post('/admin/imports', createUpload({}, { 'sheet.csv': sheet }));
  const page = sent.headers.get('location') ?? '';
  const waitFor = (words: string) =>
    waitUntil(`the import says ${words}`, async () => (await owner.readText(page)).includes(words));
  await waitFor('Import 1 report');
  expect((await owner.post(page, { intent: 'run' })).status).toBe(303);
  await waitFor('>Done</span>');
  expect((await publish(newEdition)).status).toBe(303);
  await expectSold();
  expect((await owner.post(page, { intent: 'undo' })).status).toBe(303);
  await waitFor('Undone');
  await expectOffSale();
});

test.each([
  ['the editor', async () => publish(newEdition)],
  [
    'an upload',
    async () =>
      upload({ 'licence.corporate-user': '1', 'new-edition': '1', reason: 'For few.' }, 3),
  ],
])(
  'a new edition without goods is refused by %s, and the one before is sold on',
  async (door, open) => {
    if (door === 'an upload') await sellFile();
    else {
      await write({ ...made, delivery: byUs, data: null });
      const edit = `/admin/reports/${id}/edit`;
      const form = readForm(await owner.readText(edit), 'save');
      await owner.post(edit, { ...form, 'delivery.kind': 'files' });
    }
    const refused = await open();
    expect(refused.status).toBe(422);
    expect(toText(await refused.text())).toContain('single-user licence would get nothing');
    await expectSold();
    expect((await admin.server.app.catalogue.reports.getByCode(code))?.edition).toBe(1);
  },
);

test('a new edition that was scheduled with goods and has none when its time comes is not published', async () => {
  await write({ ...made, delivery: byUs, data: null });
  const edit = `/admin/reports/${id}/edit`;
  await owner.post(edit, {
    ...readForm(await owner.readText(edit), 'save'),
    'delivery.kind': 'files',
  });
  const page = `/admin/reports/${id}/publish`;
  const form = readForm(await owner.readText(page), 'schedule');
  const planned = { ...form, ...newEdition, publishAt: '2099-01-02T09:00', zone: 'UTC' };
  expect((await owner.post(page, planned)).status).toBe(303);
  const { app, db } = admin.server;
  await db
    .updateTable('reportSchedule')
    .set({ publishAt: new Date(Date.now() - 1000) })
    .where('reportId', '=', id)
    .execute();
  await app.jobs['schedule.actOnDue']({});
  expect(toText(await owner.readText(page))).toContain('single-user licence would get nothing');
  await expectSold();
});

test('the terminal refuses files that leave a licence with nothing, and says which', async () => {
  await sellFile();
  const folder = createTemporaryFolder('goods-cli');
  const file = `${folder.path}/report.pdf`;
  writeFileSync(file, await createPdf(4));
  const run = (...words: string[]) =>
    runGoodsCommand(admin.server.app, ['add', '--code', code, '--file', file, ...words]);
  for (const words of [[], ['--new-edition', 'For few.']])
    expect(await run('--licences', 'corporate', ...words)).toMatchObject({
      ok: false,
      message: expect.stringContaining('single-user licence would get nothing'),
    });
  await expectSold();
  expect(await run('--new-edition', 'For all.')).toMatchObject({ ok: true });
  await expectSold();
  folder.remove();
});

test('a licence that the settings add is not sold where its goods are missing', async () => {
  const { store } = admin.server.app;
  const settings = await store.getSettings();
  const fewer = settings.licences.filter(({ id: licence }) => licence !== 'corporate-user');
  await store.replaceSettings({ ...settings, licences: fewer }, 'test');
  await write({
    state: 'draft',
    prices: { single: 100_000, corporate: 300_000 },
    delivery: { kind: 'files' },
  });
  expect((await upload({ 'licence.single-user': '1' })).status).toBe(303);
  await write({ state: 'published' });
  await expectSold();
  await store.replaceSettings(settings, 'test');
  expect(await isSold('corporate-user')).toBe(false);
  expect((await order({ type: 'corporate-user' })).status).toBe(422);
  expect(await owner.readText('/admin/reports?view=unsold')).toContain(code);
  await expectSold();
});

test('no upgrade is sold to a licence whose goods are missing', async () => {
  await write({
    state: 'draft',
    prices: { single: 100_000, corporate: 300_000 },
    delivery: { kind: 'files' },
  });
  await upload({ 'licence.single-user': '1' });
  await write({ state: 'published' });
  const page = await buy();
  expect(page).toContain('Your files are ready');
  expect(page).not.toContain('Upgrade');
  const { number } = await findOrder();
  const asked = await fetch(`${admin.server.url}/payment-success?order=${number}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: admin.server.url, cookie: buyer },
    body: new URLSearchParams({ what: 'upgrade', licence: 'corporate-user' }),
  });
  expect([asked.status, await asked.text()]).toEqual([
    422,
    expect.stringContaining('This upgrade is not available for this order.'),
  ]);
});

test('a report that goes into the bin amid a checkout is delivered, and sold again once it is out', async () => {
  await sellFile();
  const placed = await order();
  expect((await changeLife('bin')).status).toBe(303);
  expect(await isSold()).toBe(false);
  expect(await returnFrom(placed.headers.get('location') ?? '')).toContain('Your files are ready');
  expect((await changeLife('unbin')).status).toBe(303);
  await expectSold();
});

test('a report that is withdrawn and loses its file amid a checkout is not charged', async () => {
  await sellFile();
  const placed = await order();
  await changeLife('withdraw');
  await upload({ 'licence.corporate-user': '1' }, 3);
  const before = (await getPaypalLedger(admin.server.paypalUrl)).charges.length;
  expect(await returnFrom(placed.headers.get('location') ?? '')).toContain('Nothing was charged');
  expect((await getPaypalLedger(admin.server.paypalUrl)).charges).toHaveLength(before);
});

test('nobody who ordered files is charged for a promise that they were not given', async () => {
  await write({ ...made });
  const placed = await order();
  await write({ delivery: { kind: 'none' } });
  await write({ data: null, description: [] });
  await write({ delivery: byUs });
  expect(await returnFrom(placed.headers.get('location') ?? '')).toContain('Nothing was charged');
});

/** Where the file that is sold is stored. */
async function findStored(): Promise<string> {
  const { bodyKey } = await admin.server.db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .select('bodyKey')
    .where('reportId', '=', id)
    .where('purpose', '=', 'goods')
    .executeTakeFirstOrThrow();
  return path.join(admin.server.env['DATA_DIR'] ?? '', 'files', bodyKey);
}
const harms = {
  removed: (file: string) => rmSync(file),
  'cut short': (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100)),
} as const;
/** Who notices that the file is not there. */
const finders: Readonly<Record<string, () => Promise<unknown>>> = {
  'a visitor who would buy it': async () => {
    const checkout = await admin.visitor.get(`/buy-now?id=${code}&type=single-user`);
    expect([checkout.status, toText(await checkout.text())]).toEqual([
      422,
      expect.stringContaining('can’t be delivered at the moment'),
    ]);
  },
  'the checkout form of a page of before': async () => expect((await order()).status).toBe(422),
  'the daily look at all files': () => admin.server.app.jobs['catalogue.lookForGoods']({}),
};

test.each([
  ...Object.entries(finders).map(([finder, find]) => ['removed', finder, find] as const),
  ['cut short', 'the daily look at all files', finders['the daily look at all files']] as const,
])(
  'a file that is %s on the disk is off sale as soon as %s finds it, until it is uploaded again',
  async (harm, _finder, find) => {
    await sellFile();
    harms[harm](await findStored());
    await find?.();
    await expectOffSale();
    expect(toText(await owner.readText(`/admin/reports/${id}/files`))).toContain(
      'This file is missing among the store’s files, so that nobody can buy it.',
    );
    expect((await uploadAgain()).status).toBe(303);
    await expectSold();
    expect(await buy()).toContain('Your files are ready');
  },
);

test('a file that is put back by hand is sold again after the next look', async () => {
  await sellFile();
  const file = await findStored();
  const content = readFileSync(file);
  rmSync(file);
  const look = async () => {
    await admin.server.db.updateTable('editionFile').set({ lookedForAt: null }).execute();
    await admin.server.app.jobs['catalogue.lookForGoods']({});
  };
  await look();
  await expectOffSale();
  writeFileSync(file, content);
  await look();
  await expectSold();
});

test('who finds a bought file missing takes it off sale for everybody', async () => {
  await sellFile();
  expect(await buy()).toContain('Your files are ready');
  const { number } = await findOrder();
  const page = await readOrderPage(number);
  const link = /href="(\/download\/[0-9a-f]{32})"/.exec(page)?.[1] ?? '';
  rmSync(await findStored());
  const get = { redirect: 'manual', headers: { cookie: buyer } } as const;
  expect((await fetch(admin.server.url + link, get)).status).toBe(503);
  await expectOffSale();
  expect((await uploadAgain()).status).toBe(303);
  expect((await fetch(admin.server.url + link, get)).status).toBe(200);
  await expectSold();
});

const findOrder = () =>
  admin.server.db
    .selectFrom('purchase')
    .select(['number', 'state', 'deliverBy'])
    .where('reportCode', '=', code)
    .executeTakeFirstOrThrow();
const readOrderPage = async (number: string): Promise<string> =>
  (
    await fetch(`${admin.server.url}/payment-success?order=${number}`, {
      headers: { cookie: buyer },
    })
  ).text();
