import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changeManyNow,
  expectOk,
  openTestEditing,
  type TestEditing,
} from '../../../../test/support/test-editing.ts';

let tester: TestEditing;
beforeAll(async () => {
  tester = await openTestEditing();
});
afterAll(() => tester?.close());

const publish = (ids: readonly number[]) =>
  changeManyNow(tester, tester.anna, { selection: { ids }, change: { kind: 'publish' } });
const readState = async (code: string) => {
  const { rows } = expectOk(
    await tester.editing.list.list(tester.anna, {
      view: 'all',
      words: code,
      order: 'code',
      isDescending: false,
    }),
  );
  return rows[0]?.state;
};

test('chosen drafts are published together, each with its texts, tags and audit entry', async () => {
  const first = await tester.addReport('MANY-1', { title: 'Copper Wire' });
  const second = await tester.addReport('MANY-2', { title: 'Copper Tubes' });
  await tester.save(second, 'title', 'Copper Tubes and Pipes');
  tester.takeTags();
  const done = expectOk(await publish([first, second]));
  expect(done).toMatchObject({ changed: 2, unchanged: 0 });
  expect(tester.takeTags()).toEqual(
    expect.arrayContaining(['report:copper-wire', 'report:copper-tubes-and-pipes']),
  );
  expect(await tester.catalogue.reports.getByCode('MANY-2')).toMatchObject({
    title: 'Copper Tubes and Pipes',
  });
  expect(expectOk(await tester.editing.drafts.open(tester.anna, second)).changed).toEqual([]);
  const entries = await tester.database.db
    .selectFrom('auditEntry')
    .select(['thingKind', 'thingId'])
    .where('batch', '=', done.batch)
    .where('verb', '=', 'report.publish')
    .execute();
  expect(entries.map(({ thingId }) => thingId).toSorted()).toEqual(
    ['MANY-1', 'MANY-2', done.batch].toSorted(),
  );
  expect(expectOk(await publish([first, second]))).toMatchObject({ changed: 0, unchanged: 2 });
});

test('where one draft can’t be published none is, and the sentence names it', async () => {
  const good = await tester.addReport('MANY-3', { title: 'Zinc Sheet' });
  const bad = await tester.addReport('MANY-4', { title: 'Zinc TBD' });
  expect(await publish([good, bad])).toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^Nothing was changed\. MANY-4 can’t be changed: “TBD”/),
    errors: { 'MANY-4': [expect.stringContaining('placeholder')] },
  });
  expect([await readState('MANY-3'), await readState('MANY-4')]).toEqual(['draft', 'draft']);
});

test('only who may publish does so, and it is not taken back as a whole', async () => {
  const id = await tester.addReport('MANY-5', { title: 'Nickel Wire' });
  const sales = { ...tester.anna, role: 'sales' as const };
  expect(
    await changeManyNow(tester, sales, { selection: { ids: [id] }, change: { kind: 'publish' } }),
  ).toMatchObject({
    code: 'forbidden',
  });
  const { batch } = expectOk(await publish([id]));
  expect(await tester.editing.undoing.undoBatch(tester.anna, batch)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Withdraw'),
  });
  expect(await readState('MANY-5')).toBe('published');
});
