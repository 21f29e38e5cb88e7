import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/test-app.ts';
import { readConfig } from '../settings/config.ts';
import type { Steps } from '../steps.ts';
import { seedDemo } from './seed-demo.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const tables = ['service', 'blogPost', 'pressRelease', 'testimonial', 'clientLogo', 'faq'] as const;

test.each(tables)(
  'a demo whose last row of %s was deleted starts, and it does not come again',
  async (table) => {
    const { deps, app } = testApp;
    await deps.db.deleteFrom(table).execute();
    const names: string[] = [];
    const steps: Steps = { run: (name, step) => (names.push(name), step(() => {})) };
    await seedDemo(readConfig({}), app, { steps });
    expect(await deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(names).toEqual([]);
  },
);

test('a first start that was killed before it was noted is not done twice', async () => {
  const { deps, app } = testApp;
  await deps.db.deleteFrom('seeding').execute();
  await app.content.seed((await import('#demo/content/index.ts')).demoContent);
  await seedDemo(readConfig({}), app, {});
  const parts = await deps.db.selectFrom('seeding').select('part').orderBy('part').execute();
  expect(parts.map(({ part }) => part)).toEqual(['catalogue', 'content']);
});
