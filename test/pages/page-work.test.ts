import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#core/deps.ts';
import type { PageWork } from '../support/count-page-work.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { signInOwner } from '../support/staff-session.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const file = 'test/pages/page-work.json';
const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, PageWork>;
/** Some calls depend on when a timer or a background job comes: of 821,000 about ten. */
const tolerance = 0.02;

/** One page of each kind, by name. The report is the one that the designs show. */
async function listPages(db: Database): Promise<Record<string, string>> {
  const report = await db
    .selectFrom('report')
    .innerJoin('industry', 'industry.id', 'report.industryId')
    .select(['report.id', 'report.slug', 'report.code', 'industry.slug as industrySlug'])
    .where('code', '=', 'QM-FPG-1071')
    .executeTakeFirstOrThrow();
  const post = await db
    .selectFrom('blogPost')
    .select('slug')
    .where('state', '=', 'published')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return {
    home: '/',
    'report store': '/report-store',
    industries: '/industries',
    industry: `/industries/${report.industrySlug}`,
    report: `/${report.slug}`,
    'report, kept': `/${report.slug}`,
    search: '/custom_search?q=steel',
    services: '/services',
    blog: '/blog',
    post: `/blog-detail/${post.slug}`,
    questions: '/faq',
    policy: '/terms-and-condition',
    contact: '/contact',
    checkout: `/buy-now?id=${report.code}&type=single-user`,
    login: '/login',
    'office: home': '/admin',
    'office: reports': '/admin/reports',
    'office: report': `/admin/reports/${report.id}/edit`,
    'office: orders': '/admin/orders',
    'office: enquiries': '/admin/enquiries',
  };
}

let database: TestDatabase;
let counted: Record<string, PageWork>;
beforeAll(async () => {
  database = await createTestDatabase('demo');
  const folder = createTemporaryFolder('page-work');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    PORT: String(await findFreePorts()),
    PAGES: JSON.stringify(await listPages(database.db)),
    STAFF_COOKIE: await signInOwner(database.db),
  };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['test/support/count-page-work.ts'], { env });
  folder.remove();
  counted = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, PageWork>;
  if (process.env['PAGE_WORK'] === 'write')
    writeFileSync(file, `${JSON.stringify(counted, undefined, 2)}\n`);
});
afterAll(() => database?.drop());

/** `statements 12 (was 9)` for each figure that is not within the tolerance of the known one. */
function listChanges(work: PageWork, before: PageWork): string[] {
  return (Object.keys(before) as (keyof PageWork)[])
    .filter((name) => Math.abs(work[name] - before[name]) > before[name] * tolerance)
    .map((name) => `${name} ${work[name]} (was ${before[name]})`);
}

describe('the work of a page is known: `PAGE_WORK=write npm test -- page-work` writes it anew', () => {
  test('all kinds of pages are counted', () => {
    expect(Object.keys(counted)).toEqual(Object.keys(known));
  });

  test.each(Object.keys(known))('%s takes no more and no less than page-work.json says', (name) => {
    expect(listChanges(counted[name]!, known[name]!)).toEqual([]);
  });

  test.each(Object.keys(known))('%s asks the database nothing twice', (name) => {
    expect(counted[name]!.repeatedStatements).toBe(0);
  });
});
