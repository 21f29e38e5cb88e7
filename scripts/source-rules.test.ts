import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const listSourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile() && /\.tsx?$/.test(found.name))
    .map((found) => path.join(found.parentPath, found.name));
const filesMatching = (all: readonly string[], pattern: RegExp): string[] =>
  all.filter((file) => pattern.test(readFileSync(file, 'utf8')));

test('the environment is read in config.ts and nowhere else under src', () => {
  expect(filesMatching(listSourceFiles('src'), /process\.env/)).toEqual(['src/settings/config.ts']);
});

test('the core has no clock and no randomness of its own', () => {
  const core = listSourceFiles('src/core').filter((file) => !file.endsWith('.test.ts'));
  expect(
    filesMatching(core, /Date\.now\(|new Date\(\)|Math\.random|randomBytes|randomUUID/),
  ).toEqual([]);
});

test('no test measures how long something takes: a timing is a benchmark', () => {
  const tests = ['src', 'db', 'scripts', 'simulators', 'test']
    .flatMap(listSourceFiles)
    .filter((file) => file.includes('.test.'));
  expect(filesMatching(tests, /performance\s*\.now\(|process\.hrtime/)).toEqual([]);
});

/** Words that say of an email that it went out; comments are left out. */
const saysSent =
  /\b(was|were|has been|have been) (sent|emailed)\b|\bwe(’ve| have)? (just )?(sent|emailed)\b|\binvitation sent\b/i;
const withoutComments = (text: string): string =>
  text
    .replaceAll(/\/\*.*?\*\//gs, ' ')
    .replaceAll(/(^|\s)\/\/.*$/gm, ' ')
    .replaceAll(/\s+/g, ' ');

test('no page says by itself that an email was sent: its outcome does', () => {
  const files = ['src/admin', 'src/site']
    .flatMap(listSourceFiles)
    .filter((file) => !file.includes('.test.'))
    .filter((file) => saysSent.test(withoutComments(readFileSync(file, 'utf8'))));
  expect(files.toSorted()).toEqual([
    // A visitor whom a search sent away.
    'src/admin/home/figure-row.tsx',
    // What a visitor sent; a counted outcome; a warning.
    'src/admin/leads/enquiry.tsx',
    'src/admin/leads/newsletter/issue-facts.tsx',
    'src/admin/leads/newsletter/issue-sending.tsx',
    // Money that staff sent by hand, and deliveries of webhooks.
    'src/admin/orders/refund-page.tsx',
    'src/admin/store/webhook.tsx',
    // By the email's outcome.
    'src/site/orders/order-page-actions.ts',
    // Money that went back.
    'src/site/orders/order-page.tsx',
    // The specification's sentence, with its own conditions below it.
    'src/site/texts.ts',
  ]);
});

/** Whatever makes a day, a year or an hour of an instant, by UTC or by the clock of a machine. */
const cutsDays = new RegExp(
  [
    /toISOString\(\)\s*\.(slice|split|substring)/,
    /\b[gs]etUTC|\.get(FullYear|Month|Date|Day|Hours)\(|Date\.UTC\(/,
    /toLocale(Date|Time)String\(|DateTimeFormat\(/,
    /current_date|at time zone|date_trunc\(|extract\((year|month|week|day|hour)/i,
  ]
    .map(({ source }) => source)
    .join('|'),
);

test('days, years and hours of people are made in kernel/time-zone.model.ts alone', () => {
  const files = ['src', 'scripts', 'db/demo']
    .flatMap(listSourceFiles)
    .filter((file) => !file.includes('.test.'));
  expect(filesMatching(files, cutsDays).toSorted()).toEqual([
    // Cells of a sheet have days, and no zone.
    'src/adapters/sheets/xlsx/cell-value.ts',
    // Asks the browser for its own zone.
    'src/admin/islands/enhancements/own-zone.ts',
    // Milliseconds of an instant.
    'src/core/catalogue/editing/report-checks.store.ts',
    // The year of a report's day.
    'src/core/catalogue/search/facets.store.ts',
    'src/core/kernel/date.model.ts',
    'src/core/kernel/time-zone.model.ts',
    // Nobody reads the folders of the trash.
    'src/core/kernel/trash.ts',
    'src/core/kernel/zone-names.model.ts',
    // The week of a day that is stored.
    'src/core/orders/staff/revenue.store.ts',
    // The month of a day.
    'src/ui/format.ts',
  ]);
});

test('only adapters and islands call fetch', () => {
  const others = listSourceFiles('src').filter(
    (file) => !/^src\/(adapters|(site|admin)\/islands)\//.test(file) && !file.includes('.test.'),
  );
  expect(filesMatching(others, /(?<![.\w])fetch\(/)).toEqual([]);
});

test('every button that sends a form says what it is doing: it is a SubmitButton', () => {
  const pages = [...listSourceFiles('src/site'), ...listSourceFiles('src/admin')].filter((file) =>
    file.endsWith('.tsx'),
  );
  const withForms = filesMatching(pages, /<form\s[^>]*method="post"/);
  expect(withForms.length).toBeGreaterThan(15);
  expect(filesMatching(withForms, /<button(?![^>]*type="button")/)).toEqual([]);
});

/** A parameter that is a dependency object, by its name or, if it is taken apart, by its type. */
const takesDeps = /(?<!readonly #?)\b\w*[dD]eps\??: |\}: (Readonly<|Pick<)?\w*Deps\b/;
const withoutConstructors = (text: string): string =>
  text.replaceAll(/constructor\s*\((?:[^()]|\([^()]*\))*\)/g, '');

test('a function of the core takes values: only a class is given dependencies', () => {
  const files = listSourceFiles('src/core')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => takesDeps.test(withoutConstructors(readFileSync(file, 'utf8'))));
  expect(files).toEqual([]);
});

/** There is one of these for each queue, list and lease. */
const builtForEach: readonly string[] = ['Claims', 'Export', 'Renewal'];

test('a class of the core is built in one place, and handed on to whoever uses it', () => {
  const texts = listSourceFiles('src/core')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));
  const classes = texts.flatMap((text) =>
    [...text.matchAll(/^export class (\w+)(?!.* extends Error)/gm)].map(([, name = '']) => name),
  );
  expect(classes.length).toBeGreaterThan(150);
  const isBuiltIn = (name: string) => (text: string) => new RegExp(`\\bnew ${name}[(<]`).test(text);
  const several = classes.filter((name) => texts.filter(isBuiltIn(name)).length > 1);
  expect(several.toSorted()).toEqual(builtForEach);
});

test('the files that benches, scripts and tests name are there', () => {
  const programs = ['bench', 'scripts', 'test']
    .flatMap(listSourceFiles)
    // It names files that break the rule of imports, and writes them.
    .filter((file) => file !== 'scripts/import-boundaries.test.ts');
  const missing = programs.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /['"`]((?:src|db|scripts|simulators|test|bench)\/[\w./-]+\.(?:tsx?|cjs))['"`]/g,
      ),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(name))
      .map((name) => `${file} names ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the files that ARCHITECTURE.md and CONTRIBUTING.md name are there', () => {
  const files = ['src', 'db', 'scripts', 'simulators', 'test', 'docs']
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .map((found) => path.join(found.parentPath, found.name));
  const named = ['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([\w@./-]+\.(?:tsx?|sql|md))`/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(80);
  const isThere = (name: string): boolean =>
    existsSync(name) || files.some((file) => file.endsWith(`/${name}`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
