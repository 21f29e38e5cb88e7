import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, expectAccessiblePage } from '../support/browser.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let browser: Browser;
let codes: string[];
beforeAll(async () => {
  [server, browser] = [await startTestServer(), await launchBrowser()];
  codes = (await server.app.catalogue.listReports(1)).items.map(({ code }) => code);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const buyer = {
  name: 'Ada Example',
  email: 'ada@orders.example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
};

async function submitCheckout(
  page: Page,
  code: string | undefined,
  {
    type = 'single-user',
    method = 'card',
    more = {},
  }: { type?: string; method?: string; more?: object } = {},
): Promise<void> {
  await page.goto(`${server.url}/buy-now?id=${code}&type=${type}`);
  for (const [name, value] of Object.entries({ ...buyer, ...more }))
    await page.fill(`main [name="${name}"]`, value);
  await page.selectOption('main [name="country"]', { label: 'United States' });
  await page.check('main [name="policy"]');
  if (method === 'bank') await page.check('main [value="bank"]');
  await page.click(
    method === 'bank' ? 'button:has-text("Place order")' : 'button:has-text("Continue to PayPal")',
  );
}
const openVisitorPage = (width = 1280): Promise<Page> => openPage(browser, { width });
const readMainText = (page: Page): Promise<string> => page.locator('main').innerText();

test('a declined card says so, names the report, and leads back to PayPal, to checkout or to a transfer, with nothing to type again', async () => {
  const page = await openVisitorPage(390);
  await submitCheckout(page, codes[0]);
  await page.click('button:has-text("Decline")');
  await page.waitForURL(/payment-success/);
  expect(await readMainText(page)).toMatch(/declined: nothing was charged/);
  expect(await readMainText(page)).toContain(codes[0]);
  await expectAccessiblePage(page);
  await page.click('a:has-text("Checkout, or pay by bank transfer")');
  expect(await page.inputValue('main [name="email"]')).toBe(buyer.email);
  expect(await page.locator('main [name="country"] option:checked').innerText()).toBe(
    'United States',
  );
  await page.goBack();
  await page.click('a:has-text("Pay another way at PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await page.goto(`${server.url}/buy-now?id=${codes[0]}&type=single-user`);
  expect(await readMainText(page)).toContain('You already have this licence');
  await expectAccessiblePage(page);
});

test('who turns back from an upgrade stands at his order, where it still costs the difference', async () => {
  const page = await openVisitorPage();
  await submitCheckout(page, codes[1]);
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  const upgrade = await page.locator('button:has-text("Upgrade for")').first().innerText();
  await page.locator('button:has-text("Upgrade for")').first().click();
  await page.click('text=Cancel');
  await page.waitForURL(/payment-success\?order=/);
  expect(await readMainText(page)).toContain('Payment cancelled. You have not been charged.');
  expect(await page.locator('button:has-text("Upgrade for")').first().innerText()).toBe(upgrade);
});

test("an order's page in another browser says how to come to it, and never that a payment failed", async () => {
  const page = await openVisitorPage();
  await submitCheckout(page, codes[2]);
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  const number = new URL(page.url()).searchParams.get('order');
  const other = await openVisitorPage(390);
  const answer = await other.goto(page.url());
  expect(answer?.status()).toBe(404);
  expect(await readMainText(other)).not.toMatch(/failed|BUY NOW/);
  expect(await other.locator('main a:has-text("Login")').getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/payment-success?order=${number}`)}`,
  );
  await expectAccessiblePage(other);
  await other.click('main a:has-text("Send me new links")');
  expect(new URL(other.url()).pathname).toBe('/renew-download');
});

test('paying by card closes the transfer that was asked for first, and its page says that nothing is owed', async () => {
  const page = await openVisitorPage();
  await submitCheckout(page, codes[3], { method: 'bank' });
  await page.waitForURL(/payment-success\?order=/);
  const transfer = page.url();
  expect(await readMainText(page)).toMatch(/Please transfer by/);
  await expectAccessiblePage(page);
  await page.click('a:has-text("Pay by card instead")');
  expect(await page.inputValue('main [name="zip"]')).toBe(buyer.zip);
  await page.check('main [name="policy"]');
  await page.click('button:has-text("Continue to PayPal")');
  await page.click('button:has-text("Pay now")');
  await page.waitForURL((url) => url.href !== transfer && /payment-success\?order=/.test(url.href));
  await page.goto(transfer);
  expect(await readMainText(page)).toContain('Nothing is owed');
  await expectAccessiblePage(page);
});

test('a checkout that is sent twice at once by a browser that was never here is one order', async () => {
  const page = await openVisitorPage();
  await page.goto(`${server.url}/buy-now?id=${codes[4]}&type=single-user`);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'buyer');
  const body = () =>
    new URLSearchParams({
      ...buyer,
      country: '1',
      policy: '1',
      report_id: String(codes[4]),
      type: 'single-user',
      method: 'bank',
      email: 'twice@orders.example',
    });
  const send = () =>
    fetch(`${server.url}/buy-now?id=${codes[4]}`, {
      method: 'POST',
      body: body(),
      redirect: 'manual',
      headers: { cookie: `buyer=${cookie?.value}`, origin: server.url },
    });
  const [first, second] = await Promise.all([send(), send()]);
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe(second.headers.get('location'));
});

test('long names and a closed seat are sound on a phone', async () => {
  const page = await openVisitorPage(390);
  await submitCheckout(page, codes[5], {
    type: 'multiple-user',
    more: {
      name: 'W'.repeat(120),
      company_name: 'Donaudampfschifffahrtsgesellschaft'.repeat(4),
      email: 'long@orders.example',
    },
  });
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
  await expectAccessiblePage(page);
  await page.fill('main [name="name"]', 'Bo');
  await page.fill('main [name="email"]', 'bo@orders.example');
  await page.click('button:has-text("Invite")');
  await page.waitForURL(/done=invite/);
  const { token } = await server.db
    .selectFrom('seat')
    .select('token')
    .where('email', '=', 'bo@orders.example')
    .executeTakeFirstOrThrow();
  const reader = await openVisitorPage(390);
  await reader.goto(`${server.url}/seat/${token}`);
  await expectAccessiblePage(reader);
  await page.click('button:has-text("Revoke seat")');
  await page.waitForURL(/done=revoke/);
  expect((await reader.goto(`${server.url}/seat/${token}`))?.status()).toBe(410);
  expect(await readMainText(reader)).toContain('This seat is closed');
  await expectAccessiblePage(reader);
  await page.click('main a:has-text("Licence certificate")');
  await expectAccessiblePage(page);
});
