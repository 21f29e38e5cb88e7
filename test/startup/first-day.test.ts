import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { runStaffCommand } from '../../scripts/staff-cli.ts';
import { runStoreCommand } from '../../scripts/store-cli.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { productionEnv } from '../support/production-env.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let folder: TemporaryFolder;
let server: TestServer;
let printed: string[];
beforeEach(async () => {
  printed = [];
  folder = createTemporaryFolder('first-day');
  const port = await findFreePorts();
  server = await startTestServer({
    template: 'empty',
    env: { ...productionEnv, PORT: String(port), ORIGIN: `http://localhost:${port}` },
    printLine: (line) => void printed.push(line),
  });
});
afterEach(async () => {
  await server.close();
  folder.remove();
});

const get = (address: string): Promise<Response> =>
  fetch(server.url + address, { redirect: 'manual' });

const answers = {
  name: 'Nordlicht Analysen',
  email: 'hallo@nordlicht.example',
  address: 'Lange Straße 1, 10115 Berlin, Germany',
  currency: 'EUR',
  tax: 'net',
  tax_country: 'de',
  tax_number: 'DE123456789',
};

const ownerAnswers = {
  owner_name: 'Nele Nordlicht',
  owner_email: 'Nele@nordlicht.example',
  owner_password: 'a long enough password',
};

/** `npm run store`, and `npm run staff`, beside the running store. */
const startStoreCli = (words: readonly string[], input = ''): Promise<string> =>
  startCli('scripts/store-cli.ts', words, input);
const startStaffCli = (words: readonly string[]): Promise<string> =>
  startCli('scripts/staff-cli.ts', words, '');
/** The same in this process, if nothing is asked about the program that prints it. */
const runStoreCli = async (words: readonly string[]): Promise<string> =>
  readLine(await runStoreCommand(server.app, words));
const runStaffCli = async (words: readonly string[]): Promise<string> =>
  readLine(await runStaffCommand(server.app, words));

const readLine = (outcome: Outcome<string>): string =>
  (outcome.ok ? outcome.value : outcome.message).trim();

function startCli(script: string, words: readonly string[], input: string): Promise<string> {
  const program = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, ...server.env },
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  program.stdin.end(input);
  return new Promise((resolve) => program.on('exit', () => resolve(output.trim())));
}

/** Pages that every visitor can open; each must be whole without a single report. */
const publicPages = [
  '/',
  '/industries',
  '/report-store',
  '/services',
  '/about',
  '/faq',
  '/blog',
  '/press-release',
  '/testimonials',
  '/client',
  '/contact',
  '/career',
  '/become-reseller',
  '/terms-and-condition',
  '/privacy-policies',
  '/gdpr-policy',
  '/cookies',
  '/refund-policy',
  '/how-to-order',
  '/research-methology',
  '/custom_search?q=tea',
  '/login',
  '/signup',
  '/forgot-password',
  '/newsletter',
  '/renew-download',
  '/robots.txt',
];
const apiCalls = [
  'info',
  'metas',
  'industries',
  'service',
  'reports',
  'blog',
  'press-release',
  'client',
  'company',
  'faq',
  'country-with-phone-code',
  'openapi.json',
].map((call) => `/admin/api/${call}`);

test('an empty store says so on every page, is not ready, and prints one link for its owner', async () => {
  for (const address of ['/', '/login', '/report-store', '/any-report', '/buy-now?id=1']) {
    const response = await get(address);
    expect([address, response.status, response.headers.get('retry-after')]).toEqual([
      address,
      503,
      '60',
    ]);
    expect(await response.text()).toContain('This store is being set up');
  }
  const call = await get('/admin/api/info');
  expect([call.status, await call.json()]).toEqual([
    503,
    { success: false, message: 'This store is being set up.' },
  ]);
  expect((await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toMatchObject([503, { ready: false, store: 'empty' }]);
  const links = printed.join('\n').match(/http:\S+\/setup\/[0-9a-f]{32}/g) ?? [];
  expect(links).toHaveLength(1);
  expect((await fetch(String(links[0]))).status).toBe(200);
  expect((await get(`/setup/${'0'.repeat(32)}`)).status).toBe(404);
});

test('the program prints the whole link, whose secret its log would hide', async () => {
  const data = createTemporaryFolder('first-start');
  const program = await startServerProcess({
    ...server.env,
    DATA_DIR: data.path,
    // As every further program of a store: one place of files.
    FILES_DIR: path.join(String(server.env['DATA_DIR']), 'files'),
    PORT: String(await findFreePorts()),
    LOG_LEVEL: 'info',
  });
  try {
    await waitUntil('the link is printed', () => program.readOutput().includes('/setup/'));
    expect(program.readOutput()).toMatch(/^ *http:\S+\/setup\/[0-9a-f]{32}$/m);
  } finally {
    await program.close();
    data.remove();
  }
});

test('an owner opens the store with the link, once, and the empty shop looks finished', async () => {
  const link = String(printed.join('\n').match(/http:\S+\/setup\/\S+/)?.[0]);
  const post = (form: Record<string, string>) =>
    fetch(link, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { origin: server.url },
      redirect: 'manual',
    });
  const wrong = await post({
    ...answers,
    currency: 'XAU',
    time_zone: 'Pune',
    address: '',
    ...ownerAnswers,
    owner_password: 'short-word',
    owner_name: '',
  });
  expect(wrong.status).toBe(422);
  const wrongText = await wrong.text();
  expect(wrongText).toContain('Please choose a currency.');
  expect(wrongText).toContain('Please choose a time zone of the list, such as Asia/Kolkata.');
  expect(wrongText).toContain('Please give your address.');
  expect(wrongText).toContain('Please give your name.');
  expect(wrongText).not.toContain('short-word');
  expect(wrongText).toContain('value="Nordlicht Analysen"');
  expect((await get('/')).status).toBe(503);
  const opened = await post({ ...answers, ...ownerAnswers, time_zone: 'berlin' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/admin']);
  expect((await post({ ...answers, name: 'Somebody else' })).status).toBe(404);
  expect((await server.app.store.getSettings()).timeZone).toBe('Europe/Berlin');
  expect(await server.db.selectFrom('setupLink').selectAll().execute()).toEqual([]);
  const staff = server.db.selectFrom('staff').select(['email', 'name', 'role']);
  expect(await staff.execute()).toEqual([
    { email: 'nele@nordlicht.example', name: 'Nele Nordlicht', role: 'owner' },
  ]);
  expect((await get('/readyz')).status).toBe(200);
  const problems: string[] = [];
  for (const address of [...publicPages, ...apiCalls]) {
    const response = await get(address);
    const text = await response.text();
    if (response.status !== 200) problems.push(`${address}: ${response.status}`);
    if (/Quillmark|USDA|undefined|NaN|\bnull</.test(text)) problems.push(`${address}: other words`);
  }
  expect(problems).toEqual([]);
  const home = await (await get('/')).text();
  const headings = [...home.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading);
  for (const block of ['Services', 'Blogs', 'Press Releases', 'Testimonials', 'Latest'])
    expect(headings.filter((heading) => heading?.startsWith(block))).toEqual([]);
  expect(await (await get('/terms-and-condition')).text()).toContain('Draft.');
});

test('npm run setup opens the store with a file, or with answers, and its file comes back the same', async () => {
  const file = path.join(folder.path, 'store.json');
  expect(await runStoreCli(['history'])).toMatch(/not set up yet/);
  const questions = [
    'Tidewater Research',
    'hello@tidewater.example',
    '',
    '',
    '1 Quay, Cork, Ireland',
    '',
    'GBP',
    '',
    '',
    '',
    '',
    '',
    '',
    'owner@tidewater.example',
  ];
  expect(await startStoreCli(['setup'], `${questions.join('\n')}\n`)).toMatch(
    /The store is open[^]*\/admin\/invitation\/[0-9a-f]{64}$/,
  );
  expect(await runStaffCli(['list'])).toMatch(/^Nobody works here yet/);
  expect(await startStaffCli(['add', 'x@tidewater.example', 'king'])).toBe('Please choose a role.');
  expect(await runStaffCli(['add', 'x@tidewater.example', 'editor'])).toMatch(
    /\/admin\/invitation/,
  );
  expect(await runStaffCli(['reset-factor', 'x@tidewater.example'])).toMatch(/no such person/);
  expect(await (await get('/')).text()).toContain('Tidewater Research');
  expect(await startStoreCli(['export', file])).toMatch(/All settings are in/);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ storeFormat: 1, currency: 'GBP', bank: null });
  writeFileSync(file, text.replace('Tidewater Research', 'Tidewater'));
  expect(await runStoreCli(['import', file])).toBe('The settings are in force.');
  expect(await runStoreCli(['history'])).toMatch(/^2 .*command line.*\n +1 /);
  writeFileSync(file, text.replace('"GBP"', '"XAU"'));
  expect(await runStoreCli(['import', file])).toMatch(/^The settings can't be used\. currency: /);
  expect(await runStoreCli(['setup', '--from', file])).toMatch(/is set up already/);
});
