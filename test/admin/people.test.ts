import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let sales: AdminClient;
let owner: AdminClient;
beforeAll(async () => {
  ({ admin, sales, owner } = await startOffice(['sales', 'owner']));
});
afterAll(() => admin?.close());

const ask = (email: string, more: object = {}) =>
  insertEnquiry(admin.server.db, { email, ...more });
const answerForm = (more: Record<string, string> = {}) => ({
  intent: 'answer',
  step: 'send',
  subject: 'Your question',
  body: 'Yes, it does.',
  seenAnswerId: '0',
  ...more,
});

test('F19: the CV of an application is saved by an owner, and for sales there is none', async () => {
  const body = new FormData();
  const fields = { name: 'Cleo', email: 'cleo@cv.example', phone: '+39 02 0000' };
  for (const [name, value] of Object.entries({ ...fields, position: 'Analyst', message: 'Hello' }))
    body.set(name, value);
  body.set('cv', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'Cléo Ünal.pdf');
  const { url } = admin.server;
  const applied = await fetch(`${url}/data/forms/career`, {
    method: 'POST',
    headers: { origin: url },
    body,
  });
  expect(applied.status).toBe(200);
  const { id } = await admin.server.db
    .selectFrom('lead')
    .select('id')
    .where('email', '=', fields.email)
    .executeTakeFirstOrThrow();
  const path = `/admin/enquiries/${id}/cv`;
  for (const role of ['sales', 'viewer', 'editor', 'finance'] as const)
    expect([role, (await (await admin.signIn(role)).get(path)).status]).toEqual([role, 404]);
  expect((await admin.visitor.get(path)).status).toBe(303);
  const opened = await owner.get(path);
  expect(await opened.text()).toContain('%PDF-1.4');
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''Cl%C3%A9o%20%C3%9Cnal.pdf",
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(await owner.readText(`/admin/enquiries/${id}`)).toContain('Test owner opened the CV');
});

test('an answer to what became spam meanwhile is refused in words, and its text is not lost', async () => {
  const path = `/admin/enquiries/${await ask('became@spam.example')}`;
  await owner.post(path, { intent: 'state', state: 'spam' });
  const refused = await sales.post(path, answerForm({ body: 'A long answer' }));
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toMatch(/role="alert"[^]*Reopen it to answer it\./);
  expect(html).toContain('A long answer');
});

test('F32: a hostile name is text in the list, the enquiry, the history and the answer', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const id = await ask('hostile@name.example', {
    name,
    fields: {
      name,
      email: 'hostile@name.example',
      message: '</textarea><script>alert(2)</script>',
    },
  });
  const path = `/admin/enquiries/${id}`;
  await sales.post(path, { intent: 'note', body: name });
  const answered = await sales.post(path, answerForm({ subject: name, body: `Dear ${name}` }));
  expect(answered.status).toBe(303);
  for (const page of ['/admin/enquiries?q=hostile', path, '/admin/audit'])
    expect([page, await (await owner.get(page)).text()]).toEqual([
      page,
      expect.not.stringMatching(/<img src=x|<script>alert/),
    ]);
  const email = await admin.server.db
    .selectFrom('outboxEmail')
    .select('body')
    .where('recipient', '=', 'hostile@name.example')
    .executeTakeFirst();
  expect(email?.body.html).not.toContain('<img src=x');
});

test('F32: a hostile name is text in the emails that its form causes', async () => {
  const body = new FormData();
  const name = '<img src=x onerror=alert(1)>';
  const fields = { name, email: 'hostile@form.example', phone: '+39 02 0000', position: name };
  for (const [field, value] of Object.entries({ ...fields, message: `<script>${name}` }))
    body.set(field, value);
  body.set('cv', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'cv.pdf');
  const { url, db } = admin.server;
  const headers = { origin: url };
  expect((await fetch(`${url}/data/forms/career`, { method: 'POST', headers, body })).status).toBe(
    200,
  );
  const emails = await db.selectFrom('outboxEmail').select(['recipient', 'body']).execute();
  const caused = emails.filter(
    ({ recipient, body: { html } }) =>
      recipient === fields.email || html.includes(fields.email) || html.includes('onerror'),
  );
  expect(caused.length).toBeGreaterThan(1);
  for (const { body: sent } of caused) expect(sent.html).not.toMatch(/<img src=x|<script/);
  expect(caused.some(({ body: sent }) => sent.html.includes('&lt;img src=x'))).toBe(true);
});

test('a viewer sees people masked, finds nobody by name, and has no form that works', async () => {
  const viewer = await admin.signIn('viewer');
  const id = await ask('masked.person@hidden.example', { name: 'Masked Person' });
  await sales.post(`/admin/enquiries/${id}`, { intent: 'note', body: 'Masked Person is nice' });
  await sales.post('/admin/typed', {
    'kept-place': `/admin/enquiries/${id}`,
    body: 'Dear Masked',
  });
  for (const path of ['/admin/enquiries', `/admin/enquiries/${id}`]) {
    const html = await viewer.readText(path);
    expect(html).not.toMatch(/masked\.person|Masked Person|Dear Masked|two lines/);
    expect(html).not.toMatch(/name="intent"/);
  }
  const found = await viewer.readText('/admin/enquiries?q=masked.person');
  expect(found).toContain('No enquiries match');
  const forms: readonly Record<string, string>[] = [
    answerForm(),
    { intent: 'note', body: 'x' },
    { intent: 'assign', owner: '' },
  ];
  for (const form of forms)
    expect((await viewer.post(`/admin/enquiries/${id}`, form)).status).toBe(403);
  expect(
    (await viewer.post('/admin/enquiries', { intent: 'spam', [`pick.${id}`]: '1' })).status,
  ).toBe(403);
  for (const path of ['/admin/enquiries/templates', '/admin/customers', '/admin/customers/person'])
    expect([path, (await viewer.get(path)).status]).toEqual([path, 403]);
});

test('customers are listed and helped, and a person is shown, exported and erased with proof', async () => {
  const { accounts } = admin.server.app;
  const email = 'dora@person.example';
  const visitor = { clientIp: '203.0.113.78', userAgent: 'test' };
  const account = {
    name: 'Dora Kelp',
    email,
    mobile_no: '+39 02 0000',
    address: 'Via 1',
    password: 'correct horse',
  };
  await accounts.registration.register(account, visitor);
  await accounts.sessions.login(account, visitor);
  const enquiry = await ask(email, { name: 'Dora Kelp' });
  const list = await sales.readText('/admin/customers?q=dora');
  const path = /href="(\/admin\/customers\/\d+)"/.exec(list)?.[1] ?? '';
  expect(await sales.readText(path)).toContain(`/admin/enquiries/${enquiry}`);
  const ended = await sales.post(path, { intent: 'end-sessions' });
  expect(await (await sales.follow(ended)).text()).toContain('1 session ended.');
  expect((await sales.post(path, { intent: 'send-reset' })).status).toBe(303);
  expect((await sales.post(path, { intent: 'send-reset' })).status).toBe(409);

  const person = '/admin/customers/person';
  expect(await owner.readText(`${person}?enquiry=${enquiry}`)).toContain(`value="${email}"`);
  const late = await admin.signIn('owner', { provedMinutesAgo: 11 });
  const asked = await late.post(person, { intent: 'erase', email, confirmed: email });
  expect([asked.status, asked.headers.get('location')]).toEqual([
    307,
    '/admin/prove?next=%2Fadmin%2Fcustomers%2Fperson',
  ]);
  expect((await late.post(`${person}/export`, { email })).status).toBe(307);
  expect((await sales.post(`${person}/export`, { email })).status).toBe(403);
  const exported = await owner.post(`${person}/export`, { email });
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="person.json"');
  expect(await exported.json()).toMatchObject({ accounts: [{ email }], enquiries: [{}] });
  const preview = await (await owner.post(person, { intent: 'preview', email })).text();
  expect(preview).toContain('What erasing does');
  expect((await owner.post(person, { intent: 'erase', email, confirmed: 'no' })).status).toBe(422);
  expect(await owner.readText(path)).toContain('Dora Kelp');
  const erased = await owner.post(person, { intent: 'erase', email, confirmed: email });
  expect([erased.status, await erased.text()]).toEqual([200, expect.stringContaining('Erased')]);
  expect((await owner.get(path)).status).toBe(404);
  expect(await owner.readText(`/admin/enquiries/${enquiry}`)).not.toContain('Dora');
});
