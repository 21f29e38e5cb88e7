import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  barestReport,
  chineseReport,
  fullReport,
  reportSamples,
} from '../support/report-samples.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

const industryOf: Readonly<Record<string, string>> = {
  metals: 'base-and-precious-metals',
  food: 'food-and-packaged-goods',
};
let site: PageTestServer;
beforeAll(async () => {
  site = await startPageTestServer();
  const { app, db } = site.server;
  const inputs = reportSamples.map(({ industry, furtherIndustries, ...report }) => ({
    ...report,
    industry: industryOf[String(industry)] ?? null,
    furtherIndustries: (furtherIndustries ?? []).flatMap((slug) => industryOf[slug] ?? []),
  }));
  const results = await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, inputs, { actor: 'a test' }));
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => site?.server.close());

const getSlug = async (code: string): Promise<string> =>
  String((await site.server.app.catalogue.reports.getByCode(code))?.slug);
const getPage = async (code: string): Promise<string> => {
  const response = await site.get(`/${await getSlug(code)}`);
  expect(response.status, code).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
};
const getContract = async (code: string) => {
  const response = await site.get(`/admin/api/reports-detail/${await getSlug(code)}`);
  return ((await response.json()) as { report: Record<string, unknown> }).report;
};
const getStructuredData = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].flatMap(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>[],
  );

test.each(reportSamples.map(({ code }) => code))(
  'the page, cover, contract, lists and request pages of %s are whole',
  async (code) => {
    const html = await getPage(code);
    expect(html).not.toMatch(/\bundefined\b|\[object |\bNaN\b|<script>alert/);
    expect(getStructuredData(html).length).toBeGreaterThan(0);
    expect(await getContract(code)).toMatchObject({ report_id: code });
    for (const path of [
      `/cover/${code}.svg`,
      `/sample/${code}`,
      `/request-details/${code}`,
      `/custom_search?q=${code}`,
      '/report-store',
    ])
      expect((await site.get(path)).status, path).toBe(200);
  },
);

test('a picture that its publisher gave is the cover of its page, its checkout and the contract', async () => {
  const { code } = fullReport;
  expect(await getPage(code)).not.toContain('report-cover');
  const folder = createTemporaryFolder('cover');
  const file = `${folder.path}/cover.png`;
  await sharp({ create: { width: 60, height: 90, channels: 3, background: '#123456' } }).toFile(
    file,
  );
  const given = { path: file, fileName: `${code}-cover.png`, purpose: 'cover' } as const;
  const { goods } = site.server.app.catalogue;
  expect(await goods.attachFile({ reportCode: code, ...given })).toMatchObject({ ok: true });
  folder.remove();
  const readCover = async (): Promise<string> =>
    /<img class="report-cover[^"]*" src="([^"]*)"/.exec(await getPage(code))?.[1] ?? '';
  // The page in memory is dropped when the database has told of the change.
  await expect
    .poll(readCover, { timeout: 60_000 })
    .toMatch(new RegExp(`^/cover/${code}\\.jpg\\?v=[0-9a-f]{16}$`));
  const src = await readCover();
  const picture = await site.get(src);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await (await site.get(`/request-details/${code}`)).text()).toContain(src);
  expect(await (await site.get(`/buy-now?id=${code}`)).text()).toContain(src);
  const { image } = await getContract(code);
  expect(String(image)).toMatch(new RegExp(`/cover/${code}\\.jpg$`));
});

describe('a bare report', () => {
  test('has its title, price and code, and no part with nothing in it', async () => {
    const html = await getPage(barestReport.code);
    expect(html).toContain('Steel Drums');
    expect(html).toContain('$2,500');
    for (const id of [
      'table-of-content"><div',
      'id="segmentation"',
      'id="questions"',
      'id="author"',
    ])
      expect(html).not.toContain(id);
    expect(html).not.toContain('$0');
  });

  test('promises when it is delivered, and no workbook or key figures that nobody gave it', async () => {
    const html = await getPage(barestReport.code);
    expect(html).toContain('A report, delivered by us within 10 days after payment.');
    expect(html).not.toMatch(/as soon as you have paid|has its reader’s name in it/);
    expect(html).not.toMatch(/workbook of|<span>Key figures<|<strong><\/strong>/);
  });

  test('is null in the contract where it has nothing', async () => {
    expect(await getContract(barestReport.code)).toMatchObject({
      name: null,
      page: null,
      sprice: null,
      mprice: null,
      cprice: 2500,
      dprice: null,
      short_description: null,
      summary: null,
      taf: null,
      author_name: null,
      report_metas: { keyword: 'Steel Drums', meta_title: 'Steel Drums', meta_keyword: null },
    });
  });

  test('is sold in the licence that it has, and in no other', async () => {
    const buy = `/buy-now?id=${barestReport.code}`;
    expect(await (await site.get(buy)).text()).toContain('$2,500');
    const refused = await site.get(`${buy}&type=single-user`);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('is not offered for this report');
  });
});

describe('a full report', () => {
  test('shows every part', async () => {
    const html = await getPage(fullReport.code);
    for (const words of [
      'Demand doubles by 2032.',
      'Table 1: cans by size',
      'A plant in Lyon',
      'By region',
      '420 billion',
      '2.1.1 France',
      'List of figures',
      'Ardagh, Ball',
      'Ines Moreau',
      'On request',
      '2019–2025',
      'href="https://example.com/study?a=1&amp;b=',
    ])
      expect(html, words).toContain(words);
    // Its file is made from its data: what somebody typed says nothing of its pages.
    expect(html).not.toContain('212 pages');
  });

  test('is HTML in the contract that no text can break out of', async () => {
    const { name, summary } = await getContract(fullReport.code);
    expect(name).toContain('<h2>Demand &lt;script&gt;alert(1)&lt;/script&gt;</h2>');
    expect(name).toContain('<td colspan="2">Both sizes</td>');
    expect(name).toMatch(
      /<figure data-chart="demand"><img src="http[^"]*\/chart\/FULL-1\/demand.png"/,
    );
    expect(name).toContain('<a href="https://example.com/study?a=1&amp;b=&quot;2&quot;"><em>');
    expect(summary).toContain('<h3>List of tables</h3><ul><li>Cans by size</li></ul>');
  });

  test('can not be ordered in a licence whose price is on request', async () => {
    const response = await site.get(`/buy-now?id=${fullReport.code}&type=multiple-user`);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('is on request');
  });
});

test('a title of another alphabet has the code as its address, and its letters everywhere', async () => {
  expect(await getSlug(chineseReport.code)).toBe('zh-1');
  expect(await getPage(chineseReport.code)).toContain('全球铝罐市场');
});

test('a former address leads on, that of a withdrawn report is gone, that of a draft was never there', async () => {
  const { app, db } = site.server;
  const write = (change: object) =>
    db
      .transaction()
      .execute((tx) =>
        app.catalogue.writing.write(tx, [{ code: 'AR-1', ...change }], { actor: 'a test' }),
      );
  const getStatus = async (address: string): Promise<number> => (await site.get(address)).status;
  await write({ slug: 'cans-in-arabic' });
  await waitUntil('the former address leads on', async () => (await getStatus('/ar-1')) === 301);
  expect((await site.get('/ar-1')).headers.get('location')).toBe('/cans-in-arabic');
  await write({ state: 'withdrawn' });
  for (const address of ['/ar-1', '/cans-in-arabic']) {
    await waitUntil('the address is gone', async () => (await getStatus(address)) === 410);
    expect(await (await site.get(address)).text()).toContain(
      '/industries/base-and-precious-metals',
    );
  }
  expect((await site.get('/admin/api/reports-detail/cans-in-arabic')).status).toBe(404);
  expect((await site.get('/buy-now?id=AR-1')).status).toBe(404);
  await write({ state: 'draft' });
  await waitUntil('a draft has no page', async () => (await getStatus('/cans-in-arabic')) === 404);
});
