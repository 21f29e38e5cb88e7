import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
});
afterAll(() => tester?.close());

const publish = async (id: number, more: { kind?: 'new-edition'; reason?: string } = {}) =>
  tester.editing.publishing.publish(tester.anna, id, {
    revision: await tester.revisionOf(id),
    kind: 'correction',
    reason: '',
    ...more,
  });
const listAudit = (code: string) =>
  tester.database.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome', 'actorName'])
    .where('thingId', '=', code)
    .orderBy('id')
    .execute();
const schedule = async (id: number, publishAt: string) =>
  tester.editing.schedules.plan(tester.anna, id, {
    revision: await tester.revisionOf(id),
    kind: 'correction',
    reason: '',
    publishAt: new Date(publishAt),
    zone: 'Europe/London',
  });
const runJob = () => tester.publishDue();

test('a draft is published with its row, search words, dropped pages and audit entry', async () => {
  const id = await tester.addReport('PUB-1', { title: 'Copper Wire' });
  await tester.save(id, 'title', 'Copper Wire and Cable');
  tester.takeTags();
  expect(expectOk(await publish(id))).toEqual({ versionNumber: 2 });
  expect(tester.takeTags()).toContain('report:copper-wire-and-cable');
  expect((await tester.catalogue.search.suggest('cable')).reports).toHaveLength(1);
  expect(await listAudit('PUB-1')).toMatchObject([
    { verb: 'report.edit', outcome: 'done' },
    { verb: 'report.publish', outcome: 'done' },
  ]);
  expect(expectOk(await tester.editing.drafts.open(tester.anna, id)).changed).toEqual([]);
});

test('a draft that was changed meanwhile is not published', async () => {
  const id = await tester.addReport('RACE-1');
  const revision = await tester.revisionOf(id);
  await tester.save(id, 'pages', 3, tester.bo);
  const request = { revision, kind: 'correction', reason: '' } as const;
  expect(await tester.editing.publishing.publish(tester.anna, id, request)).toMatchObject({
    code: 'conflict',
  });
  expect(await tester.catalogue.reports.getByCode('RACE-1')).toBeUndefined();
});

test('a correction changes the page; a new edition is sold as well, and says what has changed', async () => {
  const id = await tester.addReport('ED-1', { state: 'published', pages: 10 });
  await tester.save(id, 'pages', 11);
  await publish(id);
  expect(await tester.catalogue.reports.getByCode('ED-1')).toMatchObject({ pages: 11, edition: 1 });
  await tester.save(id, 'pages', 12);
  expect(await publish(id, { kind: 'new-edition' })).toMatchObject({ errors: { reason: [/./] } });
  expect(await publish(id, { kind: 'new-edition', reason: 'Table 3.' })).toMatchObject({
    value: { edition: 2 },
  });
  const { editions, versions } = expectOk(await tester.editing.versions.list(tester.anna, id));
  expect(editions.map((edition) => [edition.number, edition.versionNumber])).toEqual([
    [2, 3],
    [1, 1],
  ]);
  expect(versions.map(({ number, changed }) => [number, changed])).toMatchObject([
    [3, ['pages']],
    [2, ['pages']],
    [1, expect.arrayContaining(['title', 'pages'])],
  ]);
});

test('what blocks leads to its field and publishes nothing', async () => {
  const id = await tester.addReport('BLOCK-1', { delivery: { kind: 'files' } });
  const set = async (path: string, after: unknown) => void (await tester.save(id, path, after));
  await set('prices.corporate', 5);
  await set('shortDescription', 'TBD: write this');
  await set('publishedOn', '2031-01-01');
  await set('forecastTo', 'soon');
  const refused = await publish(id);
  expect(refused).toMatchObject({ code: 'invalid' });
  expect(refused.ok ? [] : Object.keys(refused.errors ?? {}).toSorted()).toEqual(
    ['forecastTo', 'goods', 'prices', 'publishedOn', 'shortDescription'].toSorted(),
  );
  await set('forecastTo', null);
  await set('prices.corporate', 'four thousand');
  const named = expectOk(await tester.editing.drafts.check(tester.anna, id));
  expect(named.blocking).toContainEqual({
    path: 'prices.corporate',
    message: 'The price of the corporate licence is an amount above zero, or “on request”.',
  });
  await set('segmentation', 'By country; India');
  const { blocking } = expectOk(await tester.editing.drafts.check(tester.anna, id));
  expect(blocking).toContainEqual({
    path: 'segmentation',
    message: 'Write each segmentation with a colon: “By type: hard wheat; soft wheat”.',
  });
  expect(await tester.catalogue.reports.getByCode('BLOCK-1')).toBeUndefined();
});

test('what looks wrong is a warning at its field', async () => {
  await tester.addReport('OTHER-1', { title: 'Lithium Battery Market: World' });
  const text =
    'The Lithium Battery Market matters. It grows from USD 1.0 billion in 2020 to USD 2.0 billion in 2030, a CAGR of 12.5%.';
  const id = await tester.addReport('WARN-1', {
    baseYear: 2020,
    description: [
      { kind: 'paragraph', runs: [{ text }] },
      { kind: 'picture', name: 'a.jpg', text: '' },
    ],
    keyFigures: [{ label: 'Cans', value: '3' }],
  });
  const { blocking, warnings } = expectOk(await tester.editing.drafts.check(tester.anna, id));
  expect(blocking).toEqual([]);
  expect(warnings.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    expect.stringMatching(/^description: .*12.5%.*7.2% a year/),
    expect.stringMatching(/^description: .*“Lithium Battery Market”/),
    expect.stringMatching(/^baseYear: /),
    expect.stringMatching(/^keyFigures: “Cans” has no source/),
    expect.stringMatching(/^description: The picture a.jpg/),
  ]);
});

test('F29: a slug that is changed twice leads in one step from both; `admin` is refused', async () => {
  const id = await tester.addReport('SLUG-1', { state: 'published', slug: 'first-address' });
  for (const slug of ['second-address', 'third-address']) {
    await tester.save(id, 'slug', slug);
    expectOk(await publish(id));
  }
  for (const slug of ['first-address', 'second-address'])
    expect(await tester.catalogue.reports.findFormer(slug)).toMatchObject({
      slug: 'third-address',
    });
  await tester.save(id, 'slug', 'admin');
  expect(await publish(id)).toMatchObject({ code: 'invalid', errors: { slug: [/admin/] } });
});

test('F27: a schedule is kept while nothing runs, and then what was pinned is published', async () => {
  const id = await tester.addReport('SCH-1', { title: 'Zinc' });
  await tester.save(id, 'pages', 40);
  expect(await schedule(id, '2026-11-22T09:00:00Z')).toMatchObject({ code: 'invalid' });
  expectOk(await schedule(id, '2026-11-23T09:00:00Z'));
  await runJob();
  expect(await tester.catalogue.reports.getByCode('SCH-1')).toBeUndefined();
  const later = await tester.save(id, 'pages', 50);
  const planned = expectOk(await tester.editing.drafts.open(tester.anna, id)).schedule;
  expect(planned?.revision).toBeLessThan(later.revision);
  tester.setNow('2026-11-25T12:00:00Z');
  await Promise.all([runJob(), runJob()]);
  expect(await tester.catalogue.reports.getByCode('SCH-1')).toMatchObject({ pages: 40 });
  const draft = expectOk(await tester.editing.drafts.open(tester.anna, id));
  expect(draft).toMatchObject({ changed: ['pages'], values: { pages: 50 }, versionNumber: 2 });
  expect(draft.schedule).toBeUndefined();
});

test('F27: a scheduled draft that fails its checks stays unpublished, and its author hears why', async () => {
  const id = await tester.addReport('SCH-2');
  await tester.save(id, 'industry', 'Mining of the moon');
  expectOk(await schedule(id, '2026-11-26T09:00:00Z'));
  tester.setNow('2026-11-26T09:00:30Z');
  await runJob();
  await runJob();
  expect(await tester.catalogue.reports.getByCode('SCH-2')).toBeUndefined();
  const emails = await tester.database.db
    .selectFrom('outboxEmail')
    .select(['subject', 'recipient'])
    .where('subject', 'like', '%SCH-2%')
    .execute();
  expect(emails).toMatchObject([{ recipient: tester.anna.email }]);
  const { schedule: failed } = expectOk(await tester.editing.drafts.open(tester.anna, id));
  expect(failed?.failure).toContain('Mining of the moon');
  expectOk(await tester.editing.schedules.cancel(tester.anna, id));
  expect(await tester.editing.schedules.cancel(tester.anna, id)).toMatchObject({
    code: 'conflict',
  });
});

test('F28: restoring an old version fills the draft, and the page stays until it is published', async () => {
  const id = await tester.addReport('REST-1', { state: 'published', title: 'Old', pages: 9 });
  await tester.write({ code: 'REST-1', title: 'New', pages: null, keywords: ['x'] });
  const found = await tester.editing.versions.compare(tester.anna, id, { from: 1, to: 2 });
  expect(expectOk(found)).toMatchObject([
    { path: 'title', before: 'Old', after: 'New' },
    { path: 'pages', before: 9, after: null },
    { path: 'keywords', before: null, after: ['x'] },
  ]);
  expectOk(await tester.editing.versions.restore(tester.anna, id, 1));
  expect(await tester.catalogue.reports.getByCode('REST-1')).toMatchObject({ title: 'New' });
  const same = await tester.editing.versions.compare(tester.anna, id, { from: 1, to: 'draft' });
  expect(expectOk(same)).toEqual([]);
  expectOk(await publish(id));
  expect(await tester.catalogue.reports.getByCode('REST-1')).toMatchObject({
    title: 'Old',
    pages: 9,
    keywords: [],
  });
});
