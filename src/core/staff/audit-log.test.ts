import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { unwrap } from '../../../test/support/test-sign-in.ts';
import { fail } from '../kernel/outcome.model.ts';
import type { StaffActor } from './model.ts';

let testApp: TestApp;
let owner: StaffActor;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await addTestStaff(testApp.deps.db, 'owner');
});
afterAll(() => testApp?.close());

const log = () => testApp.app.staff.auditLog;

/** Writes `count` entries about one thing, oldest first; answers their ids. */
async function writeEntries(thingId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await testApp.deps.audit.record(testApp.deps.db, {
      verb: 'report.edit',
      thing: { kind: 'report', id: thingId },
      actor: i % 2 === 0 ? owner : { programName: 'nightly feed' },
      change: { before: { title: `${i}` }, after: { title: `=${i}` } },
      ...(i === 3 ? { refusal: fail('conflict', 'The title is taken.') } : {}),
    });
}

test('pages go back and forth without a gap, and count what matches', async () => {
  await writeEntries('PAGES', 120);
  const filter = { thingKind: 'report', thingId: 'PAGES' };
  const first = unwrap(await log().search(owner, filter));
  expect([first.rows.length, first.total, first.isTotalCapped, first.previous]).toEqual([
    50,
    120,
    false,
    undefined,
  ]);
  const second = unwrap(await log().search(owner, filter, { after: first.next }));
  const third = unwrap(await log().search(owner, filter, { after: second.next }));
  expect([third.rows.length, third.next]).toEqual([20, undefined]);
  const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  const back = unwrap(await log().search(owner, filter, { before: third.previous }));
  expect(back.rows).toEqual(second.rows);
  const start = unwrap(await log().search(owner, filter, { before: back.previous }));
  expect([start.rows, start.previous]).toEqual([first.rows, undefined]);
});

test('it is searched by person, program, verb, thing, outcome and time', async () => {
  await writeEntries('FOUND', 6);
  const search = async (filter: object) =>
    unwrap(await log().search(owner, { thingId: 'FOUND', ...filter })).total;
  expect(await search({})).toBe(6);
  expect(await search({ staffId: owner.staffId })).toBe(3);
  expect(await search({ actorName: 'NIGHTLY' })).toBe(3);
  expect(await search({ actorName: '%' })).toBe(0);
  expect(await search({ verb: 'report.edit' })).toBe(6);
  expect(await search({ verb: 'order.refund' })).toBe(0);
  expect(await search({ outcome: 'refused' })).toBe(1);
  expect(await search({ outcome: 'proof-asked' })).toBe(0);
  const later = new Date(testApp.deps.clock().getTime() + 1000);
  expect(await search({ from: later })).toBe(0);
  expect(await search({ until: later })).toBe(6);
});

test('the export is a CSV in which no cell is a formula, and is logged itself', async () => {
  await writeEntries('CSV', 2);
  const chunks: Uint8Array[] = [];
  for await (const chunk of unwrap(await log().exportCsv(owner, { thingId: 'CSV' })))
    chunks.push(chunk);
  const [header, ...lines] = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect(header).toContain('id,at,actorName,role,verb');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('nightly feed');
  const { total } = unwrap(await log().search(owner, { thingKind: 'audit', thingId: 'export' }));
  expect(total).toBe(1);
});

test('a change of role is undone once, by an entry of its own', async () => {
  const { db } = testApp.deps;
  const { members } = testApp.app.staff;
  const { staffId } = await addTestStaff(db, 'editor');
  unwrap(await members.changeRole(owner, staffId, 'sales'));
  const filter = { thingKind: 'staff', thingId: String(staffId) };
  const [entry] = unwrap(await log().search(owner, filter)).rows;
  expect(entry).toMatchObject({ isUndoable: true, isUndone: false });
  const id = entry?.id ?? 0;
  const outcomes = await Promise.all([log().undo(owner, id), log().undo(owner, id)]);
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  expect(unwrap(await members.get(owner, staffId)).member.role).toBe('editor');
  const { rows } = unwrap(await log().search(owner, { ...filter, outcome: 'done' }));
  expect(rows).toMatchObject([
    { undoOf: id, before: { role: 'sales' }, after: { role: 'editor' }, isUndoable: false },
    { id, isUndone: true, isUndoable: false },
  ]);
});

test('what was changed since is not undone, nor what has no way back', async () => {
  const { members } = testApp.app.staff;
  const { staffId } = await addTestStaff(testApp.deps.db, 'editor');
  unwrap(await members.changeRole(owner, staffId, 'sales'));
  const filter = { thingId: String(staffId), thingKind: 'staff' };
  const [entry] = unwrap(await log().search(owner, filter)).rows;
  unwrap(await members.changeRole(owner, staffId, 'finance'));
  expect(await log().undo(owner, entry?.id ?? 0)).toMatchObject({ code: 'conflict' });
  unwrap(await members.resetFactors(owner, staffId));
  const [reset] = unwrap(await log().search(owner, { verb: 'staff.reset-factor' })).rows;
  expect(reset).toMatchObject({ isUndoable: false });
  expect(await log().undo(owner, reset?.id ?? 0)).toMatchObject({ code: 'conflict' });
  expect(await log().undo(owner, 999_999_999)).toMatchObject({ code: 'not-found' });
});

test('whoever may not do a verb may not undo it', async () => {
  const { staffId } = await addTestStaff(testApp.deps.db, 'editor');
  unwrap(await testApp.app.staff.members.disable(owner, staffId));
  const [entry] = unwrap(await log().search(owner, { verb: 'staff.disable' })).rows;
  const viewer = await addTestStaff(testApp.deps.db, 'viewer');
  expect(await log().undo(viewer, entry?.id ?? 0)).toMatchObject({ code: 'forbidden' });
  const longAgo = { ...owner, provedAt: new Date(0) };
  expect(await log().undo(longAgo, entry?.id ?? 0)).toMatchObject({ code: 'proof-needed' });
  expect(await log().undo(owner, entry?.id ?? 0)).toMatchObject({ ok: true });
});

test('an entry names its thing, and what was added by its own page', async () => {
  const { catalogue } = testApp.app;
  const [report] = (await catalogue.reports.list(1)).items;
  await writeEntries(String(report?.code), 1);
  const values = { name: 'Named', slug: 'named', position: '', description: '', pictogram: 'box' };
  const created = unwrap(await catalogue.industryEditing.create(owner, values));
  await writeEntries('GONE', 1);
  const [gone, addition, edit] = unwrap(await log().search(owner, {})).rows;
  expect(gone?.thing).toEqual({ key: 'GONE', name: undefined });
  expect(addition?.thing).toEqual({ key: String(created.id), name: 'Named' });
  expect(edit?.thing.name).toBe(report?.title);
});
