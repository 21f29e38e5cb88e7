import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
let reportPath: string;
beforeAll(async () => {
  pages = await startPageTestServer();
  reportPath = `/${pages.report.slug}`;
});
afterAll(() => pages?.server.close());

const readPage = async (path: string): Promise<string> => (await pages.get(path)).text();

test('a cached page is compressed, has an ETag, and answers 304', async () => {
  await pages.get(reportPath);
  const response = await pages.get(reportPath, { 'accept-encoding': 'br' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('set-cookie')).toBeNull();
  const etag = String(response.headers.get('etag'));
  expect((await pages.get(reportPath, { 'if-none-match': etag })).status).toBe(304);
});

test('queries that a page does not declare reach neither it nor its cache', async () => {
  const page = await readPage(reportPath);
  expect(await readPage(`${reportPath}?utm_source=x&page=<script>`)).toBe(page);
});

test('checkout and payment pages are private and never stored', async () => {
  for (const path of [
    `/buy-now?id=${pages.report.code}&type=single-user`,
    '/payment-success?token=X',
  ])
    expect((await pages.get(path)).headers.get('cache-control')).toBe('private, no-store');
});

test('a page is new as soon as what it shows has changed', async () => {
  const newTitle = 'A title changed by the test';
  const { db, invalidate } = pages.server;
  const { slug } = pages.report;
  expect(await readPage(reportPath)).not.toContain(newTitle);
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('report').set({ title: newTitle }).where('slug', '=', slug).execute();
    await invalidate(tx, [`report:${slug}`]);
  });
  await waitUntil('the page shows its new title', async () =>
    (await readPage(reportPath)).includes(newTitle),
  );
});

test('a page whose rendering began before a change is not kept after it', async () => {
  const { db, invalidate } = pages.server;
  const isFaqNew = async (): Promise<boolean> => (await readPage('/faq')).includes('Changed FAQ');
  expect(await isFaqNew()).toBe(false);
  const rendering = await db.transaction().execute(async (tx) => {
    await sql`lock table testimonial in access exclusive mode`.execute(tx);
    const started = readPage('/testimonials');
    await waitUntil('the page waits for its testimonials', async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted
        and relation = 'testimonial'::regclass`.execute(db);
      return rows.length > 0;
    });
    await db.updateTable('faq').set({ title: 'Changed FAQ' }).execute();
    await db.transaction().execute((other) => invalidate(other, ['site']));
    await waitUntil('the change has arrived', isFaqNew);
    return { started };
  });
  const before = await rendering.started;
  // Changed without an invalidation: seen at once if the page above was not kept.
  await sql`update testimonial set name = 'Changed name'`.execute(db);
  expect(before).not.toContain('Changed name');
  expect(await readPage('/testimonials')).toContain('Changed name');
});
