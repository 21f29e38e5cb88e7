import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openAdminTestServer } from '../admin/admin-test-client.ts';
import { billingTexts } from '../support/billing.ts';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { createPdf } from '../support/goods-files.ts';
import { chooseDelivery } from '../support/test-promises.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let browser: Browser;
let reportCode: string;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  reportCode = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
  await chooseDelivery(server, reportCode, { kind: 'by-us', days: 5 });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const readMainText = (page: Page): Promise<string> => page.locator('main').innerText();

/** Sales find the order by the office's first page, upload its file and deliver it. */
async function deliverInOffice(number: string): Promise<void> {
  const sales = await openAdminTestServer(server).signIn('sales');
  const office = await openPage(browser, { width: 1440 });
  await office.context().addCookies([{ ...sales.cookie, url: server.url }]);
  await office.goto(`${server.url}/admin`);
  await office.click('a:has-text("Orders to deliver")');
  await office.waitForURL('**/admin/orders?view=to-deliver');
  await expectAccessiblePage(office);
  await office.setViewportSize({ width: 1440, height: 900 });
  await office.click(`a:has-text("${number}")`);
  await office.waitForURL(`**/admin/orders/${number}*`);
  await office.setInputFiles('main [name="file"]', {
    name: 'report.pdf',
    mimeType: 'application/pdf',
    buffer: await createPdf(3),
  });
  await office.click('main button:has-text("Upload")');
  await office.waitForSelector('main :text("Report (PDF)")');
  await expectAccessiblePage(office);
  await office.setViewportSize({ width: 1440, height: 900 });
  await office.click('main button[popovertarget="deliver"]');
  await office.click('#deliver button:has-text("Deliver")');
  await waitUntil('the order is delivered', async () => {
    const order = server.db.selectFrom('purchase').select('state').where('number', '=', number);
    return (await order.executeTakeFirstOrThrow()).state === 'fulfilled';
  });
  await office.context().close();
}

test('a buyer is promised a day, waits, and has the file that sales upload and deliver', async () => {
  const page = await openPage(browser, { width: 390 });
  await page.goto(`${server.url}/buy-now?id=${reportCode}&type=multiple-user`);
  await page.locator('main .checkout-folded summary').click();
  expect(await readMainText(page)).toMatch(/We deliver it within 5 days, by \d+ \w+ \d{4}/);
  expect(await readMainText(page)).not.toContain('within seconds');
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await submitCheckout(page, server.url, { reportCode, licence: 'multiple-user' });
  await payAtPaypal(page);
  const orderUrl = page.url();
  const number = new URL(orderUrl).searchParams.get('order') ?? '';
  const waiting = await readMainText(page);
  expect(waiting).toMatch(/We deliver your report within 5 days, by \d+ \w+ \d{4}/);
  expect(waiting).toContain('Invoice');
  expect(await page.locator('main a[download]').count()).toBe(0);
  await expectAccessiblePage(page);

  await deliverInOffice(number);
  await page.goto(orderUrl);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('main a[download]').first().click(),
  ]);
  expect(download.suggestedFilename()).toBe('report.pdf');
  expect(await readMainText(page)).not.toContain('We deliver your report');
  const emails = await server.db
    .selectFrom('outboxEmail')
    .select(['subject', 'body'])
    .where('recipient', '=', billingTexts.email)
    .orderBy('id')
    .execute();
  expect(emails.map(({ subject }) => subject)).toEqual([
    `Your receipt for order ${number}`,
    `Your report ${reportCode} is ready, order ${number}`,
  ]);
});
