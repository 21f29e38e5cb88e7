import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** The addresses in the links of the page that a browser gets for a refusal with this status. */
async function readWaysOn(
  path: string,
  status: number,
  { method = 'GET', origin }: { method?: string; origin?: string } = {},
): Promise<string[]> {
  const response = await fetch(server.url + path, {
    redirect: 'manual',
    method,
    headers: { ...browser, ...(origin ? { origin } : {}) },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    expect.stringContaining('text/html'),
  ]);
  return Array.from((await response.text()).matchAll(/<a href="([^"]*)"/g), ([, url]) => url ?? '');
}

test.each([
  ['/download/none', 404, ['/renew-download', '/']],
  ['/sample-file/QM-1?expires=1&signature=none', 404, ['/sample/QM-1', '/']],
  ['/paper/none', 404, ['/']],
  ['/certificate/none', 404, ['/']],
])(
  'a browser that follows the dead link %s gets a page with a way on',
  async (path, status, ways) => {
    expect(await readWaysOn(path, status)).toEqual(ways);
  },
);

test('a browser that posts from another site reads that on a page', async () => {
  const sent = { method: 'POST', origin: 'https://elsewhere.example' };
  expect(await readWaysOn('/login', 403, sent)).toEqual(['/']);
});

test('a program that follows a dead link reads a sentence', async () => {
  const response = await fetch(`${server.url}/download/none`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toBe('There is no such download.\n');
});

test('what is written in the address of a refused link is no markup', async () => {
  const [way] = await readWaysOn('/sample-file/%22%3E%3Cscript%3E', 404);
  expect(way).toBe('/sample/%22%3E%3Cscript%3E');
});

test('the page after a form promises to lead back only where there is script', async () => {
  const html = await (await fetch(`${server.url}/thank-you`)).text();
  expect(html).toContain(
    '<span class="with-script"> You will be taken back in five seconds.</span>',
  );
});
