import type { Page } from 'playwright-core';

/** Goes on with the Tab key until what has the focus fits the selector. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key never reaches ${selector}`);
}
