import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let owner: AdminClient;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
});
afterAll(() => admin?.close());

const countWork = async (): Promise<number> =>
  (await admin.server.db.selectFrom('longWork').select('id').execute()).length;

/** Addresses of exports, each with what its list can't be narrowed by. */
const exports: readonly [path: string, queries: readonly string[]][] = [
  ['/admin/orders/export', ['state=sold', 'from=2026-02-30', 'min=12,x', 'refunded=yesterday']],
  ['/admin/orders/ledger', ['from=30.02.2026', 'until=tomorrow', 'month=2']],
  ['/admin/enquiries/export', ['kind=letter', 'owner=anna', 'due=tomorrow', 'from=x']],
  ['/admin/subscribers/export', ['state=gone', 'industry=metals']],
  ['/admin/synonyms/export', ['kind=verb', 'by=them']],
  ['/admin/audit.csv', ['verb=look', 'staff=anna', 'outcome=good', 'until=2026-13-01']],
  ['/admin/reports/export/csv', ['state=bin', 'year=next', 'min=a', 'checks=all', 'view=bin']],
];

test('an export is refused that its address narrows by what the list does not know', async () => {
  const before = await countWork();
  const wrong: object[] = [];
  for (const [path, queries] of exports)
    for (const query of [...queries, 'stat=paid', 'state=paid&state=open', '__proto__=x']) {
      const [name = ''] = query.split('=');
      const answer = await owner.get(`${path}?${query}`);
      const says = await answer.text();
      if (answer.status !== 422 || !says.includes(`“${name}”`))
        wrong.push({ path, query, status: answer.status });
    }
  expect(wrong).toEqual([]);
  expect(await countWork()).toBe(before);
});

test('an export of what its list knows is made, whatever else of the list its address has', async () => {
  const known = [
    '/admin/orders/export?state=paid&min=1,000&from=2026-02-01&sort=amount&after=&q=',
    '/admin/orders/ledger?from=2026-02-01&until=2026-02-28',
    '/admin/enquiries/export?state=all&owner=mine&due=today',
    '/admin/subscribers/export?state=confirmed&industry=1',
    '/admin/synonyms/export?kind=company&by=us&q=a&edit=1',
    '/admin/audit.csv?verb=site.edit&staff=1&from=2026-02-01',
    '/admin/reports/export/csv?year=2026&min=10&industry=metals&sort=-price&changed=abc',
  ];
  for (const path of known) expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
});

test('a list says by what it is not narrowed, and is not changed as a whole then', async () => {
  const toText = (html: string) => html.replaceAll('<!-- -->', '');
  const html = toText(await owner.readText('/admin/reports?stat=draft&year=next'));
  expect(html).toContain('The list is not narrowed by “stat”');
  expect(html).toContain('next can’t be read');
  expect(await owner.readText('/admin/reports?state=draft')).not.toContain('not narrowed');

  await insertEnquiry(admin.server.db, { email: 'all@filters.example' });
  const { db } = admin.server;
  const [reports, enquiries] = await Promise.all(
    (['report', 'lead'] as const).map((table) =>
      db.selectFrom(table).select('id').orderBy('id', 'desc').execute(),
    ),
  );
  const all = (rows: readonly { id: number }[] = [], intent: string) => ({
    intent,
    'all-matching': '1',
    'matching-count': String(rows.length),
    'matching-newest-id': String(rows[0]?.id),
  });
  for (const [path, form] of [
    ['/admin/reports?stat=draft', all(reports, 'withdraw')],
    ['/admin/reports?min=x', all(reports, 'bin')],
    ['/admin/enquiries?kind=letter', all(enquiries, 'spam')],
    ['/admin/enquiries?from=2026-02-30', all(enquiries, 'close')],
  ] as const) {
    const answer = await owner.post(path, form);
    expect([path, answer.status]).toEqual([path, 422]);
    expect(await answer.text()).toContain('which the list can’t be narrowed by');
  }
  const spam = db.selectFrom('lead').select('id').where('state', '<>', 'open');
  expect(await spam.execute()).toEqual([]);
});
