import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
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

const licencePage = '/admin/settings/licences';
const visit = async (path: string) =>
  (await (await fetch(new URL(path, admin.server.url))).text()).replaceAll(/<!--.*?-->/g, '');
const getLicences = async () => (await admin.server.app.store.getSettings()).licences;
const readReport = async (code: string) =>
  admin.server.db
    .selectFrom('report')
    .select(['id', 'slug', 'prices', 'lowestCents'])
    .where('code', '=', code)
    .executeTakeFirst();

/** Returns the fields of the form of licences, with every box that is ticked. */
async function readLicences(): Promise<Record<string, string>> {
  const html = await owner.readText(licencePage);
  const ticked = [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
    .filter(([tag]) => / checked/.test(tag))
    .map(([tag]) => [/ name="([^"]*)"/.exec(tag)?.[1] ?? '', '1']);
  return { ...readForm(html, 'save'), ...Object.fromEntries(ticked) };
}

const department = {
  'licences.3.row': '1',
  'licences.3.id': '',
  'licences.3.name': 'Department',
  'licences.3.rights': 'Up to {seats} named people of one department may read the report.',
  'licences.3.seats': '10',
  'licences.3.isOffered': '1',
  'licences.3.includesNewEditions': '1',
};

const buyer = { browser: 'f'.repeat(64) };
/** The order of a department. */
let sold = '';

/** Pays for the report by PayPal; answers the order's number. */
async function buy(type: string): Promise<string> {
  const { placement, checkoutReturn } = admin.server.app.orders;
  const placed = await placement.placeOrder(
    { ...billing, report_id: 'DEP-1', type },
    buyer.browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  await approvePayment(placed.value.approvalUrl);
  await checkoutReturn.completeCheckout(placed.value.providerId, buyer.browser);
  return placed.value.number;
}

const listUpgrades = async (number: string) =>
  (await admin.server.app.orders.own.listUpgrades(number, buyer)).map(({ licence, cents }) => ({
    licence,
    cents,
  }));

/** A sheet whose rows are right is imported. */
async function importSheet(lines: readonly string[]): Promise<void> {
  const sent = await owner.post(
    '/admin/imports',
    createUpload({}, { 'new.csv': lines.join('\n') }),
  );
  const path = sent.headers.get('location') ?? '';
  await waitUntil('the rows are checked', async () => {
    const html = await owner.readText(path);
    expect(html).not.toContain('Columns are missing');
    return html.replaceAll(/<!--.*?-->/g, '').includes('Import 1 report<');
  });
  expect((await owner.post(path, { intent: 'run' })).status).toBe(303);
}

test('a licence that was just added is offered and brings later editions, unless one says no', async () => {
  const added = await owner.post(licencePage, {
    ...(await readLicences()),
    arrange: 'licences.add',
  });
  const html = await added.text();
  for (const name of ['includesNewEditions', 'isOffered'])
    expect(html).toMatch(new RegExp(`<input[^>]*name="licences\\.3\\.${name}"[^>]* checked`));
});

test('a licence is added in the office, and stands before the larger one', async () => {
  const added = await owner.post(licencePage, { ...(await readLicences()), ...department });
  expect(added.status).toBe(303);
  const moved = await owner.post(licencePage, {
    ...(await readLicences()),
    arrange: 'licences.3.up',
  });
  expect(moved.status).toBe(200);
  const arranged = readForm(await moved.text(), 'save');
  expect(arranged['licences.2.id']).toBe('department');
  const offered = Object.fromEntries(
    [0, 1, 2, 3].flatMap((place) => [
      [`licences.${place}.isOffered`, '1'],
      [`licences.${place}.includesNewEditions`, '1'],
    ]),
  );
  expect((await owner.post(licencePage, { ...arranged, ...offered })).status).toBe(303);
  expect((await getLicences()).map(({ id }) => id)).toEqual([
    'single-user',
    'multiple-user',
    'department',
    'corporate-user',
  ]);
  const again = { ...(await readLicences()), ...department, 'licences.4.name': 'Department' };
  const twice = Object.fromEntries(
    Object.entries(again).map(([name, text]) => [name.replace('licences.3.', 'licences.4.'), text]),
  );
  expect((await owner.post(licencePage, { ...(await readLicences()), ...twice })).status).toBe(422);
});

test('it is priced by an import; a licence that is not there is said at its cell', async () => {
  const sheet = [
    'code,title,industry,state,delivery,price_single,price_multiple,Price: Department,price_corporate',
    `DEP-1,Tin,${industry},published,by us within 5 days,1000,1500,2000,3000`,
  ];
  await importSheet(sheet);
  await waitUntil('it is imported', async () => (await readReport('DEP-1')) !== undefined);
  expect((await readReport('DEP-1'))?.prices).toEqual({
    single: 100_000,
    multiple: 150_000,
    department: 200_000,
    corporate: 300_000,
  });
  const cheaper = await admin.server.db.transaction().execute((tx) =>
    admin.server.app.catalogue.writing.write(
      tx,
      [
        { code: 'DEP-1', prices: { department: 140_000 } },
        { code: 'DEP-3', title: 'Lead', industry, prices: { team: 100 } },
      ],
      { actor: 'test', isDryRun: true },
    ),
  );
  expect(cheaper).toMatchObject([
    {
      ok: false,
      errors: { prices: ['A licence for more readers costs less than one for fewer.'] },
    },
    { ok: false, errors: { 'prices.team': ['This store has no licence “team”.'] } },
  ]);
});

test('its price is changed in the editor, in bulk, and is in the export', async () => {
  const report = await readReport('DEP-1');
  const edit = `/admin/reports/${report?.id}/edit`;
  const form = readForm(await owner.readText(edit), 'save');
  expect(form['prices.department']).toBe('2000');
  expect((await owner.post(edit, { ...form, 'prices.department': '2200' })).status).toBe(303);
  const page = `/admin/reports/${report?.id}/publish`;
  const { revision = '' } = readForm(await owner.readText(page), 'schedule');
  expect((await owner.post(page, { intent: 'publish', kind: 'correction', revision })).status).toBe(
    303,
  );
  await waitUntil('the price is the new one', async () => {
    const prices = (await readReport('DEP-1'))?.prices;
    return prices?.['department'] === 220_000;
  });
  expect(await owner.readText(`/admin/reports/${report?.id}/versions`)).toContain(
    'Price (Department)',
  );
  expect(await owner.readText('/admin/reports')).toContain('name="licence.department"');
  let exported = '';
  for await (const part of admin.server.app.imports.sheets.export('csv'))
    exported += Buffer.from(part).toString();
  const [headers = ''] = exported.split('\n');
  expect(headers).toContain('price_data_sheet,price_department');
});

test('it is sold: page, checkout, certificate, seats, and upgrades from it and to it', async () => {
  const slug = (await readReport('DEP-1'))?.slug;
  const page = await waitUntil('the page offers it', async () => {
    const html = await visit(`/${slug}`);
    return html.includes('value="department"') && html;
  });
  expect(page).toContain('$2,200');
  expect(await visit('/buy-now?id=DEP-1&type=department')).toContain('Department licence');
  const api = await fetch(
    new URL('/admin/api/custom-buy-now-link/DEP-1?type=department', admin.server.url),
  );
  expect(api.status).toBe(422);
  const contract = await (
    await fetch(new URL(`/admin/api/reports-detail/${slug}`, admin.server.url))
  ).json();
  expect(contract.report).toMatchObject({ sprice: 1000, mprice: 1500, cprice: 3000 });
  const { app, db, vault } = admin.server;
  const number = await buy('department');
  sold = number;
  const order = await db
    .selectFrom('purchase')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    state: 'paid',
    licence: 'department',
    licenceName: 'Department',
    seatLimit: 10,
    priceCents: 220_000,
    rights: 'Department. Up to ten named people of one department may read the report.',
  });
  expect(
    await app.orders.certificates.verifyCertificate(vault.open(order.certificateToken ?? '')),
  ).toMatchObject({
    isValid: true,
    certificate: {
      licence: 'Department licence',
      seats: 'Up to 10 named readers of the company.',
    },
  });
  const colleague = { name: 'Bo', email: 'bo@other.example' };
  expect(await app.orders.own.inviteToSeat(number, buyer, colleague)).toMatchObject({ ok: true });
});

test('upgrades lead from it and to it', async () => {
  const { app, db } = admin.server;
  expect(await listUpgrades(sold)).toEqual([{ licence: 'corporate-user', cents: 80_000 }]);
  const small = await buy('single-user');
  expect(await listUpgrades(small)).toEqual([
    { licence: 'multiple-user', cents: 50_000 },
    { licence: 'department', cents: 120_000 },
    { licence: 'corporate-user', cents: 200_000 },
  ]);
  const upgrade = await app.orders.own.placeUpgrade(small, buyer, 'department');
  if (!upgrade.ok) throw new Error(upgrade.message);
  await approvePayment(upgrade.value.approvalUrl);
  await app.orders.checkoutReturn.completeCheckout(upgrade.value.providerId, buyer.browser);
  expect(
    await db
      .selectFrom('purchase')
      .select(['state', 'licence', 'seatLimit'])
      .where('number', '=', upgrade.value.number)
      .executeTakeFirstOrThrow(),
  ).toEqual({ state: 'paid', licence: 'department', seatLimit: 10 });
});

test('it is withdrawn from sale: orders, prices and its name stay', async () => {
  const form = await readLicences();
  const { 'licences.2.isOffered': _, ...withdrawn } = form;
  const renamed = { ...withdrawn, 'licences.2.name': 'Team' };
  expect((await owner.post(licencePage, renamed)).status).toBe(303);
  const slug = (await readReport('DEP-1'))?.slug;
  await waitUntil(
    'the page has it no more',
    async () => !(await visit(`/${slug}`)).includes('value="department"'),
  );
  expect((await readReport('DEP-1'))?.prices['department']).toBe(220_000);
  expect((await getLicences())[2]).toMatchObject({ id: 'department', name: 'Team', seats: 10 });
  const order = await admin.server.db
    .selectFrom('purchase')
    .select(['licenceName', 'rights'])
    .where('licence', '=', 'department')
    .executeTakeFirstOrThrow();
  expect(order.licenceName).toBe('Department');
  const everything = Object.entries(await readLicences()).filter(
    ([name]) => !name.endsWith('.isOffered'),
  );
  const none = await owner.post(licencePage, Object.fromEntries(everything));
  expect([none.status, (await none.text()).includes('Offer at least one licence.')]).toEqual([
    422,
    true,
  ]);
});
