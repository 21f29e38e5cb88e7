import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { App } from '../../app.ts';
import type { StaffActor } from '../../staff/model.ts';

let buyer: TestBuyer;
let app: App;
let owner: StaffActor;
beforeAll(async () => {
  buyer = await openTestBuyer();
  app = buyer.app;
  owner = await addTestStaff(buyer.deps.db, 'owner');
});
afterAll(() => buyer?.close());

const form = (html: string) => ({ title: 'Terms', description: '', html });
const getTerms = async () => {
  const found = await app.policies.get(owner, 'terms');
  if (!found.ok) throw new Error(found.message);
  return found.value;
};

test('a draft changes nothing for visitors, and publishing makes a version of it', async () => {
  const before = await getTerms();
  await app.policies.saveDraft(owner, 'terms', form('<p>New.</p>'));
  const drafted = await getTerms();
  expect(drafted.draft).toMatchObject({ html: '<p>New.</p>', savedBy: owner.name });
  expect(drafted.inForce).toEqual(before.inForce);
  expect(drafted.versions).toHaveLength(before.versions.length);
  expect(await app.policies.publish(owner, 'terms', form('<p>New.</p>'))).toMatchObject({
    ok: true,
  });
  const after = await getTerms();
  expect(after.draft).toBeUndefined();
  expect(after.inForce?.html).toBe('<p>New.</p>');
  expect(after.versions).toHaveLength(before.versions.length + 1);
  expect(after.versions[0]).toMatchObject({
    html: '<p>New.</p>',
    publishedBy: owner.name,
    orders: 0,
  });
});

test('a version says how many orders were placed under it, and undo publishes the one before', async () => {
  await app.policies.publish(owner, 'terms', form('<p>Accepted.</p>'));
  await buyer.placeOrder();
  const [newest] = (await getTerms()).versions;
  expect(newest).toMatchObject({ html: '<p>Accepted.</p>', orders: 1 });
  const { id } = await buyer.deps.db
    .selectFrom('auditEntry')
    .select('id')
    .where('verb', '=', 'policy.publish')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(await app.staff.auditLog.undo(owner, Number(id))).toMatchObject({ ok: true });
  const after = await getTerms();
  expect(after.inForce?.html).toBe('<p>New.</p>');
  expect(after.versions.map(({ html }) => html).slice(0, 2)).toEqual([
    '<p>New.</p>',
    '<p>Accepted.</p>',
  ]);
});

test('a text keeps its links, and no script', async () => {
  const html =
    '<h2 onclick="x()">A</h2><p><a href="/contact">us</a> <a href="mailto:a@b.example">mail</a>' +
    '<script>alert(1)</script></p><table><tr><td>1</td></tr></table>';
  await app.policies.saveDraft(owner, 'privacy', { ...form(html), title: 'Privacy' });
  const found = await app.policies.get(owner, 'privacy');
  const text = found.ok ? (found.value.draft?.html ?? '') : '';
  expect(text).toContain('<a href="/contact">us</a>');
  expect(text).toContain('<a href="mailto:a@b.example">mail</a>');
  expect(text).not.toMatch(/script|onclick/);
  const picture = await app.policies.saveDraft(owner, 'privacy', form('<img src="x" onerror="y">'));
  expect(picture).toMatchObject({ code: 'invalid', errors: { html: [expect.any(String)] } });
  expect(await app.policies.discardDraft(owner, 'privacy')).toMatchObject({ ok: true });
  expect(await app.policies.discardDraft(owner, 'privacy')).toMatchObject({ code: 'not-found' });
});

test('an empty text is refused, and an editor publishes nothing', async () => {
  expect(await app.policies.publish(owner, 'terms', form(' '))).toMatchObject({ code: 'invalid' });
  const editor = await addTestStaff(buyer.deps.db, 'editor');
  const forbidden = { code: 'forbidden' };
  expect(await app.policies.publish(editor, 'terms', form('<p>x</p>'))).toMatchObject(forbidden);
  expect(await app.policies.saveDraft(editor, 'terms', form('<p>x</p>'))).toMatchObject(forbidden);
  expect(await app.policies.get(editor, 'terms')).toMatchObject(forbidden);
});

test('a text has all that its editor writes, and no picture that the library does not have', async () => {
  const html =
    '<div class="key-takeaways"><p>Mind.</p></div>' +
    '<table><caption>Fees</caption><tr><th colspan="2">Fee</th></tr></table>';
  expect(await app.policies.publish(owner, 'terms', form(html))).toMatchObject({ ok: true });
  expect((await getTerms()).inForce?.html).toContain('<div class="key-takeaways">');
  const picture = '<figure><img src="/picture/media/none" alt="x"></figure>';
  expect(await app.policies.publish(owner, 'terms', form(picture))).toMatchObject({
    code: 'invalid',
    message: 'There is no picture media/none in the media library.',
  });
});

test('of two forms that were made from one text the second is told, and may be sent again', async () => {
  const { revision } = await getTerms();
  const made = (html: string, from = revision) => ({ ...form(html), revision: from });
  const both = await Promise.all(
    ['<p>Anna’s.</p>', '<p>Bo’s.</p>'].map((html) =>
      app.policies.saveDraft(owner, 'terms', made(html)),
    ),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(`${owner.name} has changed this since you opened it`),
  });
  const drafted = await getTerms();
  const kept = drafted.draft?.html ?? '';
  // A form whose answer was lost is sent again.
  expect(await app.policies.saveDraft(owner, 'terms', made(kept))).toMatchObject({ ok: true });
  const old = made('<p>Old.</p>');
  expect(await app.policies.publish(owner, 'terms', old)).toMatchObject({ code: 'conflict' });
  expect((await getTerms()).draft?.html).toBe(kept);
  const { revision: now } = await getTerms();
  expect(await app.policies.publish(owner, 'terms', made('<p>Both.</p>', now))).toMatchObject({
    ok: true,
  });
  // Published in the meantime, without a draft.
  expect(await app.policies.saveDraft(owner, 'terms', old)).toMatchObject({ code: 'conflict' });
});
