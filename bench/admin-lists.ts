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
import { lists, words } from './support/admin-list-addresses.ts';
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
      createdAt: now,
      lastUsedAt: now,
      provedAt: now,
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

const listMiddlePages = (at: Awaited<ReturnType<typeof readCursors>>): string[] => [
  `/admin/reports?${new URLSearchParams({ after: at.edited })}`,
  `/admin/reports?${new URLSearchParams({ after: at.title, sort: 'title' })}`,
  `/admin/reports?${new URLSearchParams({ before: at.price, sort: 'price' })}`,
  `/admin/orders?${new URLSearchParams({ after: at.amount, sort: '-amount' })}`,
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
