import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { StaffActor } from '../../staff/model.ts';

let testApp: TestApp;
let editor: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  editor = await addTestStaff(testApp.deps.db, 'editor');
});
afterAll(() => testApp?.close());

const editing = () => testApp.app.catalogue.authorEditing;
const firstPage = { filters: {}, sort: 'name' };

async function listAuthors(filters: Record<string, string> = {}) {
  const listed = await editing().list(editor, { ...firstPage, filters });
  if (!listed.ok) throw new Error(listed.message);
  return listed.value;
}

test('authors are listed by name with the number of their reports, and found by a part of it', async () => {
  const { rows, total } = await listAuthors();
  expect(total).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ reports }) => reports > 0)).toBe(true);
  const [one] = rows;
  const found = await listAuthors({ q: one?.name.slice(2).toUpperCase() ?? '' });
  expect(found.rows.map(({ name }) => name)).toContain(one?.name);
  expect((await listAuthors({ q: '%' })).rows).toEqual([]);
});

test('what is said of an author stands on their page, and can be taken back once', async () => {
  const [author] = (await listAuthors()).rows;
  const { id = 0, slug = '', kind, about } = author ?? {};
  const said = { kind: 'person', about: ' Reads metals. ' };
  expect(await editing().change(editor, id, said)).toMatchObject({ ok: true });
  const page = await testApp.app.catalogue.authors.get(slug);
  expect(page?.author).toMatchObject({ kind: 'person', about: 'Reads metals.' });
  expect((await listAuthors({ about: 'there' })).rows.map((row) => row.id)).toContain(id);
  const owner = await addTestStaff(testApp.deps.db, 'owner');
  const { auditLog } = testApp.app.staff;
  const entries = await auditLog.search(owner, { verb: 'author.edit' });
  const entryId = entries.ok ? (entries.value.rows[0]?.id ?? 0) : 0;
  expect(await auditLog.undo(owner, entryId)).toMatchObject({ ok: true });
  expect(await editing().get(editor, id)).toMatchObject({ value: { kind, about } });
  expect(await auditLog.undo(owner, entryId)).toMatchObject({ code: 'conflict' });
});

test('an author who does not exist, a long text, another kind and other roles are refused', async () => {
  const [author] = (await listAuthors()).rows;
  const id = author?.id ?? 0;
  const sales = await addTestStaff(testApp.deps.db, 'sales');
  const said = { kind: 'desk', about: '' };
  expect(await editing().change(editor, 0, said)).toMatchObject({ code: 'not-found' });
  const long = await editing().change(editor, id, { ...said, about: 'x'.repeat(2001) });
  expect(long).toMatchObject({ code: 'invalid', errors: { about: [expect.any(String)] } });
  const odd = await editing().change(editor, id, { ...said, kind: 'robot' });
  expect(odd).toMatchObject({ code: 'invalid', errors: { kind: [expect.any(String)] } });
  expect(await editing().change(sales, id, said)).toMatchObject({ code: 'forbidden' });
  expect(await editing().list(sales, firstPage)).toMatchObject({ code: 'forbidden' });
});
