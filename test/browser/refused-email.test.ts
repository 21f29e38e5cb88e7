import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessiblePage, launchBrowser, openPage } from '../support/browser.ts';
import { payAtPaypal, submitCheckout } from '../support/checkout-page.ts';
import { waitForEmail } from '../support/emails.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The mail server has refused what was sent to the order's address. */
async function refuseEmails(number: string): Promise<void> {
  const { db } = server;
  await waitUntil('the receipt is sent', async () =>
    db
      .selectFrom('outboxEmail')
      .innerJoin('purchase', 'purchase.id', 'purchaseId')
      .select('outboxEmail.id')
      .where('purchase.number', '=', number)
      .where('outboxEmail.state', '=', 'sent')
      .executeTakeFirst(),
  );
  await db
    .updateTable('outboxEmail')
    .set({ state: 'failed', trouble: 'address', lastError: '550 5.1.1 no such user' })
    .where('purchaseId', '=', (eb) =>
      eb.selectFrom('purchase').select('id').where('number', '=', number),
    )
    .execute();
}

test('a buyer whose address takes no email reads so on the order page, and corrects it there', async () => {
  const page = await openPage(browser, { width: 390 });
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  await submitCheckout(page, server.url, {
    reportCode: report?.code,
    changes: { email: 'mistyped@buyer.example' },
  });
  await payAtPaypal(page);
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await refuseEmails(number);
  await page.reload();
  const main = page.locator('main');
  expect(await main.innerText()).toContain('We could not deliver our email');
  expect(await main.innerText()).not.toContain('The same links went to');
  await expectAccessiblePage(page);
  await page.fill('#correct-email', 'right@buyer.example');
  await page.click('button:has-text("Correct and send again")');
  await page.waitForSelector('text=Your email address is corrected');
  expect(await main.innerText()).not.toContain('We could not deliver our email');
  const email = await waitForEmail(server.mailboxUrl, 'right@buyer.example');
  expect(email.text).toContain('/download/');
});
