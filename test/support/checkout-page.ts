import type { Page } from 'playwright-core';
import { billingTexts } from './billing.ts';
import { fillFields } from './browser.ts';

type Checkout = {
  readonly reportCode: string | undefined;
  readonly licence?: string;
  readonly method?: 'card' | 'bank';
  /** Text fields that differ from the usual ones. */
  readonly changes?: Record<string, string>;
};

/** Fills the checkout form of the page and accepts the terms. */
export async function fillCheckout(
  page: Page,
  changes: Record<string, string> = {},
): Promise<void> {
  await fillFields(page, { ...billingTexts, ...changes });
  await page.selectOption('main [name="country"]', { label: 'United States (+1)' });
  await page.check('main [name="policy"]');
}

/** Opens the checkout of a report, fills it and sends it. */
export async function submitCheckout(
  page: Page,
  storeUrl: string,
  { reportCode, licence = 'single-user', method = 'card', changes }: Checkout,
): Promise<void> {
  await page.goto(`${storeUrl}/buy-now?id=${reportCode}&type=${licence}`);
  await fillCheckout(page, changes);
  if (method === 'card') return page.click('button:has-text("Continue to PayPal")');
  await page.check('main [name="method"][value="bank"]');
  await solveCaptcha(page);
  await page.click('button:has-text("Place order")');
}

/** Ticks the captcha of the page's form and waits until the form has its token. */
export async function solveCaptcha(page: Page): Promise<void> {
  await page.check('main [data-challenge]');
  await page.waitForSelector('main [name="turnstile_token"]:not([value=""])', {
    state: 'attached',
  });
}

/** Pays on the simulator's page and comes back to the order's page. */
export async function payAtPaypal(page: Page): Promise<void> {
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success\?order=/);
}
