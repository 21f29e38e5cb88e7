import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden } from './api-expectations.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
beforeAll(async () => {
  api = await openApiTestClient();
});
afterAll(() => api?.close());

const fields = {
  name: 'Cee',
  email: 'cv@api.example',
  phone: '+1 202 555 0100',
  position: 'Analyst',
  message: 'Hello',
};

function form(
  cv: BlobPart[] | undefined,
  name = 'cv.pdf',
  more: Readonly<Record<string, string>> = {},
): FormData {
  const body = new FormData();
  for (const [key, value] of Object.entries({ ...fields, ...more })) body.set(key, value);
  if (cv) body.set('cv', new Blob(cv, { type: 'application/pdf' }), name);
  return body;
}

test('POST /carrer stores the application and its CV, with the type of its content', async () => {
  await expectGolden(
    await api.request('POST', '/carrer', { raw: form(['%PDF-1.4\n%%EOF']) }),
    'carrer',
  );
  const lead = await api.server.db
    .selectFrom('lead')
    .selectAll()
    .where('email', '=', 'cv@api.example')
    .executeTakeFirst();
  expect(lead).toMatchObject({ kind: 'career', cvType: 'application/pdf' });
});

test('invalid fields and an invalid CV have their messages in one response', async () => {
  await expectGolden(
    await api.request('POST', '/carrer', { raw: form(['MZ'], 'cv.pdf', { email: 'no' }) }),
    'carrer-422',
  );
  await expectGolden(
    await api.request('POST', '/carrer', { raw: form(undefined) }),
    'carrer-422-none',
  );
});

test('a CV over 10 MiB is 413, with a length and without one', async () => {
  const large = new Uint8Array(11 * 1024 * 1024);
  expect((await api.request('POST', '/carrer', { raw: form(['%PDF-', large]) })).status).toBe(413);
  const stream = new ReadableStream({
    start(to) {
      for (let i = 0; i < 12; i++) to.enqueue(new Uint8Array(1024 * 1024));
      to.close();
    },
  });
  const answer = await fetch(`${api.server.url}/admin/api/carrer`, {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  } as RequestInit);
  expect(answer.status).toBe(413);
});

test('a body that is no multipart form is 415, and a broken form is 400', async () => {
  await expectGolden(await api.post('/carrer', fields), 'carrer-415');
  await expectGolden(
    await api.request('POST', '/carrer', {
      raw: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    'carrer-400',
  );
  expect((await api.get('/carrer')).headers.get('allow')).toBe('POST');
});
