import { AxeBuilder } from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';

const chromiumPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine; `npm test` has looked for one, or installed it, before. */
export function launchBrowser(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM'] ?? chromiumPaths.find((place) => existsSync(place));
  if (!executablePath)
    throw new Error(
      'There is no Chromium on this machine: install one, or set CHROMIUM to its path.',
    );
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** A page of a visitor of his own, who has answered the question about cookies, 1,280 points wide. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions & { width?: number } = {},
): Promise<Page> {
  const { width = 1280, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    ...rest,
  });
  await context.addInitScript(() => {
    localStorage.setItem('gdprAccepted', 'true');
    localStorage.setItem('cookieChoice', '{"version":"2026-11"}');
  });
  return context.newPage();
}

/** No rule of axe is broken on the page as it stands, and nothing is wider than the window. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page: page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
}

export type ReceivedEmail = {
  readonly to: readonly { readonly address: string }[];
  readonly subject: string;
  readonly text: string;
};

/** Letters that an address has in the local mailbox, oldest first; none after ten seconds without one. */
export async function waitForEmailsTo(
  mailboxUrl: string,
  to: string,
  subject = /./,
): Promise<ReceivedEmail[]> {
  for (let i = 0; i < 100; i++) {
    const emails = (await (await fetch(`${mailboxUrl}/letters.json`)).json()) as ReceivedEmail[];
    const found = emails.filter(
      (one) => subject.test(one.subject) && one.to.some(({ address }) => address === to),
    );
    if (found.length > 0) return found;
    await sleep(100);
  }
  return [];
}

/** The text of such a letter. Throws where none came. */
export async function waitForEmailText(
  mailboxUrl: string,
  to: string,
  subject: RegExp,
): Promise<string> {
  const [found] = await waitForEmailsTo(mailboxUrl, to, subject);
  if (!found) throw new Error(`no letter ${String(subject)} to ${to}`);
  return found.text;
}
