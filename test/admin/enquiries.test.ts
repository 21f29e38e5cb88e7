import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessiblePages, launchBrowser, openPage } from '../support/browser.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let sales: AdminClient;
let owner: AdminClient;
let reportId: number;
beforeAll(async () => {
  ({ admin, sales, owner } = await startOffice(['sales', 'owner']));
  const { db } = admin.server;
  ({ id: reportId } = await db
    .selectFrom('report')
    .select('id')
    .where(sql<boolean>`prices ? 'single'`)
    .executeTakeFirstOrThrow());
});
afterAll(() => admin?.close());

const ask = (email: string, more: object = {}) =>
  insertEnquiry(admin.server.db, { email, ...more });
const listEmails = (recipient: string) =>
  admin.server.db
    .selectFrom('outboxEmail')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
const answerForm = (more: Record<string, string> = {}) => ({
  intent: 'answer',
  step: 'send',
  subject: 'Your question',
  body: 'Yes, it does.',
  seenAnswerId: '0',
  ...more,
});

test('after an answer comes the next open enquiry of the same list, and the way back keeps it', async () => {
  const [first, second] = [await ask('a@next.example'), await ask('b@next.example')];
  const list = new URLSearchParams({ list: 'q=next.example&sort=received' });
  const listHtml = await sales.readText('/admin/enquiries?q=next.example&sort=received');
  expect(listHtml).toContain(`href="/admin/enquiries/${first}?${list}"`.replaceAll('&', '&amp;'));
  const sent = await sales.post(`/admin/enquiries/${first}?${list}`, answerForm());
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    `/admin/enquiries/${second}?${list}`,
  ]);
  const next = await (await sales.follow(sent)).text();
  expect(next).toContain(
    'Your answer to a@next.example is on its way. This is the next open enquiry.',
  );
  expect(next).toContain('href="/admin/enquiries?q=next.example&amp;sort=received"');
  const last = await sales.post(`/admin/enquiries/${second}?${list}`, answerForm());
  expect(last.headers.get('location')).toBe('/admin/enquiries?q=next.example&sort=received');
  expect((await listEmails('a@next.example')).map(({ subject }) => subject)).toEqual([
    'Your question',
  ]);
});

test('a second answer by somebody else says who answered, keeps the text, and goes when sent again', async () => {
  const id = await ask('two@answers.example');
  const path = `/admin/enquiries/${id}`;
  expect((await sales.post(path, answerForm())).status).toBe(303);
  const refused = await owner.post(path, answerForm({ body: 'What I typed <b>' }));
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('Test sales answered on');
  expect(html).toContain('What I typed &lt;b&gt;');
  const seenAnswerId = /name="seenAnswerId" value="(\d+)"/.exec(html)?.[1] ?? '';
  expect((await owner.post(path, answerForm({ seenAnswerId }))).status).toBe(303);
  expect(await listEmails('two@answers.example')).toHaveLength(2);
});

test('a template is added behind what was typed, filled in, and nothing is sent', async () => {
  const id = await ask('template@answers.example', { kind: 'inquiry', reportId });
  const path = `/admin/enquiries/${id}`;
  const html = await sales.readText(path);
  const [, template = ''] = /<option value="(\d+)">Answer to a question/.exec(html) ?? [];
  const form = answerForm({ step: 'template', template, body: 'Hi.' });
  const filled = await (await sales.post(path, form)).text();
  expect(filled).toMatch(/Hi\.\n\nHello Ada Berg,/);
  expect(filled).toMatch(/A single-user licence costs \$[\d,]+\./);
  expect(await listEmails('template@answers.example')).toEqual([]);
  const unfilled = await sales.post(path, answerForm({ body: 'It costs {{price}}.' }));
  expect([unfilled.status, await unfilled.text()]).toEqual([
    422,
    expect.stringContaining('Please replace {{price}}'),
  ]);
});

test('owner, follow-up, state and notes are one plain form each, and stand in the history', async () => {
  const id = await ask('forms@work.example');
  const path = `/admin/enquiries/${id}`;
  const forms: readonly Record<string, string>[] = [
    { intent: 'assign', owner: String(sales.staffId) },
    { intent: 'follow-up', day: '2026-12-24' },
    { intent: 'note', body: 'Called <i>twice</i>' },
    { intent: 'state', state: 'closed' },
    { intent: 'state', state: 'open' },
  ];
  for (const form of forms)
    expect([form.intent, (await sales.post(path, form)).status]).toEqual([form.intent, 303]);
  const html = await sales.readText(path);
  for (const text of ['assigned it to Test sales', 'added a note', 'Called &lt;i&gt;twice'])
    expect(html).toContain(text);
  expect((await sales.post(path, { intent: 'note', body: ' ' })).status).toBe(422);
  expect((await sales.post(path, { intent: 'follow-up', day: 'soon' })).status).toBe(422);
  expect((await sales.post(path, { intent: 'nothing' })).status).toBe(400);
  await sales.post(path, { intent: 'follow-up', day: '2020-01-02' });
  expect(await sales.readText('/admin/enquiries?q=work.example')).toContain('Overdue');
  await sales.post(path, { intent: 'follow-up', day: '2999-01-02' });
  expect(await sales.readText('/admin/enquiries?q=work.example')).not.toContain('Overdue');
  expect((await sales.get('/admin/enquiries/99999999')).status).toBe(404);
  expect((await sales.get('/admin/enquiries/x')).status).toBe(404);
});

test('chosen rows and all that match are changed at once; a list that has changed asks again', async () => {
  const ids = [await ask('1@bulk.example'), await ask('2@bulk.example')];
  const path = '/admin/enquiries?q=bulk.example';
  const html = await sales.readText(path);
  const count = /name="matching-count" value="(\d+)"/.exec(html)?.[1] ?? '';
  const newestId = /name="matching-newest-id" value="(\d+)"/.exec(html)?.[1] ?? '';
  expect([count, newestId]).toEqual(['2', String(ids[1])]);
  const all = { 'all-matching': '1', 'matching-count': count, 'matching-newest-id': newestId };
  await ask('3@bulk.example');
  const refused = await sales.post(path, { intent: 'close', ...all });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('The list has changed'),
  ]);
  const done = await sales.post(path, { intent: 'spam', [`pick.${ids[0]}`]: '1' });
  expect(await (await sales.follow(done)).text()).toContain('1 enquiry was changed.');
  expect(await sales.readText('/admin/enquiries?state=spam&q=bulk.example')).toContain('1@bulk');
});

test('F33: the list is exported as it is filtered, with the time to the first answer', async () => {
  const createdAt = new Date('2026-03-02T10:00:00Z');
  const times = { createdAt, firstAnsweredAt: new Date('2026-03-02T13:30:00Z') };
  await ask('1@export.example', {
    ...times,
    state: 'answered',
    fields: { name: 'Ada Berg', company_name: '=1+2, Ltd' },
  });
  await ask('2@export.example', { createdAt, fields: { company_name: '+49' } });
  await ask('3@export.example', { createdAt: new Date('2026-03-03T00:00:00Z') });
  const days = 'q=export.example&from=2026-03-02&until=2026-03-02';
  expect(await sales.readText(`/admin/enquiries?${days}&answer=yes`)).toContain('after 3 h');
  const exported = await sales.get(`/admin/enquiries/export?${days}`);
  expect(exported.headers.get('content-disposition')).toContain('enquiries.csv');
  const [header, ...lines] = (await exported.text()).trim().split('\r\n');
  expect(header).toMatch(/^id,kind,state,received_at,first_answered_at,minutes_to_first_answer,/);
  expect(lines).toEqual([
    expect.stringMatching(/,answered,.*,210,.*"'=1\+2, Ltd",1@export.example/),
    expect.stringMatching(/,open,.*'\+49,2@export.example/),
  ]);
  const viewer = await admin.signIn('viewer');
  expect((await viewer.get('/admin/enquiries/export')).status).toBe(403);
  const { after } = await admin.server.db
    .selectFrom('auditEntry')
    .select('after')
    .where('verb', '=', 'enquiry.export')
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ from: '2026-03-02', isSearched: true });
});

test('templates are made, changed and deleted by forms', async () => {
  const fields = {
    intent: 'save',
    name: 'Thanks',
    kind: '',
    subject: 'Thanks',
    body: 'Thank you.',
  };
  expect((await sales.post('/admin/enquiries/templates/new', fields)).status).toBe(303);
  const list = await sales.readText('/admin/enquiries/templates');
  const path = /href="(\/admin\/enquiries\/templates\/\d+)">Thanks</.exec(list)?.[1] ?? '';
  const refused = await sales.post(path, { ...fields, body: '{{iban}}' });
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('There is no placeholder {{iban}}.'),
  ]);
  expect((await sales.post(path, { ...fields, subject: 'Many thanks' })).status).toBe(303);
  expect(await sales.readText(path)).toContain('value="Many thanks"');
  expect((await sales.post(path, { intent: 'delete' })).status).toBe(303);
  expect((await sales.get(path)).status).toBe(404);
});

test('what one types is kept as a draft, and others see that one is writing', async () => {
  const id = await ask('draft@browser.example', { kind: 'inquiry', reportId });
  const browser = await launchBrowser();
  const page = await openPage(browser);
  const url = `${admin.server.url}/admin/enquiries/${id}`;
  await page.context().addCookies([{ ...sales.cookie, url: admin.server.url }]);
  await page.goto(url);
  await page.keyboard.press('e');
  await page.keyboard.type('Dear Ada, we');
  await waitUntil('the owner sees the draft', async () =>
    (await owner.readText(new URL(url).pathname)).includes('is writing'),
  );
  await page.goto(url);
  expect(await page.inputValue('#body')).toBe('Dear Ada, we');
  await page.close();
});

test('F40: the pages break no rule of axe at 390 and 1440 px', async () => {
  const id = await ask('axe@pages.example', { kind: 'inquiry', reportId });
  await sales.post(`/admin/enquiries/${id}`, answerForm());
  const browser = await launchBrowser();
  const page = await openPage(browser);
  await page.context().addCookies([{ ...owner.cookie, url: admin.server.url }]);
  await expectAccessiblePages(page, admin.server.url, [
    '/admin/enquiries',
    '/admin/enquiries?q=nobody-at-all',
    `/admin/enquiries/${id}`,
    '/admin/enquiries/templates',
    '/admin/enquiries/templates/new',
  ]);
});
