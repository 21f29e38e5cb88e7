/** Every page, feed, call, email and document of four stores that share nothing. */
import { afterEach, expect, test } from 'vitest';
import {
  causeOrderEmails,
  causeVisitorEmails,
  salesSubjects,
  visitorSubjects,
} from '../support/cause-emails.ts';
import { listFeedErrors } from '../support/feed-rules.ts';
import { openTestStore, type StoreName, type TestStore } from '../support/four-stores.ts';
import { listHtmlErrors } from '../support/html-validator.ts';
import { listHeadErrors, listTwins, readPageHead, type PageHead } from '../support/page-head.ts';
import { childText, parseXml } from '../support/parse-xml.ts';
import { joinTexts, readPdfPages } from '../support/read-pdf.ts';
import { listStructuredDataErrors } from '../support/structured-data.ts';
import { buyerSecret } from '../support/test-buyer.ts';
import { at, listApiAddresses, listFeedAddresses, listPageAddresses } from './store-addresses.ts';

/** Code that was printed as text, and script of a publisher that was let through. */
const brokenWords = /\bundefined\b|\bNaN\b|\[object |Invalid Date|alert\('script'\)|onclick=/;
/** Words that only the demo's publisher has, and the currency that no other store here has. */
const demoWords =
  /Quillmark|Ledger House|Cornice Street|DEMO-000000|DEMOXX00|USDA|\bUSD\b|\$\d|US dollar/;
/** Formats that a store has unless its settings say otherwise. */
const defaultNumbers = /\bQI-\d|INV-\d|CN-\d/;
const wrongWords: Readonly<Record<StoreName, readonly RegExp[]>> = {
  empty: [brokenWords, demoWords],
  // Yen have no decimals.
  bare: [brokenWords, demoWords, /¥[\d,]*\.\d|250000\.0/],
  demo: [brokenWords],
  second: [brokenWords, demoWords, defaultNumbers],
};

let store: TestStore | undefined;
afterEach(() => store?.server.close());

test.each(['empty', 'bare', 'demo', 'second'] as const)(
  'all that the store "%s" answers, writes and prints is whole, valid and its own',
  async (name) => {
    store = await openTestStore(name);
    await causeVisitorEmails(store);
    if (store.reports.length > 0) await causeOrderEmails(store);
    expect({
      pages: await checkPages(store),
      calls: await checkCalls(store),
      feeds: await checkFeeds(store),
      emails: await checkEmails(store),
      documents: await checkDocuments(store),
    }).toEqual({ pages: [], calls: [], feeds: [], emails: [], documents: [] });
  },
);

/** As the browser that has ordered. */
const get = ({ server }: TestStore, address: string): Promise<Response> =>
  fetch(server.url + address, {
    redirect: 'manual',
    headers: { cookie: `buyer=${buyerSecret}` },
  });

/** Words that no text of this store may have, with what stands around them. */
const findWrongWords = ({ name }: TestStore, place: string, text: string): string[] =>
  wrongWords[name].flatMap((words) => {
    const found = words.exec(text);
    if (!found) return [];
    return [`${place}: ${text.slice(Math.max(0, found.index - 40), found.index + 40)}`];
  });

async function checkPages(current: TestStore): Promise<string[]> {
  const problems: string[] = [];
  const heads: PageHead[] = [];
  const links = new Map<string, string>();
  const sitemap = await readSitemap(current);
  const addresses = await listPageAddresses(current);
  const others = [...sitemap].filter((path) => !addresses.some(({ address }) => address === path));
  for (const { address, status } of [...addresses, ...others.map((path) => at(path))]) {
    const response = await get(current, address);
    const html = await response.text();
    if (response.status !== status) problems.push(`${address}: ${response.status}`);
    problems.push(...findWrongWords(current, address, html));
    if (response.headers.get('content-type')?.startsWith('text/html') && html !== '') {
      for (const path of listLinks(html)) links.set(path, address);
      const errors = [...(await listHtmlErrors(html)), ...listStructuredDataErrors(html)];
      if (status === 200) {
        const head = readPageHead(html, address);
        heads.push(head);
        errors.push(...listHeadErrors(head, sitemap));
      }
      problems.push(...errors.map((error) => `${address}: ${error}`));
    }
  }
  for (const { address } of addresses) links.delete(address);
  return [...problems, ...listTwins(heads), ...(await listDeadLinks(current, links))];
}

/** Reads of these count, end something or need a query; and no store here has pictures. */
const neverFollowed =
  /^\/(?:download|paper|certificate|logout|unsubscribe|assets|buy-now|picture)\b/;

/** The paths that a page leads to, without queries. */
const listLinks = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*?\bhref="(\/[^"?#]*)/g)].flatMap(([, path = '']) =>
    neverFollowed.test(path) ? [] : [path],
  );

/** `links` has a page with each path that it leads to. */
async function listDeadLinks(
  current: TestStore,
  links: ReadonlyMap<string, string>,
): Promise<string[]> {
  const dead: string[] = [];
  for (const [path, page] of links) {
    const response = await get(current, path);
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410)
      dead.push(`${page}: leads to ${path}, which is ${response.status}`);
  }
  return dead;
}

/** Path and query of every page that search engines are told of. */
async function readSitemap(current: TestStore): Promise<ReadonlySet<string>> {
  const files = [
    '/sitemap-pages.xml',
    ...(current.reports.length > 0 ? ['/sitemap-reports-1.xml'] : []),
  ];
  const texts = await Promise.all(files.map(async (file) => (await get(current, file)).text()));
  const locations = texts.flatMap((text) =>
    parseXml(text).children.map((url) => childText(url, 'loc') ?? ''),
  );
  return new Set(locations.map((location) => location.slice(current.server.url.length)));
}

async function checkCalls(current: TestStore): Promise<string[]> {
  const problems: string[] = [];
  for (const { address, status } of listApiAddresses(current)) {
    const response = await get(current, address);
    const text = await response.text();
    JSON.parse(text);
    if (response.status !== status) problems.push(`${address}: ${response.status}`);
    problems.push(...findWrongWords(current, address, text));
  }
  return problems;
}

async function checkFeeds(current: TestStore): Promise<string[]> {
  const problems: string[] = [];
  for (const address of listFeedAddresses(current)) {
    const response = await get(current, address);
    const text = await response.text();
    if (response.status !== 200) problems.push(`${address}: ${response.status}`);
    else if (address === '/llms.txt' || address.endsWith('.md'))
      problems.push(...(await listDeadAddresses(current, address, text)));
    else if (!address.startsWith('/feed/')) parseXml(text);
    else
      problems.push(
        ...listFeedErrors(text, current.server.url + address).map(
          (error) => `${address}: ${error}`,
        ),
      );
    problems.push(...findWrongWords(current, address, text));
  }
  return problems;
}

/** Lists the addresses in a Markdown text that lead to nothing. */
async function listDeadAddresses(
  current: TestStore,
  place: string,
  markdown: string,
): Promise<string[]> {
  const { url } = current.server;
  const links = new Map(
    [...markdown.matchAll(/\(<([^>]+)>\)/g)].flatMap(([, address = '']) =>
      address.startsWith(`${url}/`) && !neverFollowed.test(address.slice(url.length))
        ? [[address.slice(url.length), place] as const]
        : [],
    ),
  );
  return listDeadLinks(current, links);
}

async function checkEmails(current: TestStore): Promise<string[]> {
  const { server, reports, settings } = current;
  const emails = await server.db.selectFrom('outboxEmail').select(['subject', 'body']).execute();
  const expected = [...visitorSubjects, ...(reports.length > 0 ? salesSubjects : [])];
  const problems = expected
    .filter((one) => !emails.some(({ subject }) => one.test(subject)))
    .map((one) => `nothing was written with the subject ${one}`);
  for (const { subject, body } of emails) {
    const words = [subject, body.text, body.html].join('\n');
    problems.push(...findWrongWords(current, subject, words));
    if (subject.length > 200) problems.push(`${subject.slice(0, 60)}… is too long`);
    if (/<(em|typo|b|Group)>/.test(body.html)) problems.push(`${subject}: not escaped`);
    if (!body.text.includes(settings.name)) problems.push(`${subject}: without its name`);
    problems.push(...(await listHtmlErrors(body.html)).map((error) => `${subject}: ${error}`));
  }
  return problems;
}

/** Invoices, pro-forma invoices, credit notes, certificates, and the copies that are downloaded. */
async function checkDocuments(current: TestStore): Promise<string[]> {
  const { db, vault } = current.server;
  const documents = await db.selectFrom('orderDocument').select(['token', 'kind']).execute();
  const orders = await db.selectFrom('purchase').select('certificateToken').execute();
  const grants = await db.selectFrom('downloadGrant').select('token').execute();
  const kinds = new Set(documents.map(({ kind }) => kind)).size;
  const problems = kinds === (current.reports.length > 0 ? 3 : 0) ? [] : [`${kinds} kinds`];
  const printed = [
    ...documents.map(({ token }) => `/paper/${vault.open(token)}`),
    ...orders.flatMap(({ certificateToken: token }) =>
      token ? [`/certificate/${vault.open(token)}`] : [],
    ),
  ];
  for (const address of [
    ...printed,
    ...grants.map(({ token }) => `/download/${vault.open(token)}`),
  ]) {
    const response = await get(current, address);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200) problems.push(`${address}: ${response.status}`);
    else if (printed.includes(address)) {
      const text = readPdfPages(bytes).map(joinTexts).join('\n');
      problems.push(...findWrongWords(current, address, text));
    }
  }
  return problems;
}
