import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSecrets } from '../../../test/support/test-kernel.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { StaffSessions } from './sessions.ts';

const request = { ip: '203.0.113.9', userAgent: 'a browser', requestId: 'r1' };
const minuteMs = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** A session of a new member of staff, and a clock that the test moves. */
async function openSession() {
  const { db } = database;
  let now = new Date('2026-11-22T08:00:00Z');
  const sessions = new StaffSessions({
    db,
    clock: () => now,
    secrets: createTestSecrets(),
  });
  const { staffId, email } = await addTestStaff(db, 'editor');
  const secret = await db.transaction().execute((tx) => sessions.start(tx, staffId, request));
  return {
    db,
    sessions,
    staffId,
    email,
    secret,
    getActor: () => sessions.getActor(secret, request),
    wait: (minutes: number) => void (now = new Date(now.getTime() + minutes * minuteMs)),
  };
}

test('a session tells who makes the request, with their role of now', async () => {
  const { db, staffId, email, getActor } = await openSession();
  expect(await getActor()).toMatchObject({ ...request, staffId, email, role: 'editor' });
  await db.updateTable('staff').set({ role: 'viewer' }).where('id', '=', staffId).execute();
  expect(await getActor()).toMatchObject({ role: 'viewer' });
  const { lastSeenAt } = await db
    .selectFrom('staff')
    .select('lastSeenAt')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  expect(lastSeenAt).toEqual(new Date('2026-11-22T08:00:00Z'));
});

test('a session ends after two hours without a request', async () => {
  const { getActor, wait } = await openSession();
  wait(119);
  expect(await getActor()).toBeDefined();
  wait(119);
  expect(await getActor()).toBeDefined();
  wait(121);
  expect(await getActor()).toBeUndefined();
});

test('a session ends after twelve hours, however it is used', async () => {
  const { getActor, wait } = await openSession();
  for (let hour = 1; hour < 12; hour++) {
    wait(60);
    expect(await getActor()).toBeDefined();
  }
  wait(60);
  expect(await getActor()).toBeUndefined();
});

test('F9: the next request of somebody who was disabled finds nobody', async () => {
  const { db, staffId, getActor } = await openSession();
  await db.updateTable('staff').set({ disabledAt: new Date() }).where('id', '=', staffId).execute();
  expect(await getActor()).toBeUndefined();
});

test('a session ends when its person signs out; no other text is a session', async () => {
  const { sessions, secret, getActor } = await openSession();
  await sessions.signOut('x');
  await sessions.signOut(undefined);
  expect(await getActor()).toBeDefined();
  await sessions.signOut(secret);
  expect(await getActor()).toBeUndefined();
  for (const other of [undefined, '', 'f'.repeat(64), "' or true --"])
    expect(await sessions.getActor(other, request)).toBeUndefined();
});
