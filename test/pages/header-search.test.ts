import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCaptchaToken } from '../support/captcha.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

type SearchResult = {
  readonly reports: readonly { title: string; reason: object | null }[];
  readonly totals: { readonly industries: number; readonly reports: number };
  readonly industries: readonly { slug: string }[];
  readonly nearest: boolean;
};

async function search(words: string): Promise<SearchResult> {
  return (await (await pages.get(`/data/search?q=${words}`)).json()) as SearchResult;
}

test('the search finds industries and reports whose names contain the words', async () => {
  const { industries, reports } = await search('STEEL');
  expect(industries.map(({ slug }) => slug)).toContain('steel-and-fabricated-metal');
  expect(reports.length).toBeGreaterThan(0);
});

test('the suggestions count what was found, and say why a report is there whose name lacks the words', async () => {
  const { reports, totals } = await search('STEEL');
  const found = await readMain(await pages.get('/custom_search?q=steel'));
  expect(found).toContain(`${totals.reports} reports for steel`);
  expect(totals.reports).toBeGreaterThan(reports.length);
  expect(totals.industries).toBe(1);
  const { reports: all } = await search('ev');
  const others = all.filter(({ title }) => !/\bev/i.test(title));
  expect(others.length).toBeGreaterThan(0);
  for (const { title, reason } of all)
    expect([title, reason !== null]).toEqual([title, !/\bev/i.test(title)]);
});

test('the search forgives a typing error and says so', async () => {
  const { nearest, reports } = await search('semicondctors');
  expect(nearest).toBe(true);
  expect(reports[0]?.title).toContain('Semiconductor');
});

test('a search for words that are nowhere finds no report', async () => {
  expect((await search('zzzzqqq')).reports).toEqual([]);
});

const emptyPath = '/custom_search?q=zzzzqqq';
const readMain = async (response: Response): Promise<string> =>
  (/<main.*<\/main>/s.exec(await response.text())?.[0] ?? '')
    .replaceAll(/<!-- -->|<script.*?<\/script>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"');

test('the search page corrects a spelling, says so, and can search for exactly what was typed', async () => {
  const corrected = await pages.get('/custom_search?q=semicondctors');
  const html = await corrected.clone().text();
  expect(await readMain(corrected)).toMatch(
    /\d+ reports? for semiconductors?\. You typed “semicondctors”; search for exactly that/,
  );
  expect(html).toContain('value="semicondctors"');
  const [, exactPath = ''] = /href="([^"]*)">search for exactly that/.exec(html) ?? [];
  const exact = await readMain(await pages.get(exactPath.replaceAll('&amp;', '&')));
  expect(exact).toContain('No results found.');
  expect(exact).toContain('We have no report on semicondctors yet');
});

test('a search that finds nothing offers industries, and a request that carries the words along', async () => {
  const response = await pages.get(emptyPath);
  const html = await response.clone().text();
  const main = await readMain(response);
  expect(main).toContain('No results found.');
  expect(html.match(/<main.*<\/main>/s)?.[0].match(/href="\/industries\/[^"]+"/g)).toHaveLength(3);
  expect(html).toContain('I am looking for a report on zzzzqqq. These numbers would help me: ');
});

test('the request below an empty search is sent without script, and keeps what was typed', async () => {
  const request = { name: 'Ada', email: 'ada@search.example', message: 'Typed <b>words</b>' };
  const form = { ...request, country_code: '+39', mobile_no: '02 0000', company_name: 'Example' };
  const refused = await pages.postForm(emptyPath, { ...form, privacy_policy: '1' });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain('Please complete the CAPTCHA.');
  expect(html).toContain('Typed &lt;b&gt;words&lt;/b&gt;</textarea>');
  expect(html).toContain('value="ada@search.example"');
  const token = await createCaptchaToken(pages.server.captchaUrl);
  const sent = await pages.postForm(emptyPath, {
    ...form,
    privacy_policy: '1',
    turnstile_token: token,
  });
  expect(sent.status).toBeLessThan(400);
  const leads = await pages.server.db
    .selectFrom('lead')
    .select('kind')
    .where('email', '=', request.email)
    .execute();
  expect(leads).toEqual([{ kind: 'contact' }]);
});

test('the search page says why it found a report, and which words no report has', async () => {
  const { rows } = await sql<{ title: string; synonym: string }>`
    select r.title, synonym from report r
    join report_version v on v.report_id = r.id and v.number = r.version_number,
      jsonb_array_elements_text(v.parts -> 'synonyms') synonym
    where synonym ~ '^[a-z]{6,}$' and r.title !~* left(synonym, 4) limit 1`.execute(
    pages.server.db,
  );
  const [row] = rows;
  if (!row) throw new Error('No report of the test has another name');
  const page = await readMain(await pages.get(`/custom_search?q=${row.synonym}+zzzzqqq`));
  expect(page).toContain(`Also called “${row.synonym}”.`);
  expect(page).toContain('though no report has zzzzqqq.');
});

test('questions about the store find its pages, while they are typed and on the page', async () => {
  type Suggested = { readonly pages: readonly { readonly href: string }[] };
  const suggest = async (words: string): Promise<string[]> => {
    const answer = await pages.get(`/data/search?${new URLSearchParams({ q: words })}`);
    return ((await answer.json()) as Suggested).pages.map(({ href }) => href);
  };
  for (const [words, beginning, href] of [
    ['invoice', 'invoi', '/how-to-order'],
    ['bank transfer', 'bank trans', '/how-to-order'],
    ['about us', 'about u', '/about'],
    ['careers', 'caree', '/career'],
    ['refund', 'refu', '/refund-policy'],
  ] as const) {
    expect([words, await suggest(words)]).toEqual([words, expect.arrayContaining([href])]);
    expect([beginning, await suggest(beginning)]).toEqual([
      beginning,
      expect.arrayContaining([href]),
    ]);
    const page = await (
      await pages.get(`/custom_search?${new URLSearchParams({ q: words })}`)
    ).text();
    expect([words, page.includes(`href="${href}"`)]).toEqual([words, true]);
  }
  const main = await readMain(await pages.get('/custom_search?q=refund'));
  expect(main).not.toContain('We have no report on refund yet');
  expect(main).toMatch(
    /\d pages? of this site for refund(?:, and no report|; no report is about it)/,
  );
});

test('empty fields of a form are not in the address', async () => {
  const path = '/custom_search?q=steel&price_from=&price_to=&format=pdf&format=xlsx';
  const answer = await pages.get(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/custom_search?q=steel&format=pdf%2Cxlsx');
  expect((await pages.get('/custom_search?q=')).headers.get('location')).toBe('/custom_search');
});

test('filters stand in the address, and too many of them say so', async () => {
  const main = await readMain(await pages.get('/custom_search?q=steel&format=docx'));
  expect(main).toContain('No results found. Try fewer filters.');
  const narrowed = await pages.get('/custom_search?q=steel&format=pdf&pages=0,1,2,3,4');
  const html = await narrowed.text();
  expect(html).toMatch(/name="format"[^>]*checked=""[^>]*value="pdf"|value="pdf"[^>]*checked=""/);
});

test('a filter leaves what is said beside it, its address asks not to be found, and each report says why', async () => {
  const base = '/custom_search?q=steel';
  const read = async (path: string) => (await pages.get(path)).text();
  const countFound = (html: string): string =>
    /([\d,]+) reports? /.exec(
      html.slice(html.indexOf('<h1')).replaceAll(/<!-- -->|<[^>]*>/g, ''),
    )?.[1] ?? '0';
  const html = await read(base);
  const boxes = html.matchAll(
    /<input type="checkbox" name="(\w+)" value="([^"]*)"\/><span>[^<]*<\/span><span>([\d,]+)</g,
  );
  const industries = html.matchAll(
    /href="\/custom_search\?q=steel&amp;(industry)=([^"]*)"><span>[^<]*<\/span><span>([\d,]+)</g,
  );
  // One of each filter is as good as all.
  const choices = new Map(
    [...boxes, ...industries].map(([, name, value, n]) => [name, { value, n }]),
  );
  expect(choices.size).toBeGreaterThanOrEqual(3);
  for (const [name, { value, n }] of choices) {
    const narrowed = await read(`${base}&${name}=${value}`);
    expect([name, value, countFound(narrowed)]).toEqual([name, value, n]);
    expect(narrowed).toContain('<meta name="robots" content="noindex"/>');
  }
  for (const words of ['steel', 'lithum', 'wheat 2030', 'lithium suppliers']) {
    const found = await read(`/custom_search?q=${encodeURIComponent(words)}`);
    const reports = found.match(/class="report-row-sample"/g)?.length ?? 0;
    expect(reports).toBeGreaterThan(0);
    expect([words, found.match(/class="report-row-reason"/g)?.length]).toEqual([words, reports]);
  }
});
