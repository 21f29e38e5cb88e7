/**
 * `npm run lighthouse`: runs Lighthouse (mobile) on every kind of page of a new store, and prints a
 * table; `npm run lighthouse -- /about /blog` runs it on these pages alone. Exits with 1 if
 * accessibility, best practices or SEO is under 100, performance under 98, or more than 10 KB of
 * scripts load before a tap.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.ts';
import { importFromTool, installTool } from './support/install-tool.ts';

/** The part of Lighthouse and its launcher that we use; they are a package of their own. */
type Audit = {
  readonly id: string;
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly numericValue?: number;
  readonly details?: unknown;
};
type Result = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, Audit>>;
};
type Lighthouse = {
  readonly default: (
    url: string,
    options: { readonly port: number; readonly logLevel: 'silent'; onlyCategories: string[] },
  ) => Promise<{ readonly lhr: Result } | undefined>;
};
type Launcher = {
  readonly launch: (
    options: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly port: number; readonly kill: () => void }>;
};

installTool('lighthouse');
const { default: lighthouse } = (await importFromTool('lighthouse', 'lighthouse')) as Lighthouse;
const { launch } = (await importFromTool('lighthouse', 'chrome-launcher')) as Launcher;

process.env['NODE_ENV'] ??= 'production';
await buildIfNeeded();
const program = (await import(
  pathToFileURL(path.resolve('dist/server/index.js')).href
)) as typeof import('../src/main.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-lighthouse-'));
const config = program.readConfig({
  PORT: '18180',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
});
const running = await program.startApp(config, { build: program, printLine: () => {} });
const chrome = await launch({
  chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-gpu',
  ],
  logLevel: 'silent',
});
const categoryIds = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

async function listPages(): Promise<string[]> {
  const [report] = (await running.app.catalogue.reports.list(1)).items;
  const [post] = await running.app.content.listPosts('blogPost', 1);
  const [press] = await running.app.content.listPosts('pressRelease', 1);
  const [author] = await running.app.catalogue.authors.listSlugs(1);
  return [
    '/',
    '/industries',
    `/industries/${report?.industrySlug}`,
    '/report-store',
    '/report-store?page=2',
    `/${report?.slug}`,
    '/services',
    '/about',
    '/blog',
    `/blog-detail/${post?.slug}`,
    '/press-release',
    `/press-details/${press?.slug}`,
    `/author/${author}`,
    '/faq',
    '/privacy-policies',
    '/contact',
    '/career',
    '/become-reseller',
    '/testimonials',
    '/client',
    '/how-to-order',
    '/custom_search',
  ];
}

/** A result without a performance score has seen no paint: it is measured once more. */
async function measurePage(page: string): Promise<Result> {
  const measure = () =>
    lighthouse(running.url + page, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: [...categoryIds],
    });
  const first = await measure();
  const result = first?.lhr.categories['performance']?.score ? first : await measure();
  if (!result) throw new Error(`Lighthouse gave no result for ${page}`);
  return result.lhr;
}

function sumScriptBytes({ audits }: Result): number {
  const details = audits['network-requests']?.details as
    | { items?: { resourceType?: string; transferSize?: number }[] }
    | undefined;
  return (details?.items ?? [])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

const listFailedAudits = ({ audits }: Result): string[] =>
  Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode === 'binary',
    )
    .map(({ id }) => id);

/** Prints the page's line of the table; true if it reaches all aims. */
function printResult(page: string, result: Result): boolean {
  const [performance = 0, accessibility = 0, practices = 0, seo = 0] = categoryIds.map((id) =>
    Math.round((result.categories[id]?.score ?? 0) * 100),
  );
  const scriptBytes = sumScriptBytes(result);
  const paintMs = Math.round(result.audits['largest-contentful-paint']?.numericValue ?? 0);
  const layoutShift = result.audits['cumulative-layout-shift']?.numericValue ?? 0;
  console.log(
    [
      page.slice(0, 40).padEnd(40),
      String(performance).padStart(11),
      String(accessibility).padStart(14),
      String(practices).padStart(10),
      String(seo).padStart(4),
      String(paintMs).padStart(8),
      ` ${layoutShift.toFixed(3)}`,
      String(scriptBytes).padStart(12),
      ` ${listFailedAudits(result).join(' ')}`,
    ].join(' '),
  );
  return (
    performance >= 98 && Math.min(accessibility, practices, seo) === 100 && scriptBytes <= 10_000
  );
}

let pagesBelowAim = 0;
try {
  console.log(
    'page                                     performance  accessibility  practices  seo   LCP ms' +
      '  CLS    script bytes',
  );
  const asked = process.argv.slice(2);
  for (const page of asked.length > 0 ? asked : await listPages()) {
    // The second request is answered by the page cache, as it is for most visitors.
    await fetch(running.url + page);
    if (!printResult(page, await measurePage(page))) pagesBelowAim++;
  }
} finally {
  chrome.kill();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  pagesBelowAim === 0 ? 'Every page is at its aim.' : `${pagesBelowAim} pages are below their aim.`,
);
process.exit(pagesBelowAim === 0 ? 0 : 1);
