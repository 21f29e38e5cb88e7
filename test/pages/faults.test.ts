import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelayedDatabaseProxy, type DelayedDatabase } from '../support/delayed-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let proxy: DelayedDatabase;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { LOG_LEVEL: 'silent', TRUST_PROXY: '1' },
    interposeProxy: async (databaseUrl) => {
      proxy = await startDelayedDatabaseProxy(databaseUrl, 0);
      return proxy.url;
    },
  });
});
afterAll(async () => {
  await server?.close();
  proxy?.close();
});

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.url + path, { redirect: 'manual', ...init });

const postForm = (path: string, fields: Record<string, string>): Promise<Response> =>
  request(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.url },
  });

const postJson = (path: string, body: object): Promise<Response> =>
  request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', origin: server.url },
  });

const login = { email: 'anna@example.com', password: 'a password' };
const contact = {
  name: 'Anna "Ann" Example',
  email: 'anna@example.com',
  message: 'Two lines\r\nof text',
  password: 'never repeated',
  turnstile_token: 'used-up',
};

/** Every query of the table is a bug of ours while `work` runs. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to table_of_a_bug`.execute(server.db);
  try {
    await work();
  } finally {
    await sql`alter table table_of_a_bug rename to ${sql.table(table)}`.execute(server.db);
  }
}

/** The database cuts every connection while `work` runs, and is in use again afterwards. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  proxy.setDown(true);
  try {
    await work();
  } finally {
    proxy.setDown(false);
    await waitUntil(
      'the store has noticed its database again',
      async () => (await request('/custom_search?q=steel')).status === 200,
    );
  }
}

test("F-40 a page with a bug is 500 in the site's layout, with the number that the log has", () =>
  withoutTable('testimonial', async () => {
    const response = await request('/testimonials', {
      headers: { 'x-request-id': 'told-by-us-1' },
    });
    const html = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(response.headers.get('x-request-id')).toBe('told-by-us-1');
    expect(html).toContain('Something went wrong');
    expect(html).toMatch(/please give this number: (<!-- -->)?<code>told-by-us-1<\/code>/);
    expect(html).toContain('<footer');
    expect(html).not.toContain('table_of_a_bug');
  }));

test('F-40 the API answers a bug with 500 in the shape of its refusals', () =>
  withoutTable('testimonial', async () => {
    const response = await request('/admin/api/client');
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, null]);
    expect(await response.json()).toEqual({
      success: false,
      message: expect.stringContaining('Something went wrong on our side'),
      request_id: response.headers.get('x-request-id'),
    });
  }));

test('F-40 downloads and the forms of islands answer a bug with 500 and the number', async () => {
  await withoutTable('download_grant', async () => {
    const response = await request(`/download/${'a1'.repeat(16)}`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(String(response.headers.get('x-request-id')));
  });
  await withoutTable('customer', async () => {
    const response = await postForm('/data/account/login', login);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(String(response.headers.get('x-request-id')));
  });
});

test('F-41 without its database everything is 503 with Retry-After', () =>
  withoutDatabase(async () => {
    const answers = await Promise.all([
      request('/testimonials'),
      request('/custom_search?q=steel'),
      request('/admin/api/client'),
      postJson('/admin/api/user/login', login),
      request(`/download/${'a1'.repeat(16)}`),
      request(`/paper/${'a1'.repeat(16)}`),
      request('/data/search?q=steel'),
      postForm('/data/account/login', login),
      postForm('/login', login),
    ]);
    const facts = answers.map(({ url, status, headers }) => [
      new URL(url).pathname,
      status,
      headers.get('retry-after'),
    ]);
    expect(facts).toEqual(facts.map(([path]) => [path, 503, '5']));
    const html = await answers[0]?.text();
    expect(html).toContain('We will be back in a moment');
    expect(await answers[2]?.json()).toMatchObject({ success: false });
    expect(await answers[3]?.json()).toMatchObject({ success: false, status: false });
  }));

test('F-42 a form that met a fault can be sent again with everything that was typed', async () => {
  const readHiddenFields = (html: string): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')],
      ),
    );
  await withoutDatabase(async () => {
    const response = await postForm('/contact', contact);
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain('Send again');
    const { password: _, turnstile_token: __, ...typed } = contact;
    expect(readHiddenFields(html)).toEqual(typed);
  });
  const { name, email, message } = contact;
  const again = await postForm('/contact', { name, email, message });
  const html = await again.text();
  expect(again.status).toBe(422);
  expect(html).toContain('value="Anna &quot;Ann&quot; Example"');
});

test('each answer has an id of its own, and cached pages hold none', async () => {
  const pages = await Promise.all([request('/faq'), request('/faq')]);
  await Promise.all(pages.map((page) => page.arrayBuffer()));
  const cached = await Promise.all(
    ['proxy-id-1', 'proxy-id-2'].map((id) => request('/faq', { headers: { 'x-request-id': id } })),
  );
  expect(cached.map(({ headers }) => headers.get('x-request-id'))).toEqual([
    'proxy-id-1',
    'proxy-id-2',
  ]);
  const notModified = await request('/faq', {
    headers: {
      'if-none-match': String(cached[0]?.headers.get('etag')),
      'x-request-id': 'proxy-id-3',
    },
  });
  expect([notModified.status, notModified.headers.get('x-request-id')]).toEqual([
    304,
    'proxy-id-3',
  ]);
  const bodies = await Promise.all(cached.map((page) => page.text()));
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[0]).not.toContain('proxy-id');
});
