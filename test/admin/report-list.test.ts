import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { billing } from '../support/billing.ts';
import { waitUntil } from '../support/wait-until.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let owner: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  [anna, owner] = [await admin.signIn('editor'), await admin.signIn('owner')];
});
afterAll(() => admin?.close());

const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replaceAll(/<!--.*?-->/g, '').replaceAll('&#x27;', "'");
const page = async (path: string, client = anna): Promise<string> => textOf(await client.get(path));

test('F26: a changed list asks again, and what was changed is taken back as a whole', async () => {
  const html = await page('/admin/reports?state=published&sort=title');
  expect(html).toContain('aria-sort="ascending"');
  const count = /name="matching-count" value="(\d+)"/.exec(html)?.[1] ?? '';
  const newest = /name="matching-newest-id" value="(\d+)"/.exec(html)?.[1] ?? '';
  const bulk = {
    intent: 'prices',
    'price-kind': 'percent',
    amount: '10',
    'licence.single': '1',
    'licence.multiple': '1',
    'licence.corporate': '1',
    'all-matching': '1',
    'matching-count': count,
    'matching-newest-id': newest,
  };
  const path = '/admin/reports?state=published';
  const outdated = await anna.post(path, { ...bulk, 'matching-count': '3' });
  expect([outdated.status, (await textOf(outdated)).includes('The list has changed')]).toEqual([
    409,
    true,
  ]);
  const key = /name="form-key" value="([\w-]+)"/.exec(html)?.[1] ?? '';
  const twice = () => anna.post(path, { ...bulk, 'form-key': key });
  const [done, again] = [await twice(), await twice()];
  expect([done.status, again.headers.get('location')]).toEqual([303, done.headers.get('location')]);
  expect(done.headers.get('location')).toMatch(/^\/admin\/reports\?state=published&changed=\w+$/);
  const shown = await textOf(await anna.follow(done));
  expect(shown).toContain(`${count} reports were changed.`);
  expect((await page('/admin/work')).match(/Change the prices of/g)).toHaveLength(1);
  const undone = await anna.post('/admin/reports', {
    intent: 'undo',
    batch: /name="batch" value="(\w+)"/.exec(shown)?.[1] ?? '',
  });
  expect(await textOf(await anna.follow(undone))).toContain(`${count} reports were restored.`);
});

test('a bulk form sent again while its work has been held up for 30 s counts once, and says so', async () => {
  const { db } = admin.server;
  const readPrices = async () => {
    const { rows } = await sql<{ id: number; price: number }>`
      select report.id, (version.parts -> 'prices' ->> 'single')::int as price
      from report join report_version version
        on version.report_id = report.id and version.number = report.version_number
      where report.state = 'published' order by report.id`.execute(db);
    return rows.filter(({ price }) => price !== null);
  };
  const path = '/admin/reports?state=published';
  const html = await page(path);
  const readValue = (name: string) =>
    new RegExp(`name="${name}" value="([\\w-]+)"`).exec(html)?.[1];
  const fields = ['form-key', 'matching-count', 'matching-newest-id'];
  const form = {
    ...Object.fromEntries(fields.map((name) => [name, readValue(name) ?? ''])),
    intent: 'prices',
    'price-kind': 'add',
    amount: '7',
    'all-matching': '1',
    'licence.single': '1',
    'licence.multiple': '1',
    'licence.corporate': '1',
  };
  const before = await readPrices();
  const locked = await db.startTransaction().execute();
  await sql`select id from report for update`.execute(locked);
  const [first, second] = await Promise.all([anna.post(path, form), anna.post(path, form)]);
  const work = first.headers.get('location') ?? '';
  expect(work).toMatch(/^\/admin\/work\/\d+$/);
  expect(second.headers.get('location')).toBe(work);
  // The database ends a statement after 30 s: the work is tried again by itself.
  await waitUntil('the work was held up for that long', async () => {
    const { rows } = await sql`
      select from long_work where state = 'open' and last_error is not null
        and created_at < clock_timestamp() - interval '30 seconds'`.execute(locked);
    return rows.length === 1;
  });
  expect((await anna.post(path, form)).headers.get('location')).toBe(work);
  expect(await readPrices()).toEqual(before);
  await locked.commit().execute();
  const said = `${readValue('matching-count')} reports were changed.`;
  await waitUntil('the work is done', async () => (await page(work)).includes(said));
  expect(await readPrices()).toEqual(before.map(({ id, price }) => ({ id, price: price + 700 })));
  const late = await anna.post(path, form);
  expect(late.headers.get('location')).toBe(work);
  expect(await textOf(await anna.follow(late))).toContain(said);
  expect(await readPrices()).toEqual(before.map(({ id, price }) => ({ id, price: price + 700 })));
});

test('F26: the owner takes a bulk change back from the audit log, whole or for one report', async () => {
  const path = '/admin/reports?state=published';
  const listed = await page(path);
  const ids = [...listed.matchAll(/name="pick\.(\d+)"/g)].slice(0, 2).map(([, id]) => id);
  const picks = Object.fromEntries(ids.map((id) => [`pick.${id}`, '1']));
  const findEntry = async (kind: string): Promise<string> => {
    const html = await page(`/admin/audit?verb=report.withdraw&kind=${kind}`, owner);
    return /\/admin\/audit\/\d+/.exec(html)?.[0] ?? '';
  };
  const countWithdrawn = async () =>
    (await page('/admin/reports?state=withdrawn')).match(/data-row/g)?.length ?? 0;
  expect((await anna.post(path, { intent: 'withdraw', ...picks })).status).toBe(303);
  expect(await countWithdrawn()).toBe(2);
  const [one, whole] = [await findEntry('report'), await findEntry('report-batch')];
  expect(await page(one, owner)).toContain('Undo this?');
  expect((await owner.post(one, { intent: 'undo' })).status).toBe(303);
  expect(await countWithdrawn()).toBe(1);
  expect((await owner.post(whole, { intent: 'undo' })).status).toBe(303);
  expect(await countWithdrawn()).toBe(0);
  // However often it is asked for, a change is undone once.
  expect((await owner.post(whole, { intent: 'undo' })).status).toBe(303);
  expect(await countWithdrawn()).toBe(0);
});

test('reports whose checks fail are a filter of the list, and say so beside their state', async () => {
  const industry = /<option value="([\w-]+)">/.exec(await page('/admin/reports/new'));
  const form = { intent: 'create', code: 'CHECKED-1', title: 'TBD', industry: industry?.[1] ?? '' };
  expect((await anna.post('/admin/reports/new', form)).status).toBe(303);
  await admin.server.app.jobs['catalogue.checkReports']({});
  const failing = await page('/admin/reports?checks=blocking&words=CHECKED');
  expect(failing).toContain('1 report<');
  expect(failing).toMatch(/\d to fix/);
  expect(await page('/admin/reports?checks=any&words=CHECKED')).toContain('1 report<');
  expect(await page('/admin/reports?state=published')).toMatch(/<img[^>]*src="\/cover\//);
});

/** A draft that somebody began. */
test('drafts that can be published are a filter, and are published together', async () => {
  const { app, db } = admin.server;
  const industry = (await app.catalogue.industries.list())[0]?.slug ?? '';
  const inputs = ['Together 1', 'Together 2', 'TBD'].map((title, i) => ({
    code: `TOGETHER-${i + 1}`,
    title,
    industry,
    prices: { single: 100_000 },
    delivery: { kind: 'by-us' as const, days: 5 },
    description: [{ kind: 'paragraph' as const, runs: [{ text: 'What stays together.' }] }],
  }));
  await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, inputs, { actor: 'a test' }));
  await app.jobs['catalogue.checkReports']({});
  const drafts = '/admin/reports?view=drafts&words=TOGETHER';
  const listIds = async (path: string) =>
    [...(await page(path)).matchAll(/name="pick\.(\d+)"/g)].map(([, id]) => id);
  const [all, clear] = [await listIds(drafts), await listIds(`${drafts}&checks=clear`)];
  expect([all.length, clear.length]).toEqual([3, 2]);
  const toPicks = (ids: typeof all) => Object.fromEntries(ids.map((id) => [`pick.${id}`, '1']));
  const refused = await anna.post(drafts, { intent: 'publish', ...toPicks(all) });
  expect(refused.status).toBe(422);
  expect(await textOf(refused)).toContain('Nothing was changed. TOGETHER-3 can’t be changed');
  const done = await anna.post(drafts, { intent: 'publish', ...toPicks(clear) });
  const shown = await textOf(await anna.follow(done));
  expect(shown).toContain('2 reports were published.');
  expect(shown).not.toContain('Undo this change');
  expect((await admin.visitor.get('/together-1')).status).toBe(200);
});

/** Returns the fields of a report with this code and title that visitors and programs see. */
const unseenPaths = [
  '/unseen-zeppelins',
  '/admin/api/reports-detail/unseen-zeppelins',
  '/admin/api/custom-buy-now-link/UNSEEN-1?type=single-user',
  '/buy-now?id=UNSEEN-1&type=single-user',
  '/sample/UNSEEN-1',
];
const readStatuses = () =>
  Promise.all(
    unseenPaths.map(async (path) => {
      const { status } = await admin.visitor.get(path, { accept: 'application/json' });
      return `${path} ${status}`;
    }),
  );

/** The statuses of a checkout by form and by the contract. */
async function buyUnseen(): Promise<number[]> {
  const buyer = { ...billing, report_id: 'UNSEEN-1', type: 'single-user', amount: '1000' };
  const bought = await admin.visitor.post('/buy-now?id=UNSEEN-1&type=single-user', buyer);
  const ordered = await fetch(`${admin.server.url}/admin/api/paypal/create-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...buyer, amount: 1000, country: 1, policy: 1 }),
  });
  return [bought.status, ordered.status];
}

test('F21: a draft is nowhere on the site, and buying it is 404', async () => {
  const { app, db } = admin.server;
  const { slug: industry = '' } = (await app.catalogue.industries.list())[0] ?? {};
  const report = {
    code: 'UNSEEN-1',
    title: 'Unseen Zeppelins',
    industry,
    prices: { single: 100_000 },
    delivery: { kind: 'by-us' as const, days: 5 },
    description: [{ kind: 'paragraph' as const, runs: [{ text: 'What nobody sees.' }] }],
  };
  const write = (state: 'draft' | 'published') =>
    db
      .transaction()
      .execute((tx) =>
        app.catalogue.writing.write(tx, [{ ...report, state }], { actor: 'a test' }),
      );
  await write('draft');
  expect(await readStatuses()).toEqual(unseenPaths.map((path) => `${path} 404`));
  const lists = ['/', '/report-store', `/industries/${industry}`, '/custom_search?q=zeppelins'];
  const forPrograms = ['/sitemap.xml', '/feed/reports.xml', '/feed/reports.atom'];
  for (const path of [...lists, ...forPrograms, '/admin/api/reports?page=1&per_page=100']) {
    const text = await (await admin.visitor.get(path)).text();
    expect([path, /unseen[ -]zeppelins/i.exec(text)?.[0]]).toEqual([path, undefined]);
  }
  expect(await buyUnseen()).toEqual([404, 404]);
  expect(await db.selectFrom('purchase').select('id').execute()).toEqual([]);
  // Published, the same addresses show and sell it: it is its state that kept it away.
  await write('published');
  await waitUntil('all its pages are there', async () => {
    const statuses = await readStatuses();
    return statuses.every((line) => line.endsWith(' 200'));
  });
});

test('words that no title has lead to the reports that visitors find for them', async () => {
  const html = await page('/admin/reports?words=coper+markt');
  expect(html).toContain('No reports match these filters.');
  const nearest = html.slice(html.indexOf('What visitors find for these words'));
  expect(nearest).toMatch(/<a href="\/admin\/reports\/\d+\/edit">Copper Market/);
  const everything = await page('/admin/search?q=coper+markt');
  expect(everything).toContain('Nothing was found that your role may see.');
  expect(everything).not.toContain('Copper Market');
});

test('F20: a viewer opens the page of a draft, and is offered no link to send', async () => {
  const { id, title } = await admin.server.db
    .selectFrom('report')
    .select(['id', 'title'])
    .where('state', '=', 'published')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const viewer = await admin.signIn('viewer');
  const html = await page(`/admin/reports/${id}/preview`, viewer);
  expect(html).not.toContain('Make a link to send');
  const path = /href="(\/preview\/[^"]+)"/.exec(html)?.[1] ?? '';
  const [, rest = ''] = path.split(`/preview/${id}/`);
  const shown = await admin.visitor.get(path);
  expect([shown.status, (await textOf(shown)).includes(title.split(':')[0] ?? '')]).toEqual([
    200,
    true,
  ]);
  expect((await admin.visitor.get(`/preview/${id + 1}/${rest}`)).status).toBe(404);
  const shared = await viewer.post(`/admin/reports/${id}/preview`, { intent: 'share' });
  expect(shared.status).toBe(403);
});
