import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { App } from '../../app.ts';
import type { Database } from '../../deps.ts';
import type { StaffActor } from '../../staff/model.ts';

let testApp: TestApp;
let db: Database;
let app: App;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  app = testApp.app;
  db = testApp.deps.db;
  owner = await addTestStaff(db, 'owner');
});
afterAll(() => testApp?.close());
beforeEach(async () => void (await db.deleteFrom('redirect').execute()));

const create = (from: string, to: string) => app.redirects.create(owner, { from, to });
const list = () => app.redirects.listAll();
const findId = async (from: string): Promise<number> => {
  const listed = await app.redirects.list(owner, { filters: { text: from }, sort: 'newest' });
  const row = listed.ok ? listed.value.rows.find((one) => one.from === from) : undefined;
  return row?.id ?? 0;
};
const undoLast = async () => {
  const { id } = await db
    .selectFrom('auditEntry')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return app.staff.auditLog.undo(owner, Number(id));
};

test('a redirect leads in one hop: chains are shortened from both ends', async () => {
  await create('/x', '/a');
  expect(await create('/a', '/b')).toEqual({
    ok: true,
    value: { written: 1, shortened: 1 },
  });
  expect(await create('/start', '/x')).toMatchObject({ ok: true });
  expect(await list()).toEqual([
    { from: '/a', to: '/b' },
    { from: '/start', to: '/b' },
    { from: '/x', to: '/b' },
  ]);
});

test('circles, a second redirect from one address and no address are refused', async () => {
  await create('/a', '/b');
  const refused = { ok: false, code: 'invalid' };
  expect(await create('/b', '/A')).toMatchObject({
    ...refused,
    errors: { to: [expect.any(String)] },
  });
  expect(await create('/A', '/c')).toMatchObject({
    ...refused,
    errors: { from: [expect.stringContaining('already redirects to /b')] },
  });
  expect(await create('/admin/reports', 'javascript:x')).toMatchObject({
    ...refused,
    errors: { from: [expect.any(String)], to: [expect.any(String)] },
  });
  expect(await list()).toEqual([{ from: '/a', to: '/b' }]);
});

test('an address of the office and one that leads to itself say what is wrong with them', async () => {
  expect(await create('/admin/x', '/a')).toMatchObject({
    errors: { from: ['/admin/x belongs to the back office. Give another address.'] },
  });
  expect(await create('/a', '/A/')).toMatchObject({
    errors: { to: ['An address can’t redirect to itself.'] },
  });
});

test('a redirect is changed and removed, and each is taken back', async () => {
  await create('/a', '/b');
  const change = await app.redirects.change(owner, await findId('/a'), { from: '/a2', to: '/c' });
  expect(change).toMatchObject({ ok: true });
  expect(await list()).toEqual([{ from: '/a2', to: '/c' }]);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list()).toEqual([{ from: '/a', to: '/b' }]);
  await app.redirects.remove(owner, await findId('/a'));
  expect(await list()).toEqual([]);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list()).toEqual([{ from: '/a', to: '/b' }]);
  expect(await app.redirects.remove(owner, 0)).toMatchObject({ code: 'not-found' });
});

test('what was changed since is not taken back', async () => {
  await create('/a', '/b');
  const { id } = await db
    .selectFrom('auditEntry')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await create('/b', '/c');
  expect(await app.staff.auditLog.undo(owner, Number(id))).toMatchObject({ code: 'conflict' });
});

test('many are imported at once or not at all, and taken back as one', async () => {
  await create('/kept', '/here');
  const wrong = 'from,to\n/a,/b\nnonsense\n/c;javascript:x\n/Admin/reports,/b\n';
  expect(await app.redirects.importLines(owner, wrong)).toMatchObject({
    code: 'invalid',
    errors: {
      lines: [/^Line 3, “nonsense”: /, /^Line 4, “.*x”: /, /^Line 5, .*back office/].map((line) =>
        expect.stringMatching(line),
      ),
    },
  });
  expect(await list()).toHaveLength(1);
  const text = 'from,to\r\n/a,/b\r\n"/old, page",/x\n/kept\t/there\n/c;https://other.example/\n';
  expect(await app.redirects.importLines(owner, text.replace('"/old, page",/x\n', ''))).toEqual({
    ok: true,
    value: { written: 3, shortened: 0 },
  });
  expect(await list()).toEqual([
    { from: '/a', to: '/b' },
    { from: '/c', to: 'https://other.example/' },
    { from: '/kept', to: '/there' },
  ]);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list()).toEqual([{ from: '/kept', to: '/here' }]);
});

test('hits are added up and listed, and survive a new target', async () => {
  await create('/a', '/b');
  const lastHitAt = new Date('2026-11-22T10:00:00Z');
  await app.redirects.addHits([{ from: '/A', hits: 3, lastHitAt }]);
  await app.redirects.addHits([{ from: '/a', hits: 2, lastHitAt: new Date(0) }]);
  await app.redirects.importLines(owner, '/a,/c');
  const listed = await app.redirects.list(owner, { filters: {}, sort: '-hits' });
  expect(listed).toMatchObject({ value: { total: 1, rows: [{ hits: 5, lastHitAt, to: '/c' }] } });
  const unused = await app.redirects.list(owner, { filters: { unused: '1' }, sort: '-hits' });
  expect(unused).toMatchObject({ value: { total: 0 } });
});

test('the file of the store carries redirects, and imports them with their hits kept', async () => {
  await create('/a', '/b');
  await app.redirects.addHits([{ from: '/a', hits: 1, lastHitAt: new Date(0) }]);
  const file = await app.store.exportSettings();
  await create('/later', '/b');
  expect(await app.store.importSettings(file, 'test')).toMatchObject({ ok: true });
  expect(await app.store.exportSettings()).toBe(file);
  const listed = await app.redirects.list(owner, { filters: {}, sort: '-hits' });
  expect(listed).toMatchObject({ value: { rows: [{ from: '/a', hits: 1 }] } });
  const chained = JSON.stringify({
    ...JSON.parse(file),
    redirects: [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/c' },
    ],
  });
  expect(await app.store.importSettings(chained, 'test')).toMatchObject({ code: 'invalid' });
  const without = file.replace(/,\s+"redirects": \[[^\]]*\]/, '');
  await app.store.importSettings(without, 'test');
  expect(await list()).toHaveLength(1);
});

test('whoever may not edit redirects is refused', async () => {
  const sales = await addTestStaff(db, 'sales');
  const form = { from: '/a', to: '/b' };
  const forbidden = { code: 'forbidden' };
  expect(await app.redirects.create(sales, form)).toMatchObject(forbidden);
  expect(await app.redirects.change(sales, 1, form)).toMatchObject(forbidden);
  expect(await app.redirects.remove(sales, 1)).toMatchObject(forbidden);
  expect(await app.redirects.importLines(sales, '/a,/b')).toMatchObject(forbidden);
  expect(await app.redirects.list(sales, { filters: {}, sort: '' })).toMatchObject(forbidden);
  expect(await app.redirects.get(sales, 1)).toMatchObject(forbidden);
});
