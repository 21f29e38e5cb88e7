import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { StaffActor } from '../staff/model.ts';

let testApp: TestApp;
let editor: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  editor = await addTestStaff(testApp.deps.db, 'editor');
});
afterAll(() => testApp?.close());

const form = {
  name: 'Advice',
  priority: '1',
  image: 'services/advice.svg',
  description: '<p>We <b>help</b>.</p>',
};

test('F31: a service is added, changed and deleted, and its text holds no script', async () => {
  const { serviceEditing } = testApp.app.content;
  const created = await serviceEditing.create(editor, form);
  const id = created.ok ? created.value.id : 0;
  const description = '<p onclick="x()">Text<script>alert(1)</script></p><img src=x onerror=y>';
  expect((await serviceEditing.change(editor, id, { ...form, description })).ok).toBe(true);
  const found = await serviceEditing.get(editor, id);
  expect(found.ok && found.value.description).not.toMatch(/script|onclick|onerror/);
  expect((await serviceEditing.remove(editor, id)).ok).toBe(true);
  expect(await serviceEditing.get(editor, id)).toMatchObject({ code: 'not-found' });
});

test('an addition, a change and a deletion of a service are undone, not over a later change', async () => {
  const { serviceEditing } = testApp.app.content;
  const owner = await addTestStaff(testApp.deps.db, 'owner');
  const created = await serviceEditing.create(editor, { ...form, name: 'To be undone' });
  const id = created.ok ? created.value.id : 0;
  const readName = async () => {
    const found = await serviceEditing.get(editor, id);
    return found.ok ? found.value.name : found.code;
  };
  const undo = async (back: number) => {
    const entries = await testApp.deps.db
      .selectFrom('auditEntry')
      .select('id')
      .where('verb', '=', 'service.edit')
      .where('outcome', '=', 'done')
      .where('undoOf', 'is', null)
      .orderBy('id', 'desc')
      .limit(back)
      .execute();
    return testApp.app.staff.auditLog.undo(owner, Number(entries.at(-1)?.id));
  };
  await serviceEditing.change(editor, id, { ...form, name: 'Changed' });
  expect(await undo(2)).toMatchObject({ code: 'conflict' });
  expect(await undo(1)).toMatchObject({ ok: true });
  expect(await readName()).toBe('To be undone');
  expect(await undo(2)).toMatchObject({ ok: true });
  expect(await readName()).toBe('not-found');
  const again = await serviceEditing.create(editor, { ...form, name: 'Deleted' });
  await serviceEditing.remove(editor, again.ok ? again.value.id : 0);
  expect(await undo(1)).toMatchObject({ ok: true });
  const services = await testApp.app.content.listServices();
  expect(services.filter(({ name }) => name === 'Deleted')).toHaveLength(1);
});

test('wrong fields are named, and finance may not edit services', async () => {
  const { serviceEditing } = testApp.app.content;
  const wrong = { ...form, name: ' ', priority: 'x', image: '../secret' };
  const refused = await serviceEditing.create(editor, wrong);
  const fields = Object.keys(refused.ok ? {} : (refused.errors ?? {}));
  expect(fields).toEqual(['name', 'priority', 'image']);
  const finance = await addTestStaff(testApp.deps.db, 'finance');
  expect(await serviceEditing.create(finance, form)).toMatchObject({ code: 'forbidden' });
});
