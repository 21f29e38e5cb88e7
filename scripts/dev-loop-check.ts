/**
 * Edits a file of each kind in a copy of the project under `npm run dev`, and measures how long the
 * open tab takes to show it. Run by hand: `node scripts/dev-loop-check.ts`. Ends with 1 if a
 * change took longer than 2 s or an error was not shown with its file and line.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launchChromium } from '../test/support/browser.ts';
import { startDevCopy } from './dev/project-copy.ts';

const limitMs = 2000;
/** If a change never shows, we stop waiting after this. */
const giveUpMs = 20_000;
/**
 * A reload that begins at the same moment cancels a navigation without a word: asked again then.
 */
const navigationTimeoutMs = 2000;

const project = await startDevCopy(19_300);
const browser = await launchChromium();
const tab = await browser.newPage();
let hasFailed = false;

const edit = (file: string, change: (source: string) => string): (() => void) => {
  const whole = path.join(project.folder, file);
  const before = readFileSync(whole, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} has nothing to change`);
  writeFileSync(whole, after);
  return () => writeFileSync(whole, before);
};
const create = (file: string, text: string): (() => void) => {
  writeFileSync(path.join(project.folder, file), text);
  return () => rmSync(path.join(project.folder, file));
};

/** Makes the change and waits until the open tab shows it; then takes it back and waits again. */
async function measure(
  kind: string,
  address: string,
  shows: (page: Page) => Promise<boolean>,
  change: () => () => void,
): Promise<void> {
  const isOpen = await waitUntil(async () => {
    if (!tab.url().endsWith(address))
      await tab.goto(project.url + address, { waitUntil: 'commit', timeout: navigationTimeoutMs });
    return tab.url().endsWith(address);
  });
  if (!isOpen) throw new Error(`${address} did not open`);
  await waitUntil(async () => !(await shows(tab)));
  // The tab listens for changes once everything of it is loaded.
  await tab.waitForLoadState('networkidle');
  const began = performance.now();
  const undo = change();
  const isShown = await waitUntil(() => shows(tab));
  const tookMs = Math.round(performance.now() - began);
  if (!isShown || tookMs > limitMs) hasFailed = true;
  console.log(`${kind}: ${isShown ? `${tookMs} ms` : 'NOT SHOWN'}`);
  undo();
  if (!(await waitUntil(async () => !(await shows(tab))))) throw new Error(`${kind} did not go`);
}

async function waitUntil(condition: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + giveUpMs;
  while (performance.now() < end) {
    // A page that is being replaced can't be asked: the next one can.
    if (await condition().catch(() => false)) return true;
    await tab.waitForTimeout(20);
  }
  return false;
}

const hasText =
  (text: string) =>
  async (page: Page): Promise<boolean> =>
    (await page.locator('body').textContent())?.includes(text) ?? false;
const hasOverlay =
  (text: string) =>
  (page: Page): Promise<boolean> =>
    page.evaluate(
      (words) =>
        document.querySelector('vite-error-overlay')?.shadowRoot?.textContent.includes(words) ??
        false,
      text,
    );

/** The same app, whose industries are named "… of the loop". */
const renameIndustries = (source: string): string =>
  `${source.replace('export class App {', 'class TheApp {')}
export class App extends TheApp {
  constructor(given: GivenDeps) {
    super(given);
    const { industries } = this.catalogue;
    const list = industries.list.bind(industries);
    industries.list = async () =>
      (await list()).map((one) => ({ ...one, name: one.name + ' of the loop' }));
  }
}
`;

const aboutPage = 'src/site/content/about.tsx';
try {
  await measure('page', '/about', hasText('About the loop'), () =>
    edit(aboutPage, (source) => source.replace('About Us', 'About the loop')),
  );
  const headingColour = (page: Page): Promise<boolean> =>
    page
      .locator('h1')
      .first()
      .evaluate((heading) => getComputedStyle(heading).color === 'rgb(1, 2, 3)');
  await measure('style', '/about', headingColour, () =>
    edit('src/styles/site.css', (source) => `${source}\nh1 { color: rgb(1, 2, 3) !important; }\n`),
  );
  await measure(
    'island',
    '/about',
    async (page) => (await page.getByPlaceholder('Search the loop').count()) > 0,
    () =>
      edit('src/site/islands/components/search-box.tsx', (source) =>
        source.replace('Search reports', 'Search the loop'),
      ),
  );
  await measure('core verb', '/industries', hasText('of the loop'), () =>
    edit('src/core/app.ts', renameIndustries),
  );
  await measureMigration();
  await checkErrors();
} finally {
  await browser.close();
  await project.stop();
}
process.exitCode = hasFailed ? 1 : 0;

/** A migration is not taken back: the next one does it. */
async function measureMigration(): Promise<void> {
  const rename = (name: string, to: string): (() => void) =>
    create(`db/migrations/${name}.sql`, `update industry set name = ${to};\n`);
  await measure('migration', '/industries', hasText('by migration'), () => {
    rename('9998_loop', "name || ' by migration'");
    return () => rename('9999_loop', "replace(name, ' by migration', '')");
  });
}

async function checkErrors(): Promise<void> {
  await measure('syntax error', '/about', hasOverlay(`${aboutPage}:3`), () =>
    edit(aboutPage, (source) => source.replace(/\n/, '\n\nconst = ;\n')),
  );
  const undo = edit(aboutPage, (source) => source.replace(/\n/, '\n\nconst = ;\n'));
  await waitUntil(() => hasOverlay(aboutPage)(tab));
  const other = await fetch(`${project.url}/faq`);
  console.log(`another page meanwhile: ${other.status}`);
  if (other.status !== 200) hasFailed = true;
  undo();
  await waitUntil(() => hasText('About Us')(tab));
  const throwInLoader = (source: string): string =>
    source.replace(/(export async function loader.*\n)/, "$1  throw new Error('thrown');\n");
  await measure('thrown in a loader', '/about', hasOverlay(`${aboutPage}:`), () =>
    edit(aboutPage, throwInLoader),
  );
  await measure('broken core', '/industries', hasOverlay('src/core/app.ts:'), () =>
    edit('src/core/app.ts', (source) => `const = ;\n${source}`),
  );
  const migration = 'db/migrations/9999_z_broken.sql';
  await measure('broken migration', '/industries', hasOverlay(`${migration}:1`), () =>
    create(migration, 'update nothing;\n'),
  );
}
