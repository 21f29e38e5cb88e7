import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingTexts } from '../support/billing.ts';
import { listEmails, waitForEmail } from '../support/emails.ts';
import { approvePayment } from '../support/paypal.ts';
import { joinTexts, readOnlyPage, removeSpaces } from '../support/read-pdf.ts';
import { secondPublisher } from '../support/second-publisher.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Words and formats that only the demo publisher has. */
const demoWords =
  /Quillmark|QI-\d|INV-\d|CN-\d|Ledger House|Cornice Street|DEMO-000000|DEMOXX00|Multiple users/;

let server: TestServer;
let report: { readonly slug: string; readonly code: string; readonly single: number };
beforeAll(async () => {
  server = await startTestServer({ template: 'small' });
  // The reports stay, and everything else is the other publisher's.
  for (const table of [
    'blogPost',
    'pressRelease',
    'testimonial',
    'clientLogo',
    'faq',
    'service',
  ] as const)
    await server.db.deleteFrom(table).execute();
  expect(await server.app.store.replaceSettings(secondPublisher, 'test')).toMatchObject({
    ok: true,
  });
  const [first] = (await server.app.catalogue.reports.list(1)).items;
  if (!first) throw new Error('there is no report');
  report = { slug: first.slug, code: first.code, single: Number(first.prices.single) };
});
afterAll(() => server?.close());

const getText = async (address: string): Promise<string> =>
  (await (await fetch(server.url + address, { redirect: 'manual' })).text()).replaceAll(
    '<!-- -->',
    '',
  );

const addresses = [
  '/',
  '/industries',
  '/report-store',
  '/services',
  '/about',
  '/faq',
  '/blog',
  '/client',
  '/contact',
  '/career',
  '/become-reseller',
  '/terms-and-condition',
  '/login',
  '/signup',
  '/renew-download',
  '/custom_search?q=a',
  '/robots.txt',
  '/nowhere/at/all',
  ...['info', 'metas', 'service', 'blog', 'client', 'faq'].map((call) => `/admin/api/${call}`),
];

test('no page and no call of another publisher has a word of the demo', async () => {
  const found: string[] = [];
  const own = [`/${report.slug}`, `/buy-now?id=${report.code}`, `/sample/${report.code}`];
  for (const address of [...addresses, ...own]) {
    const [word] = demoWords.exec(await getText(address)) ?? [];
    if (word !== undefined) found.push(`${address}: ${word}`);
  }
  expect(found).toEqual([]);
});

test('name, colour, links, offices and texts of the pages are its own', async () => {
  const home = await getText('/');
  expect(home).toContain('--color-accent:#0b5394');
  for (const words of ['Nordlicht Analysen', 'Berichte aus dem Norden', 'Alle Berichte', 'Recht'])
    expect(home).toContain(words);
  expect(home).not.toContain('Insight Club');
  expect(home.indexOf('one line for each report')).toBeLessThan(home.indexOf('id="latest"'));
  expect(await getText('/contact')).toContain('Lange Straße 1');
  expect(JSON.parse(await getText('/admin/api/info'))).toMatchObject({
    site_name: 'Nordlicht Analysen',
    address: 'Lange Straße 1, 10115 Berlin',
    office_1_address: null,
    office_2_mobile_no: null,
    privacy_policy: null,
  });
});

test('its checkout sells its own licences in euros with VAT, and has no bank transfer', async () => {
  const checkout = await getText(`/buy-now?id=${report.code}&type=corporate-user`);
  for (const words of ['Konzern licence', 'USt 19 %', 'EUR', '€'])
    expect(checkout).toContain(words);
  expect(checkout).not.toMatch(/Bank transfer, on|\$\d/);
  expect(await getText(`/buy-now?id=${report.code}&type=multiple-user`)).toContain(
    'Please choose one of',
  );
});

test('the tax follows the country while the form is filled in', async () => {
  const countries = await server.app.content.listCountries();
  const idOf = (iso2: string) => String(countries.find((country) => country.iso2 === iso2)?.id);
  const quote = async (country: string, taxId = ''): Promise<unknown> => {
    const query = { report_id: report.code, type: 'single-user', country: idOf(country) };
    const asked = new URLSearchParams({ ...query, tax_id: taxId });
    return JSON.parse(await getText(`/data/quote?${asked}`));
  };
  const exact = (factor: number) => (Math.round(report.single * factor) / 100).toFixed(2);
  expect(await quote('DE')).toMatchObject({ exactTotal: exact(1.19) });
  expect(await quote('FR')).toMatchObject({
    exactTotal: exact(1.2),
    lines: [{}, { label: 'USt 20 % (FR)' }],
  });
  expect(await quote('FR', 'FR12345678901')).toMatchObject({ exactTotal: exact(1) });
  expect(await quote('US')).toMatchObject({ exactTotal: exact(1) });
});

test('its order, its emails and its invoice are its own', async () => {
  const country = (await server.app.content.listCountries()).find(({ iso2 }) => iso2 === 'DE');
  const form = { ...billingTexts, country: String(country?.id), policy: '1', zip: '10115' };
  const placed = await server.app.orders.placement.placeOrder(
    { ...form, report_id: report.code, type: 'corporate-user' },
    'd'.repeat(64),
  );
  if (!placed.ok) throw new Error(placed.message);
  expect(placed.value.number).toMatch(/^NL-\d{5}$/);
  await approvePayment(placed.value.approvalUrl);
  await server.app.orders.checkoutReturn.completeCheckout(placed.value.providerId, 'd'.repeat(64));
  const receipt = await waitForEmail(server.mailboxUrl, form.email, /^Your receipt/);
  for (const words of ['Konzern. Everyone in the group', 'USt 19 %', 'EUR'])
    expect(receipt.text).toContain(words);
  expect(receipt.text).toMatch(/^Guten Tag /);
  expect(receipt.text).toContain('Ihr Team in Berlin');
  expect(receipt.html).toContain('#0b5394');
  const emails = await listEmails(server.mailboxUrl);
  expect(emails.filter(({ text, subject }) => demoWords.test(`${subject} ${text}`))).toEqual([]);
  const { token } = await server.db
    .selectFrom('orderDocument')
    .select('token')
    .where('number', 'like', 'RE-%-00001')
    .executeTakeFirstOrThrow();
  const pdf = await fetch(`${server.url}/paper/${server.vault.open(token)}`);
  const text = removeSpaces(joinTexts(readOnlyPage(new Uint8Array(await pdf.arrayBuffer()))));
  for (const words of [
    'NordlichtAnalysenGmbH',
    'TaxIDDE123456789',
    'USt19%',
    'Total(EUR)',
    'Net',
    'Elektronischgeliefert.',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(demoWords);
});
