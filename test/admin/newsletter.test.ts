import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEmails, waitForEmail } from '../support/emails.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let editor: AdminClient;
beforeAll(async () => {
  ({ admin, owner, editor } = await startOffice(['owner', 'editor'], {
    NEWSLETTER_PER_MINUTE: '6000',
  }));
});
afterAll(() => admin?.close());

const form = {
  intent: 'save',
  revision: '1',
  subject: 'What steel did in November',
  preheader: 'Three numbers',
  body: '<h2>Steel</h2><p>It <strong>grew</strong>.</p>',
  cards: '',
};

async function createIssue(): Promise<string> {
  const created = await editor.post('/admin/issues/new', form);
  expect(created.status).toBe(303);
  return created.headers.get('location') ?? '';
}

async function addSubscriber(email: string): Promise<string> {
  const token = crypto.randomUUID().replaceAll('-', '');
  await admin.server.db
    .insertInto('subscriber')
    .values({ email, token, consent: 'yes', requestedAt: new Date() })
    .execute();
  return token;
}

const readFirst = async (path: string, client = editor) => (await client.get(path)).text();

test('an issue is written, refused at its fields, previewed as an email and tested', async () => {
  const [report] = (await admin.server.app.catalogue.reports.list(1)).items;
  const wrong = await editor.post('/admin/issues/new', { ...form, subject: '', cards: 'NO-1' });
  expect(wrong.status).toBe(422);
  const shown = await wrong.text();
  expect(shown).toContain('href="#subject"');
  expect(shown).toContain('Three numbers');
  const path = await createIssue();
  const saved = await editor.post(path, { ...form, cards: report?.code ?? '' });
  expect(await (await editor.follow(saved)).text()).toContain('The draft was saved.');
  const html = await readFirst(path);
  expect(html).toContain('srcDoc="&lt;!DOCTYPE html&gt;');
  expect(html).toContain(`/${report?.slug}&quot;`);
  expect((await editor.post(path, form)).status).toBe(409);
  expect((await editor.post(path, { intent: 'test' })).status).toBe(303);
  const { email } = await admin.server.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', editor.staffId)
    .executeTakeFirstOrThrow();
  await waitForEmail(admin.server.mailboxUrl, email, /\[Test\] What steel did/);
  expect((await editor.post(path, { intent: 'no-such' })).status).toBe(400);
});

test('who confirms chooses industries; an issue reaches them once, with its counts', async () => {
  const industries = await admin.server.db.selectFrom('industry').select('id').execute();
  const [wanted, other] = industries.map(({ id }) => id);
  const token = await addSubscriber('reader@example.com');
  const otherToken = await addSubscriber('other@example.com');
  await addSubscriber('pending@example.com');
  const { visitor } = admin;
  await visitor.post(`/newsletter/${token}`, { [`industry-${wanted}`]: '1' });
  await visitor.post(`/newsletter/${otherToken}`, { [`industry-${other}`]: '1' });
  expect(await (await visitor.get(`/newsletter/${token}`)).text()).toContain('is subscribed');
  const path = await createIssue();
  await editor.post(path, { ...form, [`industry-${wanted}`]: '1' });
  expect(await readFirst(path)).toContain('1 subscriber');
  expect((await editor.post(path, { intent: 'send', revision: '1' })).status).toBe(409);
  const sent = await editor.post(path, { intent: 'send', revision: '2' });
  expect(await (await editor.follow(sent)).text()).toContain('It goes to 1 subscriber now.');
  const email = await waitForEmail(admin.server.mailboxUrl, 'reader@example.com', /^What steel/);
  expect(email.text).toContain(`/unsubscribe/${token}`);
  expect(email.html).toContain('<strong>grew</strong>');
  await waitUntil('the issue is sent', async () => (await readFirst(path)).includes('>Sent<'));
  const all = await listEmails(admin.server.mailboxUrl);
  expect(all.filter(({ subject }) => subject === form.subject)).toHaveLength(1);
  const chosen = await visitor.post(`/newsletter/${token}`, { intent: 'choose' });
  expect(await chosen.text()).toContain('Your choice is saved.');
  const oneClick = await fetch(`${admin.server.url}/unsubscribe/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(oneClick.status).toBe(200);
});

test('an issue is scheduled and taken back; a time without a day is refused', async () => {
  const path = await createIssue();
  const wrong = await editor.post(path, { intent: 'schedule', revision: '1', sendAt: '' });
  expect([wrong.status, (await wrong.text()).includes('href="#sendAt"')]).toEqual([422, true]);
  const plan = { intent: 'schedule', revision: '1', sendAt: '2099-01-02T03:04' };
  const planned = await editor.post(path, plan);
  expect(await (await editor.follow(planned)).text()).toContain('2 Jan 2099, 03:04 UTC');
  expect((await editor.post(path, form)).status).toBe(409);
  expect((await editor.post(path, { intent: 'unschedule' })).status).toBe(303);
  const inTokyo = { ...plan, sendAt: '2099-01-02T09:00', zone: 'Asia/Tokyo' };
  expect(await (await editor.follow(await editor.post(path, inTokyo))).text()).toContain(
    'It will be sent on 2 Jan 2099, 09:00 in Tokyo (2 Jan 2099, 00:00 UTC).',
  );
  expect((await editor.post(path, { intent: 'unschedule' })).status).toBe(303);
  expect((await editor.post(path, { intent: 'delete' })).headers.get('location')).toBe(
    '/admin/issues',
  );
  expect((await editor.get(path)).status).toBe(404);
});

test('the owner sees subscribers, takes them away with a proof, and notes bounces', async () => {
  await addSubscriber('zoe@example.com');
  const found = await readFirst('/admin/subscribers?q=zoe', owner);
  expect(found).toContain('zoe@example.com');
  expect(found).toContain('An earlier wording');
  const csv = await owner.get('/admin/subscribers/export?q=zoe');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(await csv.text()).toMatch(/^﻿?email,state,.*\r?\nzoe@example.com,pending/);
  const late = await admin.signIn('owner', { provedMinutesAgo: 11 });
  const asked = await late.get('/admin/subscribers/export');
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    '/admin/prove?next=%2Fadmin%2Fsubscribers%2Fexport',
  ]);
  const bounces = { intent: 'bounces', bounces: 'zoe@example.com 5.1.1\nnobody@example.com' };
  const noted = await owner.post('/admin/subscribers', bounces);
  expect(await (await owner.follow(noted)).text()).toContain('1 bounce noted, 1 no subscriber');
  expect((await owner.post('/admin/subscribers', { intent: 'bounces' })).status).toBe(422);
});

test('F6: only owner and editor reach issues, and the owner alone subscribers', async () => {
  const path = await createIssue();
  for (const role of ['sales', 'finance', 'viewer'] as const) {
    const client = await admin.signIn(role);
    for (const page of ['/admin/issues', path, '/admin/subscribers', '/admin/subscribers/export'])
      expect([role, page, (await client.get(page)).status]).toEqual([role, page, 403]);
    expect((await client.post(path, { intent: 'send', revision: '1' })).status).toBe(403);
  }
  expect((await editor.get('/admin/subscribers')).status).toBe(403);
  expect((await editor.post('/admin/subscribers', { intent: 'bounces' })).status).toBe(403);
});
