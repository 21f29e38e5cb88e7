import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '#core/app.ts';
import type { ServerOptions } from '#server/options.ts';
import { islandDataRoutes } from '#server/routes/island-data.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let testApp: TestApp;
let title: string;
beforeAll(async () => {
  testApp = await openTestApp();
  title = String((await testApp.app.catalogue.reports.list(1)).items[0]?.title);
});
afterAll(() => testApp?.close());

test('a keystroke asks few times for reports, pages, questions, posts and services together', async () => {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const app = new App({ ...testApp.deps, db: testApp.deps.db.withPlugin(counter) });
  const routes = islandDataRoutes({ app, origin: 'https://reports.example' } as ServerOptions);
  const count = async (words: string): Promise<number> => {
    statements = 0;
    const answer = await routes.request(`/search?${new URLSearchParams({ q: words })}`);
    expect(answer.status).toBe(200);
    return statements;
  };
  const [first = ''] = title.toLowerCase().split(/[^a-z]+/);
  const counted = {
    word: await count(first),
    beginning: await count(first.slice(0, 3)),
    title: await count(title),
    unknown: await count('zzzzqqq'),
    question: await count('refund'),
  };
  // Beside what the search of reports asks: industries, cards, settings and the site once.
  const most: Record<keyof typeof counted, number> = {
    word: 16,
    beginning: 16,
    title: 13,
    unknown: 10,
    question: 16,
  };
  for (const [kind, bound] of Object.entries(most))
    expect(counted[kind as keyof typeof counted], JSON.stringify(counted)).toBeLessThanOrEqual(
      bound,
    );
});
