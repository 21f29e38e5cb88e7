import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import {
  expectAccessiblePage,
  fillFields,
  fitsViewport,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { waitForEmailLink } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let reportCode: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  reportCode = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('colleagues claim seats of a corporate licence by its join link', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, {
    reportCode,
    licence: 'corporate-user',
    changes: {
      email: 'chief@corporate.example',
      company_name:
        'Gesellschaft für außerordentlich lange Firmennamen, Forschung, Entwicklung und ' +
        'Vertrieb mbH & Co. KG',
    },
  });
  await payAtPaypal(page);
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await fitsViewport(page)).toBe(true);
  const joinUrl = await page.locator('input[name="join"]').inputValue();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('button:has-text("Copy link")');
  await page.waitForSelector('button:has-text("Copied")');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(joinUrl);
  const colleague = await openPage(browser);
  await colleague.goto(joinUrl);
  await expectAccessiblePage(colleague);
  await fillFields(colleague, { name: '王小明', email: 'wang@other.example' });
  await colleague.click('main form button');
  await colleague.waitForSelector('#email-error');
  await expectAccessiblePage(colleague);
  await colleague.fill('[name="email"]', 'wang@corporate.example');
  await colleague.click('main form button');
  await colleague.waitForSelector('main [role="status"]');
  await expectAccessiblePage(colleague);
  const seatLink = await waitForEmailLink(server.mailboxUrl, 'wang@corporate.example', {
    subject: /You have a seat/,
    pathPart: '/seat/',
  });
  await colleague.goto(seatLink);
  await colleague.click('button:has-text("Accept seat")');
  await colleague.waitForSelector('a[download]');
  await expectAccessiblePage(colleague);
});

test('an invited colleague accepts the seat and downloads a copy of their own', async () => {
  const page = await openPage(browser);
  await submitCheckout(page, server.url, {
    reportCode,
    licence: 'multiple-user',
    changes: { email: 'owner@team.example' },
  });
  await payAtPaypal(page);
  await fillFields(page, { name: 'Bo Reader', email: 'bo@team.example' });
  await page.click('button:has-text("Invite")');
  await page.waitForSelector('main [role="status"]');
  await expectAccessiblePage(page);
  const reader = await openPage(browser);
  const seatLink = await waitForEmailLink(server.mailboxUrl, 'bo@team.example', {
    subject: /You have a seat/,
    pathPart: '/seat/',
  });
  await reader.goto(seatLink);
  await expectAccessiblePage(reader);
  await reader.click('main form button');
  const download = String(await reader.locator('a[download]').first().getAttribute('href'));
  expect((await fetch(download)).status).toBe(200);
  expect((await fetch(`${download}x`)).status).toBe(404);
});

test('long names and a revoked seat fit on a phone', async () => {
  const page = await openPage(browser, { width: 390 });
  await submitCheckout(page, server.url, {
    reportCode,
    licence: 'multiple-user',
    changes: {
      name: 'W'.repeat(120),
      company_name: 'Donaudampfschifffahrtsgesellschaft'.repeat(4),
      email: 'long@orders.example',
    },
  });
  await payAtPaypal(page);
  await expectAccessiblePage(page);
  await fillFields(page, { name: 'Bo', email: 'bo@orders.example' });
  await page.click('button:has-text("Invite")');
  const notice = page.locator('main [role="status"]', { hasText: 'the invitation is on its way.' });
  await notice.waitFor();
  await page.reload();
  expect(await notice.count()).toBe(0);
  const seat = await server.db
    .selectFrom('seat')
    .select('token')
    .where('email', '=', 'bo@orders.example')
    .executeTakeFirstOrThrow();
  const token = server.vault.open(seat.token);
  const reader = await openPage(browser, { width: 390 });
  await reader.goto(`${server.url}/seat/${token}`);
  await expectAccessiblePage(reader);
  await page.click('button:has-text("Revoke seat")');
  await page.waitForSelector('main [role="status"]:has-text("Seat revoked.")');
  expect((await reader.goto(`${server.url}/seat/${token}`))?.status()).toBe(410);
  expect(await reader.locator('main').innerText()).toContain('This seat is closed');
  await expectAccessiblePage(reader);
  await page.click('main a:has-text("Licence certificate")');
  await expectAccessiblePage(page);
});
