/**
 * `node bench/render-cpu.ts [rounds]`: what making each kind of page costs the main thread, past the
 * page cache, beside a plain Hono page that React renders with as many elements and no data. All are
 * made in turn in this one process (PostgreSQL is another one): on a busy machine the ratios hold,
 * the milliseconds don't. Prints the average of each: the clock of a thread counts in ticks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { findFreePorts } from '../test/support/free-ports.ts';
import { startBuiltApp } from './support/program.ts';

const rounds = Number(process.argv[2] ?? 40);
/** Code is compiled, and what is kept for all pages is there, after so many. */
const warmUps = 15;

const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-render-'));
const running = await startBuiltApp({ PORT: String(await findFreePorts()), DATA_DIR: folder });

/** One page of each kind; the report is the one that test/pages/page-work.json counts. */
async function listPages(): Promise<Record<string, string>> {
  const report = await running.app.catalogue.reports.getByCode('QM-FPG-1071');
  if (!report) throw new Error('The demo has no report QM-FPG-1071');
  return {
    report: `/${report.slug}`,
    home: '/',
    'report store': '/report-store',
    industry: `/industries/${report.industrySlug}`,
    industries: '/industries',
    search: '/custom_search?q=steel',
    checkout: `/buy-now?id=${report.code}&type=single-user`,
    contact: '/contact',
    blog: '/blog',
  };
}

/** A list of links, two elements a row, as plain as React pages are. */
function createPlainPage(elements: number): () => Promise<string> {
  const app = new Hono();
  app.get('/', (c) => {
    const rows = Array.from({ length: elements / 2 }, (_, i) => createElement(Row, { key: i, i }));
    return c.html(renderToString(createElement('ul', null, rows)));
  });
  return async () => (await app.request('/')).text();
}

const Row = ({ i }: { readonly i: number }) =>
  createElement(
    'li',
    { className: 'row' },
    createElement('a', { href: `/row/${i}`, className: 'link' }, `Row ${i}`),
  );

type Page = { readonly name: string; readonly make: () => Promise<string> };

/** Milliseconds that this thread worked. */
async function measureMs(make: Page['make']): Promise<number> {
  const before = process.threadCpuUsage();
  await make();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const countElements = (html: string): number => html.match(/<[a-z][^>]*>/gi)?.length ?? 0;

try {
  const compared: { readonly page: Page; readonly plain: Page; readonly elements: number }[] = [];
  for (const [name, address] of Object.entries(await listPages())) {
    const make = async () => (await running.renderUncached(address)).text();
    const elements = countElements(await make());
    const plain = { name: `${name}, plain`, make: createPlainPage(elements) };
    compared.push({ page: { name, make }, plain, elements });
  }
  const times = new Map<string, number>();
  for (let round = -warmUps; round < rounds; round++)
    for (const { name, make } of compared.flatMap(({ page, plain }) => [page, plain])) {
      const ms = await measureMs(make);
      if (round >= 0) times.set(name, (times.get(name) ?? 0) + ms);
    }
  console.log('page, elements, main thread ms, of a plain page ms, ratio');
  for (const { page, plain, elements } of compared) {
    const own = (times.get(page.name) ?? 0) / rounds;
    const reference = (times.get(plain.name) ?? 0) / rounds;
    const figures = [own, reference, own / reference].map((value) => value.toFixed(1));
    console.log(`${page.name}: ${elements}, ${figures.join(', ')}`);
  }
} finally {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
