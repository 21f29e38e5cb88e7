import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import { App } from '../../app.ts';
import type { ReportQuery } from '../model.ts';
import { meaningKinds } from './search-word.model.ts';
import type { TypedWord } from './search-words.ts';

let publisher: TestPublisher;
beforeAll(async () => {
  publisher = await openTestPublisher();
});
afterAll(() => publisher?.close());

const widget = { kind: 'synonym', means: 'widget', oneWay: false } as const;
const toQuery = (words: string): ReportQuery => ({ words, sort: 'match', page: 1 });
const findCodes = async (words: string): Promise<string[]> =>
  (await publisher.catalogue.search.find(toQuery(words))).items.map(({ code }) => code);

test('staff add and remove words that mean the same, with an entry in the audit log', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  const viewer = await addTestStaff(deps.db, 'viewer');
  await write({ ...bareReport, code: 'W-1', title: 'Widget Machines' });
  expect(await findCodes('frobnits')).toEqual([]);
  const pair = { kind: 'synonym', term: 'frobnits', means: 'widgets', oneWay: false } as const;
  expect(await catalogue.search.words.add(viewer, pair)).toMatchObject({ code: 'forbidden' });
  const added = await catalogue.search.words.add(editor, pair);
  expect(await findCodes('frobnits')).toEqual(['W-1']);
  expect(await catalogue.search.words.add(editor, pair)).toMatchObject({ code: 'conflict' });
  for (const wrong of [
    { term: '', means: 'widget' },
    { term: 'a b c d e', means: 'widget' },
    { term: 'widget', means: 'Widgets' },
    { term: 'x'.repeat(61), means: 'widget' },
  ])
    expect(await catalogue.search.words.add(editor, { ...pair, ...wrong })).toMatchObject({
      code: 'invalid',
    });
  if (!added.ok) throw new Error(added.message);
  const list = await catalogue.search.words.list(editor, { kinds: meaningKinds });
  expect(list.ok && list.value.total).toBeGreaterThan(list.ok ? list.value.rows.length : 0);
  const own = await catalogue.search.words.list(editor, { kinds: ['synonym'], words: 'FROBN' });
  expect(own).toMatchObject({ value: { rows: [{ id: added.value.id, ...pair }], total: 1 } });
  expect(await catalogue.search.words.remove(editor, added.value.id)).toMatchObject({ ok: true });
  expect(await catalogue.search.words.remove(editor, added.value.id)).toMatchObject({
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

test('the list of words is paged forwards and back, each row once', async () => {
  const { words } = publisher.catalogue.search;
  const editor = await addTestStaff(publisher.deps.db, 'editor');
  const read = async (place: object) => {
    const found = await words.list(editor, { kinds: ['language'], ...place });
    if (!found.ok) throw new Error(found.message);
    return found.value;
  };
  const first = await read({});
  const second = await read({ after: first.next });
  expect(first.previous).toBeUndefined();
  expect([first.rows.length, second.rows.length]).toEqual([50, 50]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(100);
  expect((await read({ before: second.previous })).rows).toEqual(first.rows);
});

test('what nobody found is counted for the office, without what may name a person', async () => {
  const { catalogue, deps } = publisher;
  for (const words of ['Zeppelin Ports', 'zeppelin  ports!', 'ada@zzz.example', '+44 20 7946 0958'])
    await catalogue.search.missed.note(words);
  await catalogue.search.missed.note(`zzz ${'q'.repeat(90)}`);
  const { missed: missedSearches } = catalogue.search;
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

type Editor = Awaited<ReturnType<typeof addTestStaff>>;

/** Takes back the last change of the table, and lists the rows that have the words. */
function startUndoing(editor: Editor) {
  const { catalogue, deps } = publisher;
  const { auditLog } = new App(deps).staff;
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
    const found = await catalogue.search.words.list(editor, { kinds: meaningKinds, words });
    return found.ok ? found.value.rows.map(({ id, means }) => ({ id, means })) : [];
  };
  return { undoLast, list };
}

test('what staff did to synonyms and missed searches is taken back, unless it changed since', async () => {
  const { catalogue, deps } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  const { undoLast, list } = startUndoing(editor);
  await catalogue.search.words.add(editor, { ...widget, term: 'thingummy' });
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list('thingummy')).toEqual([]);
  await catalogue.search.words.add(editor, { ...widget, term: 'thingummy' });
  const [added] = await list('thingummy');
  await catalogue.search.words.remove(editor, added?.id ?? 0);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list('thingummy')).toMatchObject([{ means: 'widget' }]);
  await catalogue.search.words.add(editor, { ...widget, term: 'doodah' });
  await sql`delete from search_word where term = 'doodah'`.execute(deps.db);
  expect(await undoLast()).toMatchObject({ code: 'conflict' });

  await catalogue.search.missed.note('Qwxzv Plarg');
  const { missed: missedSearches } = catalogue.search;
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

test('an imported sheet is taken back whole, unless one of its rows was changed since', async () => {
  const { catalogue, deps } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  const { undoLast, list } = startUndoing(editor);
  await catalogue.search.words.add(editor, { ...widget, term: 'whatsit' });
  const sheet = path.join(await mkdtemp(path.join(os.tmpdir(), 'words-')), 'words.csv');
  await writeFile(sheet, 'term,means,one way\nwhatsit,widget,yes\nimported,widget,no\n');
  expect(await catalogue.search.words.importSheet(editor, sheet)).toMatchObject({
    value: { added: 1, changed: 1 },
  });
  expect(await list('imported')).toHaveLength(1);
  expect(await undoLast()).toMatchObject({ ok: true });
  expect(await list('imported')).toEqual([]);
  const kept = await catalogue.search.words.list(editor, {
    kinds: ['synonym'],
    words: 'whatsit',
  });
  expect(kept).toMatchObject({ value: { rows: [{ oneWay: false }], total: 1 } });
  await catalogue.search.words.importSheet(editor, sheet);
  await sql`delete from search_word where term = 'imported'`.execute(deps.db);
  expect(await undoLast()).toMatchObject({ code: 'conflict' });
  expect(await list('whatsit')).toHaveLength(1);
});

test('the table of words compares words, not stems, and in one direction where it says so', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  await write(
    { ...bareReport, code: 'T-1', title: 'Bicycle Repair' },
    { ...bareReport, code: 'T-2', title: 'Bullion' },
    { ...bareReport, code: 'T-3', title: 'Shiny Metal Paint' },
  );
  const add = (word: Pick<TypedWord, 'term' | 'means'>) =>
    catalogue.search.words.add(editor, { ...widget, oneWay: true, ...word });
  await add({ term: 'mechanic', means: 'bicycle repair' });
  expect(await findCodes('mechanics')).toEqual(['T-1']);
  expect(await findCodes('mechanical')).toEqual([]);
  await add({ term: 'shiny metal', means: 'bullion' });
  expect(await findCodes('shiny metal')).toEqual(['T-3', 'T-2']);
  expect(await findCodes('bullion')).toEqual(['T-2']);
});

test('a meaning of several words is a phrase: they stand together in a report, in their order', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  await write(
    { ...bareReport, code: 'H-1', title: 'Silver Teapots' },
    { ...bareReport, code: 'H-2', title: 'Teapots in Silver' },
    { ...bareReport, code: 'H-3', title: 'Silver Spoons and Teapots' },
    { ...bareReport, code: 'H-4', title: 'Crockery', keywords: ['silver teapot', 'plates'] },
    { ...bareReport, code: 'H-5', title: 'Cutlery', keywords: ['forks in silver', 'teapots'] },
    { ...bareReport, code: 'H-6', title: 'Internet of Gadgets' },
    { ...bareReport, code: 'H-7', title: 'Gadgets on the Internet' },
  );
  for (const kind of ['synonym', 'company', 'language'] as const) {
    const word = { kind, term: `posh${kind}`, means: 'silver teapots', oneWay: true };
    await catalogue.search.words.add(editor, word);
    expect([kind, await findCodes(`posh${kind}`)]).toEqual([kind, ['H-1', 'H-4']]);
  }
  const [first, second] = (await catalogue.search.find(toQuery('poshsynonym'))).items;
  expect(first?.reason).toEqual({ place: 'title', text: '', without: [] });
  expect(second?.reason).toMatchObject({ place: 'keyword', text: 'silver teapot' });
  await catalogue.search.words.add(editor, {
    ...widget,
    term: 'gizmonet',
    means: 'internet of gadgets',
  });
  expect(await findCodes('gizmonet')).toEqual(['H-6']);
  // What a visitor types is words, not a phrase.
  expect((await findCodes('silver teapots')).toSorted()).toEqual([
    'H-1',
    'H-2',
    'H-3',
    'H-4',
    'H-5',
  ]);
});

test('companies, languages and formulas stand for words that the catalogue lacks, and for no others', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  await write({ ...bareReport, code: 'U-1', title: 'Sprockets' });
  for (const kind of ['company', 'language', 'formula'] as const) {
    const term = `${kind}x`;
    await catalogue.search.words.add(editor, { kind, term, means: 'sprockets', oneWay: true });
    expect([kind, await findCodes(term)]).toEqual([kind, ['U-1']]);
    await write({ ...bareReport, code: `U-${kind}`, title: `The ${term} Story` });
    expect([kind, await findCodes(term)]).toEqual([kind, [`U-${kind}`]]);
  }
});

test('a row of the staff is changed and taken back, and counts as theirs', async () => {
  const { catalogue, deps, write } = publisher;
  const { auditLog } = new App(deps).staff;
  const editor = await addTestStaff(deps.db, 'editor');
  await write(
    { ...bareReport, code: 'V-1', title: 'Gizmos' },
    { ...bareReport, code: 'V-2', title: 'Whatsits' },
  );
  const { words: searchWords } = catalogue.search;
  const first = { kind: 'synonym', term: 'thingy', means: 'gizmos', oneWay: true } as const;
  const added = await searchWords.add(editor, first);
  if (!added.ok) throw new Error(added.message);
  await sql`update search_word set by = 'us' where id = ${added.value.id}`.execute(deps.db);
  const changed = { ...first, means: 'whatsits' };
  const viewer = await addTestStaff(deps.db, 'viewer');
  expect(await searchWords.change(viewer, added.value.id, changed)).toMatchObject({
    code: 'forbidden',
  });
  expect(await searchWords.change(editor, added.value.id, changed)).toMatchObject({ ok: true });
  expect(await findCodes('thingy')).toEqual(['V-2']);
  const read = async () => {
    const found = await searchWords.get(editor, added.value.id);
    return found.ok && [found.value.means, found.value.by];
  };
  expect(await read()).toEqual(['whatsits', 'staff']);
  const { id } = await deps.db
    .selectFrom('auditEntry')
    .where('outcome', '=', 'done')
    .select(sql<number>`max(id)::int`.as('id'))
    .executeTakeFirstOrThrow();
  expect(await auditLog.undo(editor, id)).toMatchObject({ ok: true });
  expect(await read()).toEqual(['gizmos', 'us']);
  expect(await searchWords.change(editor, 999_999, changed)).toMatchObject({ code: 'not-found' });
});

test('staff put a report first for a search, or leave it out, until it is withdrawn', async () => {
  const { catalogue, deps, write } = publisher;
  const editor = await addTestStaff(deps.db, 'editor');
  await write(
    { ...bareReport, code: 'P-1', title: 'Green Fuels' },
    { ...bareReport, code: 'P-2', title: 'Green Fuels in Peru' },
    { ...bareReport, code: 'P-3', title: 'Methanol' },
  );
  const place = (kind: 'pin' | 'hide', term: string, means: string) =>
    catalogue.search.words.add(editor, { kind, term, means, oneWay: true });
  expect(await place('pin', 'green fuels', 'X-1')).toMatchObject({
    errors: { means: ['No report has this code.'] },
  });
  expect(await place('pin', 'market report', 'P-3')).toMatchObject({ code: 'invalid' });
  expect(await findCodes('green fuel')).toEqual(['P-1', 'P-2']);
  expect(await place('pin', 'Green fuels', 'p-3')).toMatchObject({ value: { means: 'P-3' } });
  expect(await findCodes('green fuel market')).toEqual(['P-3', 'P-1', 'P-2']);
  const [first] = (await catalogue.search.find(toQuery('green fuel'))).items;
  expect(first?.reason).toEqual({ place: 'elsewhere', text: '', without: [] });
  expect((await catalogue.search.suggest('green fuels')).reports.map(({ code }) => code)[0]).toBe(
    'P-3',
  );
  await place('hide', 'green fuels', 'P-1');
  expect(await findCodes('green fuels')).toEqual(['P-3', 'P-2']);
  expect(await findCodes('green')).toEqual(['P-1', 'P-2']);
  await place('pin', 'nowhere at all', 'P-3');
  expect(await findCodes('nowhere at all')).toEqual(['P-3']);
  await write({ code: 'P-3', state: 'withdrawn' });
  expect(await findCodes('green fuels')).toEqual(['P-2']);
});

test('rows of another spelling of words are keyed anew, once', async () => {
  const { deps, catalogue } = publisher;
  await sql`update search_word set version = 0, term_key = '' where term = 'wolfram'`.execute(
    deps.db,
  );
  await catalogue.jobs['catalogue.fillSearch']();
  const { rows } = await sql<{ key: string; old: number }>`
    select term_key as key, (select count(*)::int from search_word where version = 0) as old
    from search_word where term = 'wolfram'`.execute(deps.db);
  expect(rows).toEqual([{ key: 'wolfram', old: 0 }]);
});
