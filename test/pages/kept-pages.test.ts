import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { stepLimitMs, waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let reportPath: string;
beforeAll(async () => {
  server = await startTestServer({ template: 'small', env: { LOG_LEVEL: 'silent' } });
  // The first trimming of a store empties what lay there before.
  await waitUntil('the first trimming is done', async () => {
    const { rows } = await sql`select from kept_page_floor`.execute(server.db);
    return rows.length > 0;
  });
  await sql`insert into kept_page (build, key) values ('a former build', '/faq'),
    ('a former build', '/no-report-any-more')`.execute(server.db);
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  reportPath = `/${report?.slug}`;
});
afterAll(() => server?.close());

type Answer = { readonly status: number; readonly headers: object; readonly body: Buffer };

/** The answer as it comes, compressed or not; without what differs from one to the next. */
const get = (path: string, headers: http.OutgoingHttpHeaders, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    http
      .request(server.url + path, { headers: { connection: 'close', ...headers }, method })
      .on('error', reject)
      .on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { date, 'x-request-id': id, ...same } = response.headers;
          expect([date, id]).not.toContain(undefined);
          resolve({ status: response.statusCode ?? 0, headers: same, body: Buffer.concat(parts) });
        });
      })
      .end();
  });

async function isKept(path: string): Promise<boolean> {
  const { rows } = await sql`select from kept_page where key = ${path} and body is not null
    `.execute(server.db);
  return rows.length > 0;
}

/** The page is read from the database when it is asked for next. */
async function forgetMemory(path: string): Promise<void> {
  // What nobody can read drops all pages in memory, and nothing in the database.
  const dropMemory = () => sql`notify reportstand_invalidations, 'all'`.execute(server.db);
  // A page is not stored if something was dropped meanwhile: there is a pause before the next drop.
  const slowly = { intervalMs: 500 };
  await waitUntil(
    'the page is kept',
    async () => {
      if (await isKept(path)) return true;
      await dropMemory();
      await get(path, {});
      return false;
    },
    slowly,
  );
  await dropMemory();
  expect(await isKept(path)).toBe(true);
}

test('whoever asks for a kept page gets what a rendered one answers', async () => {
  const readAll = async (prepare: () => Promise<unknown>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (const [headers, method] of [
      [{ 'accept-encoding': 'identity' }],
      [{ 'accept-encoding': 'gzip' }],
      [{ 'accept-encoding': 'br' }, 'HEAD'],
      [{ 'accept-encoding': 'br' }],
      [{ accept: 'text/markdown', 'accept-encoding': 'identity' }],
      [{ 'if-none-match': '*' }],
    ] as const) {
      await prepare();
      answers.push(await get(reportPath, headers, method));
    }
    return answers;
  };
  await forgetMemory(reportPath);
  const kept = await readAll(() => forgetMemory(reportPath));
  await sql`delete from kept_page where key like ${`${reportPath}%`}`.execute(server.db);
  await sql`notify reportstand_invalidations, 'all'`.execute(server.db);
  const rendered = await readAll(async () => {});
  const [plain, gzip, head, brotli, markdown, notModified] = kept;
  expect(gunzipSync(gzip!.body)).toEqual(plain!.body);
  expect(brotliDecompressSync(brotli!.body)).toEqual(plain!.body);
  expect(head).toEqual({ ...brotli, body: Buffer.alloc(0) });
  expect(markdown!.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8' });
  expect(notModified!.status).toBe(304);
  expect(kept).toEqual(rendered);
});

test('an idle program makes the pages of a former build, and forgets those that are gone', async () => {
  // A page beside whose making something was dropped is tried again after a minute.
  const limits = { limitMs: 4 * stepLimitMs };
  await waitUntil('the page is made', () => isKept('/faq'), limits);
  await waitUntil(
    'the other one is gone',
    async () => {
      const { rows } = await sql<{ build: string }>`
        select build from kept_page where key = '/no-report-any-more'`.execute(server.db);
      return rows.length === 1 && rows[0]?.build === 'a former build';
    },
    limits,
  );
});
