import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

/** Runs the job as if it were that moment, and returns what it dropped. */
async function runAt(time: string): Promise<string[]> {
  const { app, deps, advanceClock } = testApp;
  await deps.db.deleteFrom('droppedTag').execute();
  advanceClock(Date.parse(time) - deps.clock().getTime());
  await app.jobs['content.beginYear']({});
  const rows = await deps.db.selectFrom('droppedTag').select('tag').execute();
  return rows.map(({ tag }) => tag);
}

test('pages of the last year are dropped once the store’s own year has begun', async () => {
  const { app, deps } = testApp;
  const { timeZone } = await app.store.getSettings();
  expect(timeZone).toBe('UTC');
  expect(await runAt('2030-12-31T23:50:00Z')).toEqual([]);
  expect(await runAt('2031-01-01T00:05:00Z')).toEqual(['year:2030']);
  expect(await runAt('2031-01-07T12:00:00Z')).toEqual(['year:2030']);
  expect(await runAt('2031-01-08T12:00:00Z')).toEqual([]);
  expect(await app.content.getCurrentYear()).toBe(2031);
  expect(deps.clock().getUTCFullYear()).toBe(2031);
});
