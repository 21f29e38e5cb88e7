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

const values = {
  position: '',
  description: 'What it is about.',
  pictogram: 'factory',
  metaTitle: '',
  metaDescription: '',
  metaKeywords: '',
};
const editing = () => testApp.app.catalogue.industryEditing;

async function addIndustry(name: string, slug: string): Promise<number> {
  const created = await editing().create(editor, { ...values, name, slug });
  if (!created.ok) throw new Error(created.message);
  return created.value.id;
}

test('a new industry stands in the list of the site, those with a position first', async () => {
  await addIndustry('Aaa last by position', 'aaa-last');
  const id = await addIndustry('Zzz', 'zzz');
  const form = { ...values, name: 'Zzz', slug: 'zzz', position: '1' };
  expect((await editing().change(editor, id, form)).ok).toBe(true);
  const names = (await testApp.app.catalogue.industries.list()).map(({ name }) => name);
  expect(names[0]).toBe('Zzz');
  expect(names).toContain('Aaa last by position');
});

test('a new industry without an address has one of its name', async () => {
  const id = await addIndustry('Pumps & Valves', '');
  expect(await editing().get(editor, id)).toMatchObject({ value: { slug: 'pumps-and-valves' } });
  const refused = await editing().create(editor, { ...values, name: '泵', slug: '' });
  expect(refused).toMatchObject({ errors: { slug: ['Please give the address.'] } });
  const emptied = await editing().change(editor, id, { ...values, name: 'Pumps', slug: '' });
  expect(emptied).toMatchObject({ errors: { slug: ['Please give the address.'] } });
});

test('both former addresses lead to the industry, and its own one does not', async () => {
  const id = await addIndustry('Movers', 'first');
  for (const slug of ['second', 'third'])
    expect((await editing().change(editor, id, { ...values, name: 'Movers', slug })).ok).toBe(true);
  expect(await editing().findFormer('first')).toBe('third');
  expect(await editing().findFormer('second')).toBe('third');
  const back = await editing().change(editor, id, { ...values, name: 'Movers', slug: 'first' });
  expect(back.ok).toBe(true);
  expect(await editing().findFormer('first')).toBeUndefined();
  expect(await editing().findFormer('third')).toBe('first');
});

test('a name or an address that another industry has, or had, is refused at its field', async () => {
  const id = await addIndustry('Taken', 'taken');
  await editing().change(editor, id, { ...values, name: 'Taken', slug: 'taken-now' });
  for (const [changes, field] of [
    [{ name: 'TAKEN', slug: 'other' }, 'name'],
    [{ name: 'Other', slug: 'taken-now' }, 'slug'],
    [{ name: 'Other', slug: 'taken' }, 'slug'],
    [{ name: 'Other', slug: 'Not a slug' }, 'slug'],
  ] as const) {
    const refused = await editing().create(editor, { ...values, ...changes });
    expect(refused).toMatchObject({ ok: false, code: 'invalid' });
    expect(Object.keys(refused.ok ? {} : (refused.errors ?? {}))).toEqual([field]);
  }
});

test('the audit log has what changed, and a refused role changes nothing', async () => {
  const id = await addIndustry('Audited', 'audited');
  const form = { ...values, name: 'Audited', slug: 'audited', description: 'New words.' };
  await editing().change(editor, id, form);
  const sales = await addTestStaff(testApp.deps.db, 'sales');
  expect(await editing().change(sales, id, { ...form, name: 'No' })).toMatchObject({
    code: 'forbidden',
  });
  const entries = await testApp.deps.db
    .selectFrom('auditEntry')
    .select(['outcome', 'before', 'after'])
    .where('thingKind', '=', 'industry')
    .where('thingId', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    {
      outcome: 'done',
      before: { description: 'What it is about.' },
      after: { description: 'New words.' },
    },
    { outcome: 'refused', before: null, after: null },
  ]);
});

/** Takes back what was done last to the industry, or its addition. */
async function undoLast(thingId: string) {
  const owner = await addTestStaff(testApp.deps.db, 'owner');
  const { id } = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('thingKind', '=', 'industry')
    .where('thingId', '=', thingId)
    .where('outcome', '=', 'done')
    .where('undoOf', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return testApp.app.staff.auditLog.undo(owner, Number(id));
}

test('a change of an industry is undone, with its address, and then its addition', async () => {
  const id = await addIndustry('Undone', 'undone');
  const moved = { ...values, name: 'Moved', slug: 'moved', position: '7' };
  await editing().change(editor, id, moved);
  expect(await undoLast('new')).toMatchObject({ code: 'conflict' });
  expect(await undoLast(String(id))).toEqual({ ok: true, value: undefined });
  expect(await editing().get(editor, id)).toMatchObject({
    value: { name: 'Undone', slug: 'undone', position: null },
  });
  expect(await editing().findFormer('moved')).toBe('undone');
  expect(await undoLast('new')).toMatchObject({ ok: true });
  expect(await editing().get(editor, id)).toMatchObject({ code: 'not-found' });
});

test('a change is not undone where another industry has the former address by now', async () => {
  const id = await addIndustry('Was here', 'was-here');
  await editing().change(editor, id, { ...values, name: 'Went away', slug: 'went-away' });
  await addIndustry('Was here', 'here-now');
  expect(await undoLast(String(id))).toMatchObject({
    code: 'conflict',
    message: 'Another industry has this name.',
  });
});

test('the addition of an industry that has reports by now is not undone', async () => {
  const id = await addIndustry('Filled', 'filled');
  const { db } = testApp.deps;
  const report = await db
    .selectFrom('report')
    .select(['id', 'industryId'])
    .executeTakeFirstOrThrow();
  const move = (industryId: number) =>
    db.updateTable('report').set({ industryId }).where('id', '=', report.id).execute();
  await move(id);
  expect(await undoLast('new')).toMatchObject({ message: 'There are reports in it now.' });
  await move(report.industryId);
});
