/** A running store tells search engines and the CDN what changed, by its own queue. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCdnSimulator, type CdnSimulator } from '#simulators/cdn.ts';
import { startIndexNowSimulator, type IndexNowSimulator } from '#simulators/index-now.ts';
import { importOptionsSchema } from '#core/imports/model.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const key = 'a1b2c3d4-e5f6';
let engines: IndexNowSimulator;
let cdn: CdnSimulator;
let server: TestServer;
beforeAll(async () => {
  [engines, cdn] = await Promise.all([startIndexNowSimulator(), startCdnSimulator('token')]);
  server = await startTestServer({
    template: 'small',
    env: {
      INDEXNOW_KEY: key,
      INDEXNOW_URL: engines.url,
      CDN_PURGE_URL: cdn.purgeUrl,
      CDN_PURGE_TOKEN: 'token',
      LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await server?.close();
  await Promise.all([engines?.close(), cdn?.close()]);
});

const importColumn = async (
  { code, title, industry }: Record<'code' | 'title' | 'industry', string>,
  name: string,
  value: string,
): Promise<void> => {
  const id = await server.app.imports.create({
    fileName: 'reports',
    content: Buffer.from(`code,title,industry,${name}\n${code},"${title}","${industry}",${value}`),
    options: importOptionsSchema.parse({ industries: 'create', runsAtOnce: true }),
    actor: 'a test',
  });
  expect((await server.app.imports.advance(id))?.state).toBe('done');
};

const countIn = (lists: readonly (readonly string[])[], one: string): number =>
  lists.flat().filter((other) => other === one).length;

test('a price, a withdrawal, a publication and a new name are told once each, though services fail', async () => {
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  if (!report) throw new Error('The store has no report');
  const { slug, industrySlug } = report;
  const industries = await server.app.catalogue.industries.list();
  const industry = industries.find((one) => one.slug === industrySlug)?.name ?? '';
  engines.answerNext(429, 503);
  cdn.answerNext(500);
  const steps = [
    ['price_corporate', '990000', [slug]],
    ['state', 'withdrawn', [slug]],
    ['state', 'published', [slug]],
    ['slug', 'another-name', [slug, 'another-name']],
  ] as const;
  for (const [name, value, slugs] of steps) {
    const [told, purged] = [engines.submitted.length, cdn.purges.length];
    await importColumn({ ...report, industry }, name, value);
    const listTold = () =>
      slugs.map((one) => [
        countIn(engines.submitted.slice(told), `${server.url}/${one}`),
        countIn(
          cdn.purges.slice(purged).flatMap((purge) => ('tags' in purge ? [purge.tags] : [])),
          `report:${one}`,
        ),
      ]);
    await waitUntil(
      `the change of ${name} to ${value} is told`,
      () =>
        listTold()
          .flat()
          .every((times) => times > 0),
      { limitMs: 60_000 },
    );
    expect([name, value, listTold()]).toEqual([name, value, slugs.map(() => [1, 1])]);
  }
});
