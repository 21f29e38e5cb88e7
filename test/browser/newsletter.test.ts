import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { waitForEmailLink } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('the newsletter is confirmed with a button and ended by one post', async () => {
  const email = 'news@forms.example.com';
  const page = await openPage(browser);
  await page.goto(`${server.url}/about`);
  await page.locator('#newsletter-email').fill(email);
  await page.locator('footer [data-challenge]').check();
  await page.locator('footer >> text=Checked').waitFor();
  await page.click('footer button:has-text("Sign up")');
  await page.waitForFunction(
    () => document.getElementById('newsletter-said')?.textContent === 'Thank you for subscribing!',
  );
  const link = await waitForEmailLink(server.mailboxUrl, email, { pathPart: '/newsletter/' });
  const token = /\/newsletter\/([0-9a-f]+)/.exec(link)?.[1] ?? '';
  await page.goto(`${server.url}/newsletter/${token}`);
  await expectAccessiblePage(page);
  await page.click('main button');
  await page.waitForSelector('main [role="status"]');
  expect(await page.locator('main a:has-text("Unsubscribe")').getAttribute('href')).toBe(
    `/unsubscribe/${token}`,
  );
  const unsubscribed = await fetch(`${server.url}/unsubscribe/${token}`, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(unsubscribed.status).toBe(200);
  expect(await server.app.leads.newsletter.getSubscription(token)).toMatchObject({
    state: 'unsubscribed',
  });
});
