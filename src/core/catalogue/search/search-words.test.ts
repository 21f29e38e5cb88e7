import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import { createApp } from '../../app.ts';
import type { ReportQuery } from '../model.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

const toQuery = (words: string): ReportQuery => ({ words, sort: 'match', page: 1 });
const findCodes = async (words: string): Promise<string[]> =>
  (await publisher.catalogue.searchReports(toQuery(words))).items.map(({ code }) => code);

test('staff add and remove words that mean the same, with an entry in the audit log', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  const viewer = await addTestStaff(deps.db, 'viewer');
  await write({ ...bareReport, code: 'W-1', title: 'Widget Machines' });
  expect(await findCodes('frobnits')).toEqual([]);
  const pair = { term: 'frobnits', means: 'widgets' };
  expect(await catalogue.synonyms.add(viewer, pair)).toMatchObject({ code: 'forbidden' });
  const added = await catalogue.synonyms.add(editor, pair);
  expect(await findCodes('frobnits')).toEqual(['W-1']);
  expect(await catalogue.synonyms.add(editor, pair)).toMatchObject({ code: 'conflict' });
  for (const wrong of [
    { term: '', means: 'widget' },
    { term: 'a b c d e', means: 'widget' },
    { term: 'widget', means: 'Widgets' },
    { term: 'x'.repeat(61), means: 'widget' },
  ])
    expect(await catalogue.synonyms.add(editor, wrong)).toMatchObject({ code: 'invalid' });
  if (!added.ok) throw new Error(added.message);
  const list = await catalogue.synonyms.list(editor);
  expect(list.ok && list.value.total).toBeGreaterThan(list.ok ? list.value.rows.length : 0);
  const own = await catalogue.synonyms.list(editor, { words: 'FROBN' });
  expect(own).toMatchObject({ value: { rows: [{ id: added.value.id, ...pair }], total: 1 } });
  expect(await catalogue.synonyms.remove(editor, added.value.id)).toMatchObject({ ok: true });
  expect(await catalogue.synonyms.remove(editor, added.value.id)).toMatchObject({
    code: 'not-found',
  });
  expect(await findCodes('frobnits')).toEqual([]);
  const entries = await deps.db
    .selectFrom('auditEntry')
    .where('verb', '=', 'synonym.edit')
    .where('outcome', '=', 'done')
    .select(['before', 'after'])
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([{ after: pair }, { before: pair }]);
});

test('what nobody found is counted for the office, without what may name a person', async () => {
  const { catalogue, deps } = publisher;
  for (const words of ['Zeppelin Ports', 'zeppelin  ports!', 'ada@zzz.example', '+44 20 7946 0958'])
    await catalogue.noteMissedSearch(words);
  await catalogue.noteMissedSearch(`zzz ${'q'.repeat(90)}`);
  const { missedSearches } = catalogue;
  const from = deps.clock();
  const missed = await missedSearches.list(await addTestStaff(deps.db, 'sales'), { from });
  expect(missed).toMatchObject({ ok: true });
  const rows = missed.ok ? missed.value.rows : [];
  const counts = new Map(rows.map((one) => [one.words, one.searches]));
  expect(counts.get('zeppelin ports')).toBe(2);
  expect([...counts.keys()].filter((words) => /ada|20|zzz|cobalt/.test(words))).toEqual([]);
  expect(missed).toMatchObject({
    value: { total: rows.length, searches: rows.reduce((sum, { searches }) => sum + searches, 0) },
  });
  const tomorrow = new Date(from.getTime() + 86_400_000);
  const none = await missedSearches.list(await addTestStaff(deps.db, 'sales'), { from: tomorrow });
  expect(none).toMatchObject({ value: { rows: [], total: 0, searches: 0 } });
});

test('what staff did to synonyms and missed searches is taken back, unless it changed since', async () => {
  const { catalogue, deps } = publisher;
  const { auditLog } = createApp(deps).staff;
  const editor = await addTestStaff(deps.db, 'editor');
  const undoLast = async () => {
    const { id } = await deps.db
      .selectFrom('auditEntry')
      .where('verb', '=', 'synonym.edit')
      .where('outcome', '=', 'done')
      .select(sql<number>`max(id)::int`.as('id'))
      .executeTakeFirstOrThrow();
    return auditLog.undo(editor, id);
  };
  const list = async (words: string) => {
    const found = await catalogue.synonyms.list(editor, { words });
    return found.ok ? found.value.rows.map(({ id, means }) => ({ id, means })) : [];
  };
  await catalogue.synonyms.add(editor, { term: 'thingummy', means: 'widget' });
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list('thingummy')).toEqual([]);
  await catalogue.synonyms.add(editor, { term: 'thingummy', means: 'widget' });
  const [added] = await list('thingummy');
  await catalogue.synonyms.remove(editor, added?.id ?? 0);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list('thingummy')).toMatchObject([{ means: 'widget' }]);
  await catalogue.synonyms.add(editor, { term: 'doodah', means: 'widget' });
  await sql`delete from find_synonym where term = 'doodah'`.execute(deps.db);
  expect(await undoLast()).toMatchObject({ code: 'conflict' });

  await catalogue.noteMissedSearch('Qwxzv Plarg');
  const { missedSearches } = catalogue;
  const isListed = async () => {
    const found = await missedSearches.list(editor, { from: deps.clock() });
    return found.ok && found.value.rows.some(({ words }) => words === 'qwxzv plarg');
  };
  const viewer = await addTestStaff(deps.db, 'viewer');
  expect(await missedSearches.remove(viewer, 'qwxzv plarg')).toMatchObject({
    code: 'forbidden',
  });
  expect(await missedSearches.remove(editor, 'qwxzv plarg')).toMatchObject({ ok: true });
  expect(await missedSearches.remove(editor, 'qwxzv plarg')).toMatchObject({
    code: 'not-found',
  });
  expect(await isListed()).toBe(false);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await isListed()).toBe(true);
});
