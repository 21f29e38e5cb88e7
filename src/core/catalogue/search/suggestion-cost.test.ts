import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { Finder } from './finder.ts';

let testApp: TestApp;
let title: string;
beforeAll(async () => {
  testApp = await openTestApp();
  title = String((await testApp.app.catalogue.reports.list(1)).items[0]?.title);
});
afterAll(() => testApp?.close());

/** How many statements one keystroke with these words sends to the database. */
async function countStatements(words: string): Promise<number> {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await new Finder(testApp.deps.db.withPlugin(counter)).suggest(words, 6);
  return statements;
}

test('a keystroke asks the database a bounded number of times, whatever is typed', async () => {
  const [first = ''] = title.toLowerCase().split(/[^a-z]+/);
  const counted = {
    word: await countStatements(first),
    beginning: await countStatements(first.slice(0, 3)),
    title: await countStatements(title),
    misspelt: await countStatements(`${first.slice(0, 3)}x${first.slice(3)}`),
    unknown: await countStatements('zzzzqqq'),
    unknownBeside: await countStatements(`${first} zzzzqqq`),
    nothing: await countStatements('?'),
  };
  const most: Record<keyof typeof counted, number> = {
    word: 11,
    beginning: 11,
    title: 8,
    misspelt: 11,
    unknown: 5,
    unknownBeside: 12,
    nothing: 3,
  };
  for (const [kind, bound] of Object.entries(most))
    expect(counted[kind as keyof typeof counted], kind).toBeLessThanOrEqual(bound);
});
