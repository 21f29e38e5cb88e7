import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  fitsViewport,
  launchBrowser,
  listFaultsAtBothWidths,
  openPage,
} from '../support/browser.ts';
import { openTestStore } from '../support/four-stores.ts';
import { listHtmlErrors } from '../support/html-validator.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  openAdminTestServer,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { listBrokenWords } from './broken-words.ts';
import { listAdminPages } from './list-admin-pages.ts';
import { listScreens, type Screen } from './screen-addresses.ts';
import { listUnusableParts } from './unusable-parts.ts';

let admin: AdminTestServer;
let screens: Screen[];
let browser: Browser;
let page: Page;
let errors: string[];
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await startAdminTestServer({ template: 'small', env: { DEMO_OFFICE: 'on' } });
  await waitUntil('the office is lived in', () => isLivedIn(admin));
  const owner = await admin.signIn('owner');
  await addWhatNobodyMade(owner);
  screens = await listScreens(owner);
  page = await openAs(owner, admin);
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

/** The samples are there at once. */
async function isLivedIn({ server: { db } }: AdminTestServer): Promise<boolean> {
  const issues = await db.selectFrom('newsletterIssue').select('id').execute();
  return issues.length === 3;
}

/** Rows of lists that the samples leave empty. */
async function addWhatNobodyMade(owner: AdminClient): Promise<void> {
  const webhook = { intent: 'create', url: 'https://x.example/', 'event.report.withdrawn': '1' };
  await owner.post('/admin/settings/webhooks', webhook);
  const template = { intent: 'save', name: 'Price', subject: 'The price', body: 'It is.' };
  await owner.post('/admin/enquiries/templates/new', template);
  // Long work with a page of its own.
  await owner.get('/admin/orders/export');
  const { accounts } = admin.server.app;
  const form = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', address: 'X 1' };
  await accounts.registration.register(
    { ...form, mobile_no: '+39 02 0000' },
    { clientIp: '203.0.113.7', userAgent: 'x' },
  );
}

async function openAs(client: AdminClient, { server }: AdminTestServer): Promise<Page> {
  const opened = await openPage(browser);
  errors = collectPageErrors(opened);
  await opened.context().addCookies([{ ...client.cookie, url: server.url }]);
  return opened;
}

/** The frames of previews have no storage, which every page of a test is given an entry in. */
const isOwnError = (error: string): boolean => !error.includes("'allow-same-origin'");

/** The elements of screens that axe has looked at. */
const checkedElements = new Set<string>();

/**
 * Returns the faults of a screen at 390 and 1440 px. Menu and top bar are the same on all of them.
 */
async function checkScreen(): Promise<string[]> {
  const isFirst = checkedElements.size === 0;
  for (const element of await listElements()) checkedElements.add(element);
  return listFaultsAtBothWidths(page, isFirst ? undefined : 'main');
}

/** One that is made of elements of checked screens alone has nothing new to find: it has to fit. */
async function checkNewScreen(): Promise<string[]> {
  const elements = await listElements();
  const faults = elements.some((element) => !checkedElements.has(element))
    ? await checkScreen()
    : [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (!(await fitsViewport(page))) faults.push(`at ${width} px: wider than its window`);
    faults.push(...(await listBrokenWords(page)).map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

/** Each kind of element once, as far as rules tell them apart. */
async function listElements(): Promise<string[]> {
  const kinds = await page.evaluate(() => {
    const valued = new Set(['class', 'name', 'role', 'type', 'data-tone']);
    const describe = ({ tagName, attributes, parentElement }: Element): string => {
      const named = [...attributes].map(
        ({ name, value }) => name + (valued.has(name) ? value : ''),
      );
      return [parentElement?.tagName, tagName, ...named].join(' ');
    };
    return [...document.querySelectorAll('main, main *')].map(describe);
  });
  return [...new Set(kinds)];
}

/** Returns the faults that `check` finds on the screens; each is opened once. */
async function listFaults(
  shown: readonly Screen[],
  url: string,
  check: () => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { path } of shown) {
    const response = await page.goto(url + path);
    const html = (await response?.text()) ?? '';
    const found = [...(await listHtmlErrors(html)), ...(await check())];
    faults.push(...found.map((fault) => `${path} ${fault}`));
  }
  return faults;
}

test('every screen behind the login has an address that links lead to', async () => {
  const all = (await listAdminPages()).filter(
    ({ isScreen, handle }) => isScreen && !(handle as { isOpen?: boolean }).isOpen,
  );
  const isVisited = (pattern: string) =>
    screens.some((screen) => screen.pattern === pattern || isPartOf(pattern, screen.path));
  expect(all.map(({ pattern }) => pattern).filter((pattern) => !isVisited(pattern))).toEqual([]);
});

/** Each part of the settings is a screen of its own. */
const isPartOf = (pattern: string, path: string): boolean =>
  /:(?:part|page)$/.test(pattern) && path.startsWith(pattern.replace(/:\w+$/, ''));

test('who may only read is shown no form, column or part that is for others', async () => {
  const viewer = await admin.signIn('viewer');
  const opened = await openAs(viewer, admin);
  const faults: string[] = [];
  for (const { path } of await listScreens(viewer)) {
    await opened.goto(admin.server.url + path);
    faults.push(...(await listUnusableParts(opened)).map((fault) => `${path} ${fault}`));
  }
  expect(faults).toEqual([]);
  const { id } = await admin.server.db
    .selectFrom('report')
    .where('state', '=', 'published')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await opened.goto(`${admin.server.url}/admin/reports/${id}/edit`);
  const text = await opened.locator('main').textContent();
  expect(text).toContain('Short description');
  expect(text).toContain('Series and rankings');
  await opened.context().close();
});

/** Texts as long as their forms take them, in words that no line can break. */
const longTexts: Readonly<Record<string, readonly string[]>> = {
  report: ['title'],
  author: ['name'],
  industry: ['name'],
  service: ['name'],
  blog_post: ['name', 'author', 'changed_by'],
  press_release: ['name', 'author', 'changed_by'],
  faq: ['title', 'changed_by'],
  testimonial: ['name', 'designation', 'changed_by'],
  client_logo: ['name', 'changed_by'],
  media: ['alternative_text', 'file_name', 'uploaded_by'],
  redirect: ['created_by'],
  staff: ['name'],
  lead: ['name'],
  purchase: ['name', 'company_name', 'job_title', 'report_title'],
  newsletter_issue: ['subject', 'preheader'],
  answer_template: ['name', 'subject'],
  report_import: ['file_name', 'actor'],
  customer: ['name'],
};

async function lengthenTexts(): Promise<void> {
  for (const [table, columns] of Object.entries(longTexts))
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} =
        left(id || repeat('Verwaltungsgebäudeabnahme', 8), 120)`.execute(admin.server.db);
}

test('F40: every screen of a store at work is valid, accessible and fits, with the longest texts', async () => {
  await lengthenTexts();
  expect(await listFaults(screens, admin.server.url, checkScreen)).toEqual([]);
  expect(errors.filter(isOwnError)).toEqual([]);
});

test('F40: every screen of an empty store leads on, is valid and accessible', async () => {
  const { server } = await openTestStore('empty');
  try {
    const empty = openAdminTestServer(server);
    const owner = await empty.signIn('owner');
    const shown = await listScreens(owner);
    expect(shown.length).toBeGreaterThan(50);
    const home = await owner.readText('/admin');
    for (const path of ['/admin/industries/new', '/admin/reports/new', '/admin/content/policies'])
      expect(home).toContain(`href="${path}"`);
    expect(await owner.readText('/admin/reports/new')).toContain('Add the first industry');
    page = await openAs(owner, empty);
    expect(await listFaults(shown, server.url, checkNewScreen)).toEqual([]);
    expect(errors.filter(isOwnError)).toEqual([]);
  } finally {
    await server.close();
  }
});
