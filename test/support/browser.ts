import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { listAxeFaults } from './axe.ts';
import { listMissingStyles } from './missing-styles.ts';
import { stepLimitMs, within } from './wait-until.ts';

/**
 * The headless shell, which draws no windows, needs three fifths of the others' time for a page.
 */
const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * A full Chromium loads its address bar's suggestions, which are a page, into every new window:
 * half of what a test's page costs. Chromium takes the last list of features alone, so that what
 * Playwright switches off for pages stands here again.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

let running: Browser | undefined;

/**
 * The browser that the test files of one process share. Closing it closes the pages of a file; it
 * ends with the process.
 */
export async function launchBrowser(): Promise<Browser> {
  if (running?.isConnected()) return running;
  const browser = await launchChromium();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  running = browser;
  return browser;
}

/**
 * The Chromium of this machine; `npm test` has looked for one, or installed it, before. With
 * `keepsPages` the way back shows pages as they were left, as it does for visitors.
 */
export function launchChromium({ keepsPages = false } = {}): Promise<Browser> {
  // The shell keeps no page.
  const paths = keepsPages ? chromiumPaths.slice(1) : chromiumPaths;
  const executablePath = process.env['CHROMIUM'] ?? paths.find((file) => existsSync(file));
  if (!executablePath)
    throw new Error(
      'There is no Chromium on this machine: install one, or set CHROMIUM to its path.',
    );
  return chromium.launch({
    executablePath,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // A page's script ends long before optimizing it would pay: that was a fifth of the time.
      '--js-flags=--no-opt,--no-maglev',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  });
}

type PageOptions = BrowserContextOptions & {
  /** Width of the window in CSS pixels; 1280 by default. */
  readonly width?: number;
  /** Whether the visitor has answered the question about cookies before; true by default. */
  readonly hasAnsweredCookies?: boolean;
  /**
   * Whether the dialog that covers a report's page after ten seconds stays away; true by default.
   */
  readonly hasSeenSampleDialog?: boolean;
};

/** A page of a new visitor, in a context of its own, each of whose steps ends by `stepLimitMs`. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const {
    width = 1280,
    hasAnsweredCookies = true,
    hasSeenSampleDialog = true,
    ...contextOptions
  } = options;
  const context = await within(
    'Chromium has a new window',
    browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      ...contextOptions,
    }),
  );
  context.setDefaultTimeout(stepLimitMs);
  if (hasAnsweredCookies)
    await context.addInitScript(() => {
      localStorage.setItem('gdprAccepted', 'true');
      localStorage.setItem('cookieChoice', '{"version":"2026-11"}');
    });
  if (hasSeenSampleDialog)
    await context.addInitScript(() => {
      if (location.protocol.startsWith('http')) sessionStorage.setItem('sampleDialogSeen', '1');
    });
  const page = await within('Chromium has a new page', context.newPage());
  limitEvaluations(page);
  return page;
}

/** Steps by which a test asks a page, a frame or an element, and which have no limit of their own. */
const limitlessSteps = [
  'evaluate',
  'evaluateAll',
  'evaluateHandle',
  '$eval',
  '$$eval',
  'content',
  'title',
];
const limitedKinds = new WeakSet<object>();

/**
 * Playwright waits for ever for a page whose script is busy, or that a dialog holds: for all frames
 * and locators of this process from the first page on.
 */
function limitEvaluations(page: Page): void {
  for (const asked of [page.mainFrame(), page.locator('html')]) {
    const kind = Object.getPrototypeOf(asked) as Record<string, unknown>;
    if (limitedKinds.has(kind)) continue;
    limitedKinds.add(kind);
    for (const name of limitlessSteps) {
      const step = kind[name];
      if (typeof step !== 'function') continue;
      kind[name] = function limited(this: Frame | Locator, ...args: unknown[]): Promise<unknown> {
        const place = 'url' in this ? this.url() : `${this.page().url()}, ${String(this)},`;
        const [asks = ''] = args as (string | (() => unknown))[];
        const work = `${name}(${String(asks).slice(0, 100)})`;
        return within(
          `${place} has done ${work}`,
          Reflect.apply(step, this, args) as Promise<unknown>,
        );
      };
    }
  }
}

/** Collects script errors and console errors of a page, but for the 4xx that a test provokes. */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 4'))
      errors.push(message.text());
  });
  return errors;
}

/** True if nothing on the page is wider than the window. */
export const fitsViewport = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/**
 * The page breaks no rule of axe, has all its styles, and nothing on it is wider than the window.
 * With a selector axe looks at that part alone: what stands around it on every page costs as much
 * as the rest.
 */
export async function expectAccessiblePage(page: Page, part?: string): Promise<void> {
  expect(await listAxeFaults(page, { part })).toEqual([]);
  expect(await listMissingStyles(page)).toEqual([]);
  expect(await fitsViewport(page), `${page.url()} fits its window`).toBe(true);
}

/**
 * Returns the faults of the page as it stands at 390 and 1440 px: for axe, its styles, its width.
 */
export async function listFaultsAtBothWidths(page: Page, part?: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await listAxeFaults(page, { part, isResized: width > 390 });
    if (!(await fitsViewport(page))) found.push('wider than its window');
    found.push(...(await listMissingStyles(page)).map((rule) => `no style ${rule}`));
    faults.push(...found.map((fault) => `at ${width} px: ${fault}`));
  }
  return faults;
}

/** Each path has an accessible page at 390 and 1440 px, which fits the window at 768 px, too. */
export async function expectAccessiblePages(
  page: Page,
  baseUrl: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(baseUrl + path);
    expect(await fitsViewport(page), `${path} at 768 px`).toBe(true);
    expect(await listFaultsAtBothWidths(page), path).toEqual([]);
  }
}

/** Resolves when React has taken over the first element that the selector finds. */
export async function waitForHydration(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (query) =>
      Object.keys(document.querySelector(query) ?? {}).some((key) =>
        key.startsWith('__reactProps'),
      ),
    selector,
  );
}

/** Fills fields of the page's main part, by name. */
export async function fillFields(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.fill(`main [name="${name}"]`, value);
}
