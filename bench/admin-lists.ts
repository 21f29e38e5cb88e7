/**
 * `node bench/admin-lists.ts [reports] [word] [times]`: the lists of the back office over 100,000
 * reports, 50,000 orders, 50,000 enquiries and 40,000 customers, over HTTP as an owner: each as it
 * opens, by its filters and orders, on a late page and for a search word; the home page, and the
 * search over everything. With a word only the addresses that have it; each is read 30 times, or as
 * often as said.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#core/deps.ts';
import {
  addCustomers,
  addEnquiries,
  addOrders,
  addOtherRows,
  addReportWork,
} from './support/back-office-rows.ts';
import { openLargeStore } from './support/large-store.ts';
import { addReports } from './support/many-reports.ts';
import { measure, toRow } from './support/measure-pages.ts';

const reportCount = Number(process.argv[2] ?? 100_000);
const wantedPart = process.argv[3] ?? '';
const orderCount = 50_000;
const timesEach = Number(process.argv[4] ?? 30);
const listBoundMs = 300;
const searchBoundMs = 100;

async function findOwner(db: Database): Promise<number> {
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return owner.id;
}

async function fill(db: Database): Promise<void> {
  const owner = await findOwner(db);
  await addReports(db, reportCount);
  await addReportWork(db, owner);
  await addCustomers(db, 40_000);
  await addOrders(db, orderCount);
  await addEnquiries(db, 50_000, owner);
  await addOtherRows(db, 50_000, owner);
}

/** The cookie of a session that the owner has just begun. */
async function signIn(db: Database): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const now = new Date();
  await db
    .insertInto('staffSession')
    .values({
      tokenHash: createHash('sha256').update(secret).digest('hex'),
      staffId: await findOwner(db),
      ...{ createdAt: now, lastUsedAt: now, provedAt: now },
      expiresAt: new Date(now.getTime() + 3_600_000),
      ip: '127.0.0.1',
      userAgent: 'bench',
    })
    .execute();
  return `staff=${secret}`;
}

/** Where a page in the middle of a list begins. */
async function readCursors(db: Database) {
  const { rows } = await sql<Record<'edited' | 'title' | 'price' | 'amount', string>>`select
    (select edited_at || '.' || report_id from report_last_edit
      order by edited_at desc, report_id desc offset ${reportCount / 2} limit 1) as edited,
    (select left(lower(title), 100) || '.' || id from report
      order by left(lower(title), 100), id offset ${reportCount / 2} limit 1) as title,
    (select coalesce(lowest_cents, 0) || '.' || id from report
      order by coalesce(lowest_cents, 0), id offset ${reportCount / 2} limit 1) as price,
    (select price_cents || '.' || id from purchase
      order by price_cents desc, id desc offset ${orderCount / 2} limit 1) as amount`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('there are no rows');
  return row;
}

/** By path: each query of its own. */
const lists: Readonly<Record<string, readonly string[]>> = {
  '/admin': ['weeks=4', 'weeks=13', 'weeks=52'],
  '/admin/reports': [
    ...['', 'view=drafts', 'view=mine', 'view=scheduled', 'view=stale', 'state=withdrawn'],
    ...['sort=-published', 'sort=code', 'sort=title', 'sort=price', 'state=draft&sort=title'],
    ...['checks=blocking', 'checks=any', 'industry=energy', 'industry=energy&sort=title'],
    ...['year=2021', 'year=2021&sort=price', 'min=1000&max=1100&sort=title', 'author=nobody'],
    ...['words=battery', 'words=market', 'words=qqqq', 'words=a', 'words=xy', 'words=a&sort=title'],
    ...['words=lithium+12&sort=price', 'view=stale&sort=edited&checks=any'],
  ],
  '/admin/reports/bin': ['', 'sort=title'],
  '/admin/orders': [
    ...['', 'view=paid', 'view=to-deliver', 'view=transfers', 'view=disputes', 'state=mismatch'],
    ...['sort=date', 'sort=amount', 'sort=-amount', 'method=bank&sort=-amount'],
    ...['from=2025-01-01&until=2025-03-31', 'from=2024-06-01&until=2024-06-03&sort=amount'],
    ...['min=3600&max=3601', 'q=quist', 'q=buyer123', 'q=QI-0123', 'q=a', 'q=xy', 'q=qqqqq'],
    ...['q=ada+quist', 'q=a&sort=amount', 'after=25000'],
  ],
  '/admin/attention': ['', 'reason=mismatch'],
  '/admin/enquiries': [
    ...['', 'state=open', 'owner=mine&state=open', 'owner=nobody&state=open', 'due=today'],
    ...['state=spam', 'kind=sample', 'answer=no', 'answer=yes', 'sort=received', 'sort=-received'],
    ...['from=2025-01-01&until=2025-02-01', 'q=quist', 'q=qqqqq', 'q=a', 'q=xy', 'q=northwind'],
    ...['after=9999-12-31.25000', 'sort=received&q=quist', 'due=today&kind=career&q=e'],
  ],
  '/admin/customers': [
    ...['', 'bought=yes', 'bought=no', 'confirmed=no', 'q=quist', 'q=a', 'q=xy', 'q=qqqqq'],
    ...['q=buyer123', 'bought=no&q=quist', 'after=20000'],
  ],
  '/admin/subscribers': [
    ...['', 'state=pending', 'industry=5', 'q=reader12', 'q=qqqqq', 'after=25000'],
    'industry=5&state=unsubscribed&q=9',
  ],
  '/admin/audit': [
    ...['', 'outcome=refused', 'verb=session.start', 'who=job+7', 'who=qqqqq', 'kind=order'],
    ...['from=2026-01-01&until=2026-01-03', 'kind=report&thing=77', 'after=50000'],
    'outcome=refused&who=bench',
  ],
  '/admin/synonyms/missed': ['', 'weeks=52', 'after=10000'],
  '/admin/content/redirects': ['', 'sort=-hits', 'text=page-77', 'unused=1'],
  '/admin/industries': [''],
  '/admin/authors': ['', 'q=a', 'about=missing'],
  '/admin/content/blog': ['', 'q=market'],
  '/admin/media': ['', 'only=unused', 'words=a'],
  '/admin/system': [''],
};

const listMiddlePages = (at: Awaited<ReturnType<typeof readCursors>>): string[] => [
  `/admin/reports?${new URLSearchParams({ after: at.edited })}`,
  `/admin/reports?${new URLSearchParams({ after: at.title, sort: 'title' })}`,
  `/admin/reports?${new URLSearchParams({ before: at.price, sort: 'price' })}`,
  `/admin/orders?${new URLSearchParams({ after: at.amount, sort: '-amount' })}`,
];

const words = [
  ...['battery', 'market', 'quist', 'ada quist', 'buyer4711', 'northwind', 'QI-012345', 'qqqqqq'],
  ...['an', 'energy storage', 'reader', '12', 'xy', 'e.'],
];

const store = await openLargeStore('admin', fill);
try {
  const cookie = await signIn(store.db);
  const table: Record<string, unknown> = {};
  const read = async (path: string): Promise<void> => {
    const response = await fetch(store.url + path, { headers: { cookie }, redirect: 'manual' });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`);
  };
  const addRow = async (path: string, boundMs: number): Promise<void> => {
    if (!path.includes(wantedPart)) return;
    await measure([path, path], read);
    table[path] = toRow(await measure(Array<string>(timesEach).fill(path), read), boundMs);
  };
  for (const [path, queries] of Object.entries(lists))
    for (const query of queries) await addRow(`${path}?${query}`, listBoundMs);
  for (const path of listMiddlePages(await readCursors(store.db))) await addRow(path, listBoundMs);
  for (const word of words)
    await addRow(`/admin/search-data?q=${encodeURIComponent(word)}`, searchBoundMs);
  console.table(table);
} finally {
  await store.close();
}
process.exit(0);
