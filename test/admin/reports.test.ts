import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createUpload,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { readForm } from './read-form.ts';
import { waitUntil } from '../support/wait-until.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let bo: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  [anna, bo] = [await admin.signIn('editor'), await admin.signIn('editor')];
});
afterAll(() => admin?.close());

const textOf = async (response: Response): Promise<string> => {
  const html = await response.text();
  return html.replaceAll(/<!--.*?-->/g, '').replaceAll('&#x27;', "'");
};
const page = async (path: string, client = anna): Promise<string> => textOf(await client.get(path));

/** The text of the contract that has the description as HTML. */
const readDescription = (answer: unknown): string =>
  Object.values((answer as { report: object }).report)
    .filter((value): value is string => typeof value === 'string')
    .find((value) => value.includes('<p>Body')) ?? '';

/** Delivered by its publisher: a text alone is nothing that somebody buys. */
const byUs = { 'delivery.kind': 'by-us', 'delivery.days': '5' };

async function createReport(code: string, title = `Report ${code}`): Promise<number> {
  const { slug } = (await admin.server.app.catalogue.industries.list())[0] ?? {};
  const report = { intent: 'create', code, title, industry: slug ?? '' };
  const made = await anna.post('/admin/reports/new', report);
  expect(made.status).toBe(303);
  expect(made.headers.get('location')).toMatch(/^\/admin\/reports\/\d+\/edit$/);
  return Number(made.headers.get('location')?.split('/')[3]);
}

test('what is wrong with a new report is listed in the order of its form', async () => {
  const form = { intent: 'create', title: '', code: 'a b', industry: '' };
  const { industry, ...codeFirst } = form;
  const listErrors = async (fields: Readonly<Record<string, string>>) => {
    const html = await textOf(await anna.post('/admin/reports/new', fields));
    return [...html.matchAll(/<a [^>]*href="#(\w+)"[^>]*>[^<]+<\/a><\/li>/g)].map(([, id]) => id);
  };
  expect(await listErrors(form)).toEqual(['title', 'code', 'industry']);
  expect(await listErrors({ industry, ...codeFirst })).toEqual(['industry', 'title', 'code']);
});

/** The public page, once the cache has heard of what staff changed. */
const waitForPage = (path: string, status: number, words = ''): Promise<string> =>
  waitUntil(`${path} is ${status} with "${words}"`, async () => {
    const response = await admin.visitor.get(path);
    const html = await response.text();
    return response.status === status && html.includes(words) && html;
  });

test('a report is written, checked and published without script', async () => {
  const id = await createReport('HTTP-1', 'Zeppelin Market');
  const edit = `/admin/reports/${id}/edit`;
  const blocked = await page(`/admin/reports/${id}/publish`);
  expect(blocked).toContain('Give the price of at least one licence.');
  expect(blocked).toContain(`${edit}#field-prices`);
  const form = readForm(await page(edit), 'save');
  const saved = await anna.post(edit, {
    ...form,
    'prices.single': '1,200.50',
    ...byUs,
    description: '<h2>Demand</h2><p>It <b>grows</b>.<script>alert(1)</script></p>',
    contents: 'Summary\n\tDemand',
    'faqs.0.question': 'Why?',
    'faqs.0.answer': 'Because.',
  });
  expect(saved.status).toBe(303);
  expect(await textOf(await anna.follow(saved))).toContain('The draft was saved.');
  expect((await admin.visitor.get('/zeppelin-market')).status).toBe(404);
  const checked = readForm(await page(`/admin/reports/${id}/publish`), 'publish');
  await anna.post(`/admin/reports/${id}/publish`, checked);
  const html = await waitForPage('/zeppelin-market', 200, 'Zeppelin Market');
  expect(html).toContain('$1,200.50');
  expect(html).toContain('Delivered by us within 5 days after payment');
  expect(html).not.toContain('alert(1)</script>');
  const again = readForm(await page(edit), 'save');
  expect(again['contents']).toBe('Summary\n\tDemand');
  expect(again['prices.single']).toBe('1200.50');
});

test('F29: both former addresses of a report answer 301 to its newest one', async () => {
  const path = `/admin/reports/${await createReport('HTTP-29', 'Moving Market')}`;
  for (const slug of ['moves-first', 'moves-second', 'moves-third']) {
    const form = readForm(await page(`${path}/edit`), 'save');
    const description = '<p>It moves.</p>';
    await anna.post(`${path}/edit`, {
      ...form,
      slug,
      description,
      'prices.single': '900',
      ...byUs,
    });
    await anna.post(`${path}/publish`, readForm(await page(`${path}/publish`), 'publish'));
    await waitForPage(`/${slug}`, 200, 'Moving Market');
  }
  for (const former of ['/moves-first', '/moves-second']) {
    await waitForPage(former, 301);
    expect((await admin.visitor.get(former)).headers.get('location')).toBe('/moves-third');
  }
  const form = readForm(await page(`${path}/edit`), 'save');
  await anna.post(`${path}/edit`, { ...form, slug: 'admin' });
  const { revision = '' } = readForm(await page(`${path}/publish`), 'schedule');
  const publish = { intent: 'publish', kind: 'correction', revision };
  expect((await anna.post(`${path}/publish`, publish)).status).toBe(422);
});

test('F31: script in a body that is posted directly is inert on page, preview and contract', async () => {
  const id = await createReport('HTTP-31', 'Inert Market');
  const edit = `/admin/reports/${id}/edit`;
  const hostile =
    '<p onclick="alert(1)">Body</p><script>alert(1)</script><img src=x onerror=alert(1)>' +
    '<a href="javascript:alert(1)">a</a><svg onload=alert(1)></svg><iframe srcdoc="x"></iframe>';
  const form = { ...readForm(await page(edit), 'save'), 'prices.single': '1000', ...byUs };
  const posted = { ...form, description: hostile, 'faqs.0.question': hostile };
  await anna.post(edit, { ...posted, 'faqs.0.answer': hostile, shortDescription: hostile });
  const tree = [{ kind: 'paragraph', runs: [{ text: 'x', href: 'javascript:alert(1)' }] }];
  const changes = JSON.stringify([{ path: 'description', before: [], after: tree }]);
  const json = { accept: 'application/json' };
  const direct = await anna.post(`/admin/reports/${id}/save`, { changes, revision: '1' }, json);
  expect(await direct.text()).not.toContain('"saved":["description"]');
  const opened = await anna.post(`/admin/reports/${id}/preview`, { intent: 'open' });
  const preview = await (await admin.visitor.get(opened.headers.get('location') ?? '')).text();
  const publish = readForm(await page(`/admin/reports/${id}/publish`), 'publish');
  await anna.post(`/admin/reports/${id}/publish`, publish);
  const shown = await waitForPage('/inert-market', 200, 'Inert Market');
  const canRun = (html: string): boolean =>
    /(?:href|src|action)="\s*javascript:/i.test(html) ||
    /<[^>]*\s(?:onclick|onerror|onload|srcdoc)=|<script>alert/i.test(
      html.replaceAll(/"[^"]*"/g, '""'),
    );
  const contract = await admin.visitor.get('/admin/api/reports-detail/inert-market');
  const described = readDescription(await contract.json());
  for (const html of [shown, preview, described]) {
    expect(html).toContain('Body');
    expect(canRun(html)).toBe(false);
  }
});

test('F22: two editors post the whole form: both their fields are kept, one field asks', async () => {
  const id = await createReport('HTTP-2');
  const edit = `/admin/reports/${id}/edit`;
  const [first, second] = [
    readForm(await page(edit), 'save'),
    readForm(await page(edit, bo), 'save'),
  ];
  expect((await anna.post(edit, { ...first, title: 'Anna', pages: '7' })).status).toBe(303);
  const refused = await bo.post(edit, { ...second, title: 'Bo', metaTitle: 'Bo’s' });
  expect(refused.status).toBe(409);
  const html = await textOf(refused);
  expect(html).toContain('theirs is “Anna”, yours “Bo”. Save again to keep yours.');
  const form = readForm(html, 'save');
  expect([form['title'], form['metaTitle']]).toEqual(['Bo', 'Bo’s']);
  expect((await bo.post(edit, form)).status).toBe(303);
  const now = readForm(await page(edit), 'save');
  expect([now['title'], now['metaTitle'], now['pages']]).toEqual(['Bo', 'Bo’s', '7']);
});

test('the editor’s script saves by JSON, and is told that its session has ended', async () => {
  const id = await createReport('HTTP-3');
  const save = `/admin/reports/${id}/save`;
  const changes = JSON.stringify([{ path: 'pages', before: null, after: 9 }]);
  const json = { accept: 'application/json' };
  const saved = await anna.post(save, { changes, revision: '1' }, json);
  expect([saved.status, await saved.json()]).toMatchObject([200, { value: { saved: ['pages'] } }]);
  const bad = await anna.post(save, { changes: '[{', revision: '1' }, json);
  expect(bad.status).toBe(400);
  expect((await admin.visitor.post(save, { changes, revision: '1' }, json)).status).toBe(401);
  const sales = await admin.signIn('sales');
  expect((await sales.post(save, { changes, revision: '1' }, json)).status).toBe(403);
});

test('F4: sales reads reports, and posts that would change one are refused and audited', async () => {
  const id = await createReport('HTTP-4');
  const sales = await admin.signIn('sales');
  expect((await sales.get('/admin/reports')).status).toBe(200);
  const publishing = { intent: 'publish', revision: '1' };
  const publish = await sales.post(`/admin/reports/${id}/publish`, publishing);
  expect(publish.status).toBe(403);
  const entries = await admin.server.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome'])
    .where('staffId', '=', sales.staffId)
    .execute();
  expect(entries).toEqual([{ verb: 'report.edit', outcome: 'refused' }]);
});

test('F20: a preview link shows the draft, can’t buy, and ends', async () => {
  const id = await createReport('HTTP-5', 'Secret Balloons');
  const opened = await anna.post(`/admin/reports/${id}/preview`, { intent: 'open' });
  const path = opened.headers.get('location') ?? '';
  const shown = await admin.visitor.get(path);
  const html = await shown.text();
  expect([shown.status, html.includes('Secret Balloons')]).toEqual([200, true]);
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toMatch(/action="\/buy-now"|href="\/buy-now/);
  expect(shown.headers.get('cache-control')).toContain('no-store');
  expect((await admin.visitor.get(path.replace(`/${id}/`, `/${id - 1}/`))).status).toBe(404);
  expect((await admin.visitor.get(`${path}x`)).status).toBe(404);
  const link = path.split('/')[3]?.split('-')[0] ?? '';
  await anna.post(`/admin/reports/${id}/preview`, { intent: 'revoke', link });
  expect((await admin.visitor.get(path)).status).toBe(410);
});

test('versions are compared and restored, and a report is withdrawn, binned and deleted', async () => {
  const [first] = (await admin.server.app.catalogue.reports.list(1)).items;
  const { code, slug } = first ?? { code: '', slug: '' };
  const { id } = await admin.server.db
    .selectFrom('report')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const edit = `/admin/reports/${id}/edit`;
  const versions = `/admin/reports/${id}/versions`;
  const form = readForm(await page(edit), 'save');
  await anna.post(edit, { ...form, title: 'Another title' });
  expect(await page(`${versions}?from=1&to=draft`)).toMatch(/<del>[^<]+<\/del>[^]*<ins>Another/);
  expect(await page(versions)).toContain('Compare the page with the draft');
  const publish = readForm(await page(`/admin/reports/${id}/publish`), 'publish');
  await anna.post(`/admin/reports/${id}/publish`, { ...publish, kind: 'correction' });
  await waitForPage(`/${slug}`, 200, 'Another title');
  await anna.post(versions, { intent: 'restore', number: '1' });
  await waitForPage(`/${slug}`, 200, 'Another title');
  expect(readForm(await page(edit), 'save')['title']).toBe(form['title']);
  await anna.post(versions, { intent: 'withdraw' });
  await waitForPage(`/${slug}`, 410);
  await anna.post(versions, { intent: 'bin' });
  expect(await page('/admin/reports/bin')).toContain(code);
  expect((await anna.post(versions, { intent: 'delete' })).status).toBe(403);
  const owner = await admin.signIn('owner', { provedMinutesAgo: 11 });
  const unproved = await owner.post(versions, { intent: 'delete' });
  expect(unproved.headers.get('location')).toMatch(/^\/admin\/prove\?next=/);
  expect(await page('/admin/reports/bin')).toContain(code);
  const proved = await admin.signIn('owner');
  expect((await proved.post(versions, { intent: 'delete' })).status).toBe(303);
  expect((await anna.get(edit)).status).toBe(404);
});

test('a file is uploaded, refused with a sentence, and listed', async () => {
  const id = await createReport('HTTP-6');
  const path = `/admin/reports/${id}/files`;
  const form = { intent: 'upload', purpose: 'goods', 'licence.single-user': '1' };
  const upload = (name: string, content: string) =>
    anna.post(path, createUpload(form, { [name]: content }));
  const refused = await upload('report.pdf', '%PDF-1.7 no');
  expect([refused.status, (await textOf(refused)).includes('report.pdf:')]).toEqual([415, true]);
  const done = await upload('data.csv', 'year,value\n2025,1\n');
  expect(done.status).toBe(303);
  expect(await page(path)).toContain('Data (CSV)');
});
