import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntilQueryIsBlocked } from '../../../test/support/finished-work.ts';
import { makePicture } from '../../../test/support/hostile-pictures.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { besideTransaction } from '../../../test/support/one-connection.ts';
import { refuseUnusablePicture } from '../media/index.ts';
import type { Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';

let testApp: TestApp;
let editor: StaffActor;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  editor = await addTestStaff(testApp.deps.db, 'editor');
  owner = await addTestStaff(testApp.deps.db, 'owner');
});
afterAll(() => testApp?.close());

const readId = (created: Outcome<{ id: number }>): number => (created.ok ? created.value.id : 0);
/** Takes the newest entry of the audit log back. */
async function undoLast(thingKind: string) {
  const entry = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('thingKind', '=', thingKind)
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return testApp.app.staff.auditLog.undo(owner, Number(entry.id));
}

test('a question is added last, changed, moved, hidden and binned, and the site follows', async () => {
  const { content } = testApp.app;
  const { faqEditing } = content;
  const html = '<p onclick="x()">Yes<script>alert(1)</script></p>';
  const id = readId(await faqEditing.create(editor, { title: 'May I?', html }));
  expect((await content.listFaqs()).at(-1)).toMatchObject({
    id,
    title: 'May I?',
    html: '<p>Yes</p>',
  });
  expect(await faqEditing.move(editor, id, 'up')).toMatchObject({ ok: true });
  expect((await content.listFaqs()).at(-2)).toMatchObject({ id });
  expect(await undoLast('faq')).toMatchObject({ ok: true });
  expect((await content.listFaqs()).at(-1)).toMatchObject({ id });
  expect(await faqEditing.move(editor, id, 'down')).toMatchObject({ ok: true });
  const form = { title: 'May I not?', html, isHidden: '1' };
  const revision = String((await read(id))?.revision);
  expect(await faqEditing.change(editor, id, { ...form, revision })).toMatchObject({ ok: true });
  expect((await content.listFaqs()).some((faq) => faq.id === id)).toBe(false);
  const other = { ...form, title: 'May I never?', revision };
  const late = await faqEditing.change(editor, id, other);
  expect(late).toMatchObject({ code: 'conflict' });
  expect(await undoLast('faq')).toMatchObject({ ok: true });
  expect((await content.listFaqs()).at(-1)).toMatchObject({ title: 'May I?' });
  expect(await faqEditing.moveToBin(editor, id)).toMatchObject({ ok: true });
  expect(await faqEditing.moveToBin(editor, id)).toMatchObject({ code: 'conflict' });
  expect((await content.listFaqs()).some((faq) => faq.id === id)).toBe(false);
  expect(await faqEditing.takeOutOfBin(editor, id)).toMatchObject({ ok: true });
  expect((await content.listFaqs()).at(-1)).toMatchObject({ id });
});

const read = async (id: number) => {
  const found = await testApp.app.content.faqEditing.get(editor, id);
  return found.ok ? found.value : undefined;
};

test('a form that is sent again since its answer was lost is no conflict, and changes nothing', async () => {
  const { faqEditing } = testApp.app.content;
  const id = readId(await faqEditing.create(editor, { title: 'Again?', html: '<p>No</p>' }));
  const revision = String((await read(id))?.revision);
  const form = { title: 'Once more?', html: '<p>No</p>', revision };
  expect(await faqEditing.change(editor, id, form)).toMatchObject({ ok: true });
  const changed = await read(id);
  expect(await faqEditing.change(owner, id, form)).toMatchObject({ ok: true });
  expect(await read(id)).toEqual(changed);
});

test('two who move entries at once leave an order without gaps and doubles', async () => {
  const { content } = testApp.app;
  const { faqEditing } = content;
  const before = (await content.listFaqs()).map(({ id }) => id);
  const [first = 0, second = 0] = before;
  await Promise.all([
    faqEditing.move(editor, first, 'down'),
    faqEditing.move(owner, second, 'down'),
    faqEditing.move(owner, first, 'down'),
  ]);
  const after = (await content.listFaqs()).map(({ id }) => id);
  expect(after.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
});

test('testimonials and clients are added, and an addition is undone into the bin', async () => {
  const { content } = testApp.app;
  const { testimonialEditing, clientLogoEditing } = content;
  const person = { name: 'Ada Mar', designation: 'Buyer', description: 'Good.', isSample: '1' };
  const id = readId(await testimonialEditing.create(editor, person));
  expect((await content.listTestimonials()).at(-1)).toMatchObject({ id, isSample: true });
  expect(await undoLast('testimonial')).toMatchObject({ ok: true });
  expect((await content.listTestimonials()).some((one) => one.id === id)).toBe(false);
  const binned = await testimonialEditing.list(editor, 'bin');
  expect(binned.ok && binned.value.map((entry) => entry.id)).toEqual([id]);
  const logo = await clientLogoEditing.create(editor, { name: 'Mill', image: 'clients/mill.png' });
  expect((await content.listClientLogos()).at(-1)).toMatchObject({ id: readId(logo) });
});

test('an owner deletes an entry for ever, from the bin and with a proof alone', async () => {
  const { clientLogoEditing } = testApp.app.content;
  const id = readId(await clientLogoEditing.create(editor, { name: 'Leaving' }));
  const proved = { ...owner, provedAt: testApp.deps.clock() };
  expect(await clientLogoEditing.deleteForEver(proved, id)).toMatchObject({ code: 'conflict' });
  await clientLogoEditing.moveToBin(editor, id);
  expect(await clientLogoEditing.deleteForEver(editor, id)).toMatchObject({ code: 'forbidden' });
  const late = { ...owner, provedAt: new Date(0) };
  expect(await clientLogoEditing.deleteForEver(late, id)).toMatchObject({ code: 'proof-needed' });
  expect(await clientLogoEditing.deleteForEver(proved, id)).toMatchObject({ ok: true });
  expect(await clientLogoEditing.get(editor, id)).toMatchObject({ code: 'not-found' });
  expect(await undoLast('client-logo')).toMatchObject({ ok: false });
});

async function uploadPicture(): Promise<{ id: number; name: string }> {
  const folder = createTemporaryFolder('entries');
  const file = { path: path.join(folder.path, 'mill.png'), fileName: 'mill.png' };
  writeFileSync(file.path, await makePicture('#123456'));
  const { editing } = testApp.app.media;
  const uploaded = await editing.upload(editor, file, { alternativeText: 'A mill' });
  folder.remove();
  if (!uploaded.ok) throw new Error(uploaded.message);
  return uploaded.value;
}

test('a picture is not removed while an entry that shows it is saved', async () => {
  const { id, name } = await uploadPicture();
  const { editing } = testApp.app.media;
  const { removing } = await testApp.deps.db.transaction().execute(async (tx) => {
    expect(await refuseUnusablePicture(tx, name, 'image')).toBeUndefined();
    const begun = besideTransaction(() => editing.remove(owner, id));
    await waitUntilQueryIsBlocked(testApp.deps.db);
    await tx.insertInto('clientLogo').values({ name: 'Mill', image: name }).execute();
    return { removing: begun };
  });
  expect(await removing).toMatchObject({ code: 'conflict' });
});

test('what is wrong is said at its field, and other roles are refused', async () => {
  const { faqEditing, testimonialEditing, clientLogoEditing } = testApp.app.content;
  const refused = await testimonialEditing.create(editor, { name: '', image: '../x' });
  expect(Object.keys((!refused.ok && refused.errors) || {})).toEqual([
    'name',
    'designation',
    'description',
    'image',
  ]);
  for (const role of ['viewer', 'sales', 'finance'] as const) {
    const actor = await addTestStaff(testApp.deps.db, role);
    for (const editing of [faqEditing, testimonialEditing, clientLogoEditing])
      expect(await editing.create(actor, {})).toMatchObject({ code: 'forbidden' });
  }
  expect(await faqEditing.move(editor, 999_999, 'up')).toMatchObject({ code: 'not-found' });
});
