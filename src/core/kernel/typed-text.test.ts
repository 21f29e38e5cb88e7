import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { unwrap } from '../../../test/support/test-sign-in.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { StaffActor } from '../staff/model.ts';

let testApp: TestApp;
let anna: StaffActor;
let ben: StaffActor;
let viewer: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  const { db } = testApp.deps;
  anna = await addTestStaff(db, 'editor', { name: 'Anna' });
  ben = await addTestStaff(db, 'owner');
  viewer = await addTestStaff(db, 'viewer');
});
afterAll(() => testApp?.close());

const keeper = () => testApp.app.typedText;
const keep = (actor: StaffActor, place: string, html: string, formKey = 'first') =>
  keeper().keep(actor, { place, formKey, fields: { name: 'Title', html } });
const readHtml = async (actor: StaffActor, place: string) =>
  unwrap(await keeper().read(actor, place))?.fields?.['html'];

test('what was typed last is kept for its author alone', async () => {
  const place = '/admin/content/blog/1';
  unwrap(await keep(anna, place, '<p>One</p>'));
  unwrap(await keep(anna, place, '<p>Two</p>'));
  unwrap(await keep(ben, place, '<p>Mine</p>'));
  expect([await readHtml(anna, place), await readHtml(ben, place)]).toEqual([
    '<p>Two</p>',
    '<p>Mine</p>',
  ]);
  unwrap(await keeper().keep(anna, { place, formKey: 'first', fields: {} }));
  expect(await readHtml(anna, place)).toBeUndefined();
  expect(await keep(viewer, place, 'No')).toMatchObject({ code: 'forbidden' });
  expect(await keeper().read(viewer, place)).toMatchObject({ code: 'forbidden' });
});

test('a form that was saved is kept no longer, and its script brings nothing back', async () => {
  const place = '/admin/content/blog/new';
  unwrap(await keep(anna, place, 'Typed'));
  await keeper().end({ staffId: anna.staffId, place, formKey: 'first' });
  expect(unwrap(await keeper().read(anna, place))).toEqual({ formKey: 'first', fields: null });
  expect(await keep(anna, place, 'Late')).toMatchObject({ code: 'conflict' });
  unwrap(await keep(anna, place, 'The next one', 'second'));
  expect(await readHtml(anna, place)).toBe('The next one');
});

test('a form that is saved in one window leaves what is typed in another one', async () => {
  const place = '/admin/services/1';
  unwrap(await keep(anna, place, 'Other window', 'second'));
  await keeper().end({ staffId: anna.staffId, place, formKey: 'first' });
  expect(await readHtml(anna, place)).toBe('Other window');
});

test('pages without such a form, secrets and texts without an end are not kept', async () => {
  for (const place of ['/admin/settings', '/admin/content/blog/1/2', '/admin/services/', 'x'])
    expect(await keep(anna, place, 'No')).toMatchObject({ code: 'not-found' });
  const place = '/admin/services/2';
  // The cards of an issue are the reports that it shows.
  const typed = { html: 'Yes', cards: 'QM-1' };
  const fields = { ...typed, password: 'hunter2', card_number: '4111', code: '123456' };
  unwrap(await keeper().keep(anna, { place, formKey: 'first', fields }));
  expect(unwrap(await keeper().read(anna, place))?.fields).toEqual(typed);
  expect(await keep(anna, place, 'x'.repeat(2_000_001))).toMatchObject({ code: 'too-large' });
  expect(await readHtml(anna, place)).toBe('Yes');
});

test('after sixty days it is forgotten', async () => {
  const place = '/admin/services/3';
  unwrap(await keep(ben, place, 'Old'));
  testApp.advanceClock(59 * 86_400_000);
  unwrap(await keep(ben, '/admin/services/4', 'New'));
  await testApp.app.jobs['staff.forgetTypedText']({});
  expect(await readHtml(ben, place)).toBe('Old');
  testApp.advanceClock(86_400_000);
  await testApp.app.jobs['staff.forgetTypedText']({});
  expect([await readHtml(ben, place), await readHtml(ben, '/admin/services/4')]).toEqual([
    undefined,
    'New',
  ]);
});
