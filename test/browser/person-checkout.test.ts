import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { withdrawalWaiver } from '#core/orders/consumer-law.model.ts';
import { expectAccessiblePage, fillFields, launchBrowser, openPage } from '../support/browser.ts';
import { payAtPaypal } from '../support/checkout-page.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let codes: string[];
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  codes = (await server.app.catalogue.reports.list(1)).items.map(({ code }) => code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

let code: string | undefined;
beforeEach(() => {
  code = codes.pop();
});

const person = {
  name: 'Ines Person',
  email: 'ines@person.example',
  mobile_no: '+33 1 23456789',
  address: '2 Rue de Lille',
  zip: '75002',
  city: 'Paris',
};

const isShown = (page: Page, selector: string) => page.locator(`main ${selector}`).isVisible();

async function openCheckout(page: Page): Promise<void> {
  await page.goto(`${server.url}/buy-now?id=${code}&type=single-user`);
}

for (const javaScriptEnabled of [true, false])
  test(`a person orders without a company, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const page = await openPage(browser, { javaScriptEnabled });
    await openCheckout(page);
    expect(await isShown(page, '[name="company_name"]')).toBe(true);
    await page.check('main [name="buyer_type"][value="person"]');
    for (const name of ['company_name', 'title', 'tax_id', 'waiver'])
      expect(await isShown(page, `[name="${name}"]`), name).toBe(false);
    await page.selectOption('main [name="country"]', { label: 'France (+33)' });
    expect(await isShown(page, '[name="waiver"]')).toBe(true);
    await fillFields(page, person);
    await page.check('main [name="policy"]');
    expect(await isShown(page, 'button:has-text("Continue to PayPal")')).toBe(false);
    await page.click('main button:has-text("Order and pay"):visible');
    const error = page.locator('#waiver-error');
    await error.waitFor();
    expect(await error.innerText()).toContain('agree to the immediate delivery');
    if (javaScriptEnabled) await expectAccessiblePage(page);
    await page.check('main [name="waiver"]');
    await page.click('main button:has-text("Order and pay"):visible');
    await payAtPaypal(page);
    const number = new URL(page.url()).searchParams.get('order') ?? '';
    const order = await server.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      buyerKind: 'person',
      companyName: '',
      region: '',
      withdrawalWaiver,
    });
  });

test('without script the browser names the field that is missing; with it the page names each', async () => {
  const press = async (page: Page): Promise<boolean> => {
    await openCheckout(page);
    await page.check('main [name="buyer_type"][value="person"]');
    await page.click('main button.pay-button:visible');
    const name = page.locator('main [name="name"]');
    return name.evaluate((field: HTMLInputElement) => field.matches(':focus:user-invalid'));
  };
  const plain = await openPage(browser, { javaScriptEnabled: false });
  expect(await press(plain)).toBe(true);
  expect(await plain.locator('#name-error').count()).toBe(0);
  const scripted = await openPage(browser);
  await openCheckout(scripted);
  await scripted.waitForSelector('html[data-ready]');
  await scripted.click('main button.pay-button:visible');
  await scripted.locator('#email-error').waitFor();
  expect(await scripted.locator('#name-error').innerText()).not.toBe('');
});

test('somebody outside the countries with a right of withdrawal is not asked to waive it', async () => {
  const page = await openPage(browser);
  await openCheckout(page);
  await page.check('main [name="buyer_type"][value="person"]');
  await page.selectOption('main [name="country"]', { label: 'United States (+1)' });
  expect(await isShown(page, '[name="waiver"]')).toBe(false);
});

test('by keyboard the kind of buyer is one choice, whose fields follow', async () => {
  const page = await openPage(browser);
  await openCheckout(page);
  await page.focus('main [name="buyer_type"][value="company"]');
  await page.keyboard.press('ArrowDown');
  expect(await page.isChecked('main [name="buyer_type"][value="person"]')).toBe(true);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('country');
});

test('a company that left everything out is shown each field', async () => {
  const page = await openPage(browser);
  await openCheckout(page);
  await page.waitForSelector('html[data-ready]');
  await page.click('main button:has-text("Continue to PayPal")');
  await page.waitForSelector('#company_name-error');
  for (const name of ['company_name', 'title', 'state'])
    expect(await isShown(page, `#${name}-error`), name).toBe(true);
});
