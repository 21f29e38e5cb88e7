/**
 * `npm run lighthouse`: measures every kind of page with Lighthouse (mobile) on a store of its own and prints the table.
 * Ends with 1 where accessibility, best practices or SEO is under 100, performance under 98, or more than 10 KB of script come before a touch.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { buildIfNeeded } from './build.ts';

process.env['NODE_ENV'] ??= 'production';
await buildIfNeeded(console.log);
const program = (await import(
  pathToFileURL(path.resolve('build/server/index.js')).href
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
let pagesBelowTarget = 0;
try {
  const [report] = (await running.app.catalogue.listReports(1)).items;
  const [post] = await running.app.content.listPosts('blogPost', 1);
  const pages = [
    '/',
    '/industries',
    `/industries/${report?.industrySlug}`,
    '/report-store',
    `/${report?.slug}`,
    '/services',
    '/about',
    '/blog',
    `/blog-detail/${post?.slug}`,
    '/faq',
    '/privacy-policies',
    '/contact',
    '/career',
    '/become-reseller',
    '/testimonials',
    '/custom_search',
  ];
  console.log(
    'page                                     performance  accessibility  practices  seo   LCP ms  CLS    script bytes',
  );
  for (const page of pages) {
    await fetch(running.url + page);
    const measure = () =>
      lighthouse(running.url + page, {
        port: chrome.port,
        logLevel: 'silent',
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      });
    // A trace that shows no paint at all is a fault of the measurement: once more.
    const first = await measure();
    const result = first?.lhr.categories['performance']?.score ? first : await measure();
    if (!result) throw new Error(`Lighthouse gave no result for ${page}`);
    const { categories, audits } = result.lhr;
    const [performance = 0, accessibility = 0, practices = 0, seo = 0] = [
      'performance',
      'accessibility',
      'best-practices',
      'seo',
    ].map((id) => Math.round((categories[id]?.score ?? 0) * 100));
    const requests =
      (
        audits['network-requests']?.details as
          | { items?: { resourceType?: string; transferSize?: number }[] }
          | undefined
      )?.items ?? [];
    const script = requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
    const failing = Object.values(audits)
      .filter(
        ({ score, scoreDisplayMode }) =>
          score !== null && score < 1 && scoreDisplayMode === 'binary',
      )
      .map(({ id }) => id);
    const number = (value: number | undefined) => String(Math.round(value ?? 0));
    console.log(
      `${page.slice(0, 40).padEnd(40)} ${String(performance).padStart(11)} ${String(accessibility).padStart(14)} ${String(practices).padStart(10)} ${String(seo).padStart(4)} ${number(audits['largest-contentful-paint']?.numericValue).padStart(8)}  ${(audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)} ${String(script).padStart(12)}  ${failing.join(' ')}`,
    );
    if (performance < 98 || Math.min(accessibility, practices, seo) < 100 || script > 10_000)
      pagesBelowTarget++;
  }
} finally {
  chrome.kill();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  pagesBelowTarget === 0
    ? 'Every page is at its aim.'
    : `${pagesBelowTarget} pages are below their aim.`,
);
process.exit(pagesBelowTarget === 0 ? 0 : 1);
