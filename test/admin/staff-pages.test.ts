import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/test-server.ts';
import { staffPassword } from '../support/test-sign-in.ts';
import { startStaffStore, type StaffStore } from './staff-store.ts';

let store: StaffStore;
let server: TestServer;
beforeAll(async () => {
  store = await startStaffStore();
  ({ server } = store);
});
afterAll(() => store?.close());

test('a form that asks for a proof is posted on with all it had, and done after the proof', async () => {
  const email = 'olga@staff.example';
  const { session, recoveryCodes } = await store.joinWithApp(email, 'owner');
  await store.makeProofOld(email);
  const invite = { intent: 'invite', email: '"><b>x@staff.example', role: 'viewer' };
  const asked = await session.post('/admin/staff', invite);
  expect([asked.status, asked.headers.get('location')]).toEqual([422, null]);
  const form = { intent: 'invite', email: 'ines@staff.example', role: 'viewer' };
  const needed = await session.post('/admin/staff', form);
  const proveAddress = '/admin/prove?next=%2Fadmin%2Fstaff';
  expect([needed.status, needed.headers.get('location')]).toEqual([307, proveAddress]);
  const page = await session.post(proveAddress, { ...form, role: '"><b>' });
  expect(page.status).toBe(403);
  const html = await page.text();
  expect(html).toContain('name="email" value="ines@staff.example"');
  expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
  const proof = { ...form, proof_for: 'post', proof_password: 'wrong', proof_code: 'x' };
  const wrong = await session.post(proveAddress, proof);
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('The password is wrong.');
  const right = { ...proof, proof_password: staffPassword, proof_code: recoveryCodes[0] ?? '' };
  const proved = await session.post(proveAddress, right);
  expect([proved.status, proved.headers.get('location')]).toEqual([307, '/admin/staff']);
  const done = await session.post('/admin/staff', right);
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/staff']);
  expect(await (await session.get('/admin/staff')).text()).toContain('ines@staff.example');
});

test('F8: the last owner is answered 409 for taking the role from themselves', async () => {
  const email = 'zoe@staff.example';
  const { session } = await store.joinWithApp(email, 'owner');
  await server.db
    .updateTable('staff')
    .set({ role: 'editor' })
    .where('email', '!=', email)
    .execute();
  const id = await store.getStaffId(email);
  const address = `/admin/staff/${id}`;
  for (const form of [{ intent: 'role', role: 'viewer' }, { intent: 'disable' }]) {
    const refused = await session.post(address, { role: '', ...form });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('The last owner can’t be removed');
  }
  expect((await session.get(address)).status).toBe(200);
});

test('an owner sees where somebody is signed in, and ends it', async () => {
  const { session: owner } = await store.joinWithApp('ola@staff.example', 'owner');
  const { session: lost } = await store.joinWithApp('lea@staff.example');
  const path = `/admin/staff/${await store.getStaffId('lea@staff.example')}`;
  const html = await (await owner.get(path)).text();
  const [, id = ''] = /name="session" value="([0-9a-f]{64})"/.exec(html) ?? [];
  expect((await lost.get('/admin')).status).toBe(200);
  const ended = await owner.post(path, { intent: 'end-session', session: id });
  expect(ended.status).toBe(303);
  expect((await lost.get('/admin')).headers.get('location')).toMatch(/^\/admin\/login/);
  const shown = await (await owner.get(path)).text();
  expect(shown).toContain('They are signed in nowhere.');
  const again = await owner.post(path, { intent: 'end-session', session: id });
  expect([again.status, (await again.text()).includes('has ended already')]).toEqual([409, true]);
  const own = `/admin/staff/${await store.getStaffId('ola@staff.example')}`;
  expect(await (await owner.get(own)).text()).toContain('href="/admin/account">your account');
});

test('the audit log shows who did what, exports it, and undoes a role', async () => {
  const email = 'vera@staff.example';
  const { session } = await store.joinWithApp(email, 'owner');
  await store.join('uma@staff.example');
  const id = await store.getStaffId('uma@staff.example');
  await session.post(`/admin/staff/${id}`, { intent: 'role', role: 'sales' });
  const listed = await (
    await session.get(`/admin/audit?verb=staff.change-role&thing=${id}`)
  ).text();
  const entryPath = /\/admin\/audit\/\d+/.exec(listed)?.[0] ?? '';
  const entry = await (await session.get(entryPath)).text();
  expect(entry).toMatch(/<th scope="row">Role<\/th><td[^>]*>editor<\/td><td[^>]*>sales<\/td>/);
  expect(entry).toContain(`<a href="/admin/staff/${id}">Staff “`);
  const csv = await session.get(`/admin/audit.csv?thing=${id}&kind=staff`);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(await csv.text()).toContain('staff.change-role');
  expect((await session.post(entryPath, { intent: 'undo' })).status).toBe(303);
  expect((await session.post(entryPath, { intent: 'undo' })).status).toBe(409);
  expect(await (await session.get(`/admin/staff/${id}`)).text()).toContain(
    '<option value="editor" selected="">',
  );
});

test('the system page lists a job that failed and an email that was given up, and tries again', async () => {
  const { session } = await store.joinWithApp('walt@staff.example', 'owner');
  const email = await server.db
    .insertInto('outboxEmail')
    .values({
      recipient: 'a@b.example',
      subject: 'A receipt',
      messageId: '<system-test@x>',
      body: { html: 'x', text: 'x' },
      queuedAt: new Date(),
      attemptCount: 300,
      state: 'failed',
      lastError: 'mailbox unavailable',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.add_job(
    'orders.noSuchJob', run_at := now() - interval '1 hour', max_attempts := 3)`.execute(server.db);
  const jobId = rows[0]?.id ?? '';
  await sql`update graphile_worker._private_jobs set attempts = 3, last_error = 'a lost row'
    where id = ${jobId}::bigint`.execute(server.db);
  const html = await (await session.get('/admin/system')).text();
  expect(html).toContain('orders.noSuchJob');
  expect(html).toContain('a lost row');
  expect(html).toContain('A receipt');
  expect(html).toContain('mailbox unavailable');
  const retried = await session.post('/admin/system', { intent: 'email', id: String(email.id) });
  expect(retried.status).toBe(303);
  expect((await session.post('/admin/system', { intent: 'job', id: jobId })).status).toBe(303);
  const { rows: jobs } = await sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs where id = ${jobId}::bigint`.execute(server.db);
  expect(jobs).toEqual([{ attempts: 0 }]);
  for (const id of ['999999', 'x', ''])
    expect((await session.post('/admin/system', { intent: 'job', id })).status).toBe(404);
  const log = await (await session.get('/admin/audit?verb=job.retry')).text();
  expect(log).toContain('5 entries');
});
