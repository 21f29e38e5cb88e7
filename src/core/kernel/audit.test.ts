import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { createStaffActs } from '../../../test/support/test-kernel.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { fail, ok } from './outcome.model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const listEntries = (thingId: string) =>
  database.db
    .selectFrom('auditEntry')
    .select(['verb', 'outcome', 'refusal', 'before', 'after', 'role'])
    .where('thingId', '=', thingId)
    .orderBy('id')
    .execute();
const writeSource = (id: string) =>
  database.db.insertInto('apiToken').values({
    name: id,
    hash: id,
    scopes: [],
    createdBy: 'a test',
    createdAt: new Date(),
  });
const hasToken = async (name: string): Promise<boolean> =>
  (await database.db.selectFrom('apiToken').where('name', '=', name).selectAll().execute()).length >
  0;

test('a verb and its entry in the audit log are written together', async () => {
  const staffActs = createStaffActs(database.db);
  const actor = await addTestStaff(database.db, 'editor');
  const attempt = { verb: 'report.edit', thing: { kind: 'report', id: 'A' } } as const;
  const done = await staffActs.perform(actor, attempt, async (tx, audit) => {
    await tx.executeQuery(writeSource('A').compile());
    audit({ before: { title: 'Old' }, after: { title: 'New' } });
    return ok(7);
  });
  expect(done).toEqual(ok(7));
  expect([await hasToken('A'), await listEntries('A')]).toEqual([
    true,
    [
      {
        verb: 'report.edit',
        outcome: 'done',
        refusal: null,
        before: { title: 'Old' },
        after: { title: 'New' },
        role: 'editor',
      },
    ],
  ]);
});

test('what is refused changes nothing and is logged: by role, by proof, by the verb', async () => {
  const now = new Date();
  const staffActs = createStaffActs(database.db, () => now);
  const finance = await addTestStaff(database.db, 'finance');
  const longAgo = { ...finance, provedAt: new Date(now.getTime() - 601_000) };
  const attempt = { verb: 'order.refund', thing: { kind: 'order', id: 'B' } } as const;
  const work = async () => ok(undefined);
  const viewer = await addTestStaff(database.db, 'viewer');
  expect(await staffActs.perform(viewer, attempt, work)).toMatchObject({ code: 'forbidden' });
  expect(await staffActs.perform(longAgo, attempt, work)).toMatchObject({ code: 'proof-needed' });
  const refused = await staffActs.perform(finance, attempt, async (tx) => {
    await tx.executeQuery(writeSource('B').compile());
    return fail('conflict', 'It was refunded before.');
  });
  expect(refused).toMatchObject({ code: 'conflict' });
  expect(await hasToken('B')).toBe(false);
  expect((await listEntries('B')).map(({ outcome, refusal }) => [outcome, refusal])).toEqual([
    ['refused', 'Your role does not allow this.'],
    ['proof-asked', 'Please confirm that it is you.'],
    ['refused', 'It was refunded before.'],
  ]);
});

test('nobody changes or deletes an entry', async () => {
  const { db } = database;
  await expect(db.updateTable('auditEntry').set({ actorName: 'x' }).execute()).rejects.toThrow();
  await expect(db.deleteFrom('auditEntry').execute()).rejects.toThrow('append-only');
});
