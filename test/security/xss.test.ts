import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { openAttacker, type Attacker, type AttackerSession, type BoughtOrder } from './attacker.ts';

let attacker: Attacker;
let browser: Browser;
beforeAll(async () => {
  [attacker, browser] = [await openAttacker(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await attacker?.close();
});

/** Texts that are script wherever they are written without care. */
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
const allPayloads = xssPayloads.join(' ').slice(0, 190);
/**
 * Three in one address: each is script if those before it are text. An address that begins with
 * "javascript:" is alone.
 */
const queryPayloads = [
  'javascript:alert(1)',
  xssPayloads.slice(0, 3).join(' '),
  xssPayloads.slice(3, 7).join(' '),
  xssPayloads.slice(7, 10).join(' '),
  xssPayloads.slice(10).join(' '),
];
const buyerEmail = 'script@company.example';
const seatEmail = 'seat@company.example';

type WatchedPage = {
  readonly page: Page;
  /** Dialogs of scripts that ran, and requests to other servers than the store's. */
  readonly violations: string[];
};

async function openWatchedPage(cookie: string): Promise<WatchedPage> {
  const { server } = attacker;
  const page = await openPage(browser, { hasAnsweredCookies: false });
  const [name = '', value = ''] = cookie.split('=');
  if (cookie) await page.context().addCookies([{ name, value, url: server.url }]);
  const violations: string[] = [];
  page.on('dialog', (dialog) => {
    violations.push(`dialog on ${page.url()}`);
    void dialog.dismiss();
  });
  const allowedOrigins = [server.url, server.mailboxUrl, server.captchaUrl, 'data:'];
  page.on('request', (request) => {
    if (!allowedOrigins.some((origin) => request.url().startsWith(origin)))
      violations.push(`request of ${request.url()}`);
  });
  return { page, violations };
}

/** A delivered order, of which every text is script, with a seat for a reader of that name. */
async function buyWithPayloads(buyer: AttackerSession): Promise<BoughtOrder> {
  const [title = '', address = '', city = '', state = ''] = xssPayloads;
  const order = await attacker.buyReport(buyer, {
    name: allPayloads,
    company_name: allPayloads,
    title,
    address,
    city,
    state,
    email: buyerEmail,
    type: 'corporate-user',
  });
  const invitation = await buyer.postForm(order.pagePath, {
    what: 'invite',
    name: allPayloads,
    email: seatEmail,
  });
  expect(invitation.status).toBe(303);
  return order;
}

test("A-15 script in a buyer's fields runs on no page and in no email", async () => {
  const { server } = attacker;
  const buyer = attacker.openBuyerSession('a');
  const order = await buyWithPayloads(buyer);
  const orderPage = await (await buyer.request(order.pagePath)).text();
  const { token } = await server.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  const { page, violations } = await openWatchedPage(buyer.cookieHeader);
  for (const path of [
    order.pagePath,
    /href="(\/verify\/[^"]+)"/.exec(orderPage)?.[1],
    /value="http[^"]*(\/join\/[^"]+)"/.exec(orderPage)?.[1]?.replaceAll('&amp;', '&'),
    `/seat/${server.vault.open(token)}`,
  ]) {
    expect(path).toBeDefined();
    const response = await page.goto(server.url + String(path), { waitUntil: 'networkidle' });
    expect(response?.status()).toBe(200);
  }
  const emails = [
    ...(await attacker.listEmailsTo(buyerEmail)),
    ...(await attacker.listEmailsTo(seatEmail)),
  ];
  for (const { html } of emails) await page.setContent(html, { waitUntil: 'networkidle' });
  expect(violations).toEqual([]);
  const documents = [...orderPage.matchAll(/href="(\/paper\/[^"]+)"/g)].map(([, path]) => path);
  for (const path of documents)
    expect((await buyer.request(String(path))).headers.get('content-type')).toBe('application/pdf');
});

test('A-15 script in a path or query runs on no page', async () => {
  const { page, violations } = await openWatchedPage('');
  for (const payload of queryPayloads) {
    expect(payload.length).toBeLessThan(190);
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
    ])
      await page.goto(attacker.server.url + path + encodeURIComponent(payload));
  }
  expect(violations).toEqual([]);
});
