import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import type { StaffActor } from '../staff/model.ts';
import type { EditedPost } from './post.model.ts';

let testApp: TestApp;
let editor: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  editor = await addTestStaff(testApp.deps.db, 'editor');
});
afterAll(() => testApp?.close());

const getEditing = () => testApp.app.content.posts.editing.blogPost;
const getPublic = (slug: string) => testApp.app.content.getPost('blogPost', slug);
const inHours = (hours: number): string =>
  new Date(testApp.deps.clock().getTime() + hours * 3_600_000).toISOString().slice(0, 16);

const draft = { name: 'Wheat prices fell', state: 'draft', html: '<p>They <b>fell</b>.</p>' };

async function add(form: Record<string, string>): Promise<EditedPost> {
  const created = await getEditing().create(editor, form);
  if (!created.ok) throw new Error(created.message);
  return read(created.value.id);
}

async function read(id: number): Promise<EditedPost> {
  const found = await getEditing().get(editor, id);
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

/** The form of the post as it is stored, with what is changed of it. */
const toForm = (post: EditedPost, changes: Record<string, string> = {}) => ({
  name: post.name,
  slug: post.slug,
  state: post.state,
  html: post.html,
  summary: post.summary,
  author: post.author,
  imageText: post.imageText,
  createdAt: post.createdAt?.toISOString().slice(0, 16) ?? '',
  image: post.image ?? '',
  revision: String(post.revision),
  ...changes,
});

async function change(post: EditedPost, changes: Record<string, string>) {
  const outcome = await getEditing().change(editor, post.id, toForm(post, changes));
  return { outcome, post: await read(post.id) };
}

const listErrors = (outcome: { ok: boolean; errors?: object }): string[] =>
  Object.keys(outcome.errors ?? {});

test('a draft is public nowhere until it is published, and dated when it is', async () => {
  const post = await add(draft);
  expect(post).toMatchObject({ slug: 'wheat-prices-fell', createdAt: null });
  expect(await getPublic('wheat-prices-fell')).toBeUndefined();
  const published = await change(post, { state: 'published' });
  expect(published.post.createdAt).not.toBeNull();
  expect(await getPublic('wheat-prices-fell')).toMatchObject({ name: 'Wheat prices fell' });
  const back = await change(published.post, { state: 'draft' });
  expect(listErrors(back.outcome)).toEqual(['state']);
});

test('F31: nothing of a script is stored, and links to scripts are none', async () => {
  const html =
    '<p onclick="x()">Text<script>alert(1)</script><a href="javascript:alert(1)">link</a></p>' +
    '<svg onload=alert(1)></svg><img src=x onerror=alert(1)><iframe srcdoc="<script>"></iframe>';
  const post = await add({ ...draft, name: 'Hostile', html });
  expect(post.html).not.toMatch(/script|onclick|onload|onerror|javascript|<svg|<iframe/);
  expect(post.html).toContain('link');
});

test('a text that is saved as it was stays as it was, with its picture', async () => {
  const first = (await testApp.app.content.listPosts('blogPost', 1000)).at(-1);
  const post = await read(first?.id ?? 0);
  const saved = await change(post, {
    html: post.html.replaceAll('\n', '\r\n'),
    createdAt: post.createdAt?.toISOString().slice(0, 16) ?? '',
  });
  expect(saved.outcome).toMatchObject({ ok: true });
  expect(saved.post.image).toBe(post.image);
  const plain = (html: string) => html.replaceAll(/\s+/g, ' ').trim();
  expect(plain(saved.post.html)).toBe(plain(post.html));
  expect(await getPublic(post.slug)).toMatchObject({ createdAt: first?.createdAt });
});

test('the address follows the title until visitors know it, then the old ones lead to it', async () => {
  const post = await add({ ...draft, name: 'First title' });
  const renamed = await change(post, { name: 'Second title' });
  expect(renamed.post.slug).toBe('second-title');
  const published = await change(renamed.post, { state: 'published', name: 'Third title' });
  expect(published.post.slug).toBe('third-title');
  const fourth = await change(published.post, { slug: 'fourth' });
  const fifth = await change(fourth.post, { slug: 'fifth' });
  const { posts } = testApp.app.content;
  for (const slug of ['third-title', 'fourth'])
    expect(await posts.findFormer('blogPost', slug)).toMatchObject({ slug: 'fifth' });
  expect(await posts.findFormer('blogPost', 'second-title')).toBeUndefined();
  const taken = await getEditing().create(editor, { ...draft, slug: 'fourth' });
  expect(listErrors(taken)).toEqual(['slug']);
  const again = await change(fifth.post, { slug: 'third-title' });
  expect(await posts.findFormer('blogPost', 'fifth')).toMatchObject({ slug: 'third-title' });
  expect(again.outcome.ok).toBe(true);
});

test('a scheduled post is published once by the job, also when its time has passed long ago', async () => {
  const form = { ...draft, name: 'Scheduled', state: 'scheduled' };
  expect(listErrors(await getEditing().create(editor, form))).toEqual(['createdAt']);
  const post = await add({ ...form, createdAt: inHours(2) });
  const publish = testApp.app.jobs['schedule.actOnDue'];
  await publish({});
  expect(await getPublic('scheduled')).toBeUndefined();
  testApp.advanceClock(26 * 3_600_000);
  await Promise.all([publish({}), publish({})]);
  expect(await getPublic('scheduled')).toMatchObject({ createdAt: post.createdAt?.toISOString() });
  const entries = await testApp.deps.db
    .selectFrom('auditEntry')
    .select('actorName')
    .where('thingId', '=', String(post.id))
    .execute();
  expect(entries).toEqual([{ actorName: 'the schedule' }]);
});

test('what is wrong is said at its field', async () => {
  const wrong = { ...draft, name: ' ', slug: 'No!', state: 'x', createdAt: 'soon', image: '../x' };
  expect(listErrors(await getEditing().create(editor, wrong))).toEqual(
    expect.arrayContaining(['name', 'slug', 'state', 'createdAt', 'image']),
  );
  const undescribed = { ...draft, image: 'posts/a.svg' };
  expect(listErrors(await getEditing().create(editor, undescribed))).toEqual(['imageText']);
  const empty = { ...draft, html: '', state: 'published' };
  expect(listErrors(await getEditing().create(editor, empty))).toEqual(['html']);
  const early = { ...draft, state: 'published', createdAt: inHours(3) };
  expect(listErrors(await getEditing().create(editor, early))).toEqual(['createdAt']);
  const letters = { ...draft, name: 'Цены' };
  expect(listErrors(await getEditing().create(editor, letters))).toEqual(['slug']);
});

test('of two who change the same post the second is told, and overwrites nothing', async () => {
  const post = await add({ ...draft, name: 'Two editors' });
  await change(post, { summary: 'Of the first' });
  const second = await change(post, { summary: 'Of the second' });
  expect(second.outcome).toMatchObject({ code: 'conflict' });
  expect(second.post.summary).toBe('Of the first');
});

test('a form that is sent again since its answer was lost is no conflict, and changes nothing', async () => {
  const post = await add({ ...draft, name: 'Sent twice' });
  const first = await change(post, { summary: 'The same' });
  const again = await change(post, { summary: 'The same' });
  expect(again).toEqual({ outcome: { ok: true, value: undefined }, post: first.post });
});

test('a post in the bin is not public, and comes back as it was', async () => {
  const post = await add({ ...draft, name: 'Binned', state: 'published' });
  expect(await getEditing().moveToBin(editor, post.id)).toMatchObject({ ok: true });
  expect(await getPublic('binned')).toBeUndefined();
  expect((await change(await read(post.id), {})).outcome).toMatchObject({ code: 'conflict' });
  const listed = await getEditing().list(editor, { state: 'bin' });
  expect(listed.ok && listed.value.rows.map(({ id }) => id)).toEqual([post.id]);
  expect(await getEditing().takeOutOfBin(editor, post.id)).toMatchObject({ ok: true });
  expect(await getPublic('binned')).toMatchObject({ name: 'Binned' });
});

test('changes are undone from the audit log unless the post was changed since', async () => {
  const owner = await addTestStaff(testApp.deps.db, 'owner');
  const post = await add({ ...draft, name: 'To be undone', state: 'published' });
  const changed = await change(post, { name: 'Changed', slug: 'changed' });
  const log = testApp.app.staff.auditLog;
  const listEntries = () =>
    testApp.deps.db
      .selectFrom('auditEntry')
      .select('id')
      .where('thingKind', '=', 'blog-post')
      .where('thingId', 'in', [String(post.id), 'new'])
      .where('outcome', '=', 'done')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
  const [edit, creation] = await listEntries();
  expect(await log.undo(owner, Number(creation?.id))).toMatchObject({ code: 'conflict' });
  expect(await log.undo(owner, Number(edit?.id))).toMatchObject({ ok: true });
  expect(changed.post.slug).toBe('changed');
  expect(await read(post.id)).toMatchObject({ name: 'To be undone', slug: 'to-be-undone' });
  expect(await log.undo(owner, Number(creation?.id))).toMatchObject({ ok: true });
  expect((await read(post.id)).binnedAt).not.toBeNull();
});

test('a preview shows a draft for a day to whoever has its address', async () => {
  const { posts } = testApp.app.content;
  const post = await add({ ...draft, name: 'Previewed' });
  const token = getEditing().makePreviewPath(post).split('/').at(-1) ?? '';
  expect(await posts.previews.open(token)).toMatchObject({ ok: true });
  const other = token.replace(`-${post.id}-`, `-${post.id - 1}-`);
  expect(await posts.previews.open(other)).toMatchObject({ code: 'not-found' });
  testApp.advanceClock(25 * 3_600_000);
  expect(await posts.previews.open(token)).toMatchObject({ code: 'gone' });
});

test('a post that is deleted for ever leaves nothing, and its addresses are free', async () => {
  const owner = {
    ...(await addTestStaff(testApp.deps.db, 'owner')),
    provedAt: testApp.deps.clock(),
  };
  const post = await add({ ...draft, name: 'Leaving', state: 'published' });
  await change(post, { slug: 'left' });
  expect(await getEditing().deleteForEver(owner, post.id)).toMatchObject({ code: 'conflict' });
  await getEditing().moveToBin(editor, post.id);
  expect(await getEditing().deleteForEver(editor, post.id)).toMatchObject({ code: 'forbidden' });
  expect(await getEditing().deleteForEver(owner, post.id)).toMatchObject({ ok: true });
  expect(await getEditing().get(editor, post.id)).toMatchObject({ code: 'not-found' });
  const { posts } = testApp.app.content;
  expect(await posts.findFormer('blogPost', 'leaving')).toBeUndefined();
  expect((await add({ ...draft, name: 'Leaving' })).slug).toBe('leaving');
});

test('finance and viewers may not edit posts', async () => {
  for (const role of ['finance', 'viewer', 'sales'] as const) {
    const actor = await addTestStaff(testApp.deps.db, role);
    expect(await getEditing().create(actor, draft)).toMatchObject({ code: 'forbidden' });
    expect(await getEditing().list(actor, {})).toMatchObject({ code: 'forbidden' });
  }
});
