import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiTestClient, expectGolden, openApiTestClient } from './api-test-client.ts';

let at: ApiTestClient;
beforeAll(async () => {
  at = await openApiTestClient();
});
afterAll(() => at?.close());

const fields = {
  name: 'Cee',
  email: 'cv@wire.example',
  phone: '+1 202 555 0100',
  position: 'Analyst',
  message: 'Hello',
};

function form(cv: BlobPart[] | undefined, name = 'cv.pdf', more: object = {}): FormData {
  const body = new FormData();
  for (const [key, value] of Object.entries({ ...fields, ...more })) body.set(key, String(value));
  if (cv) body.set('cv', new Blob(cv, { type: 'application/pdf' }), name);
  return body;
}

test('POST /carrer keeps the application and its CV, told by its content', async () => {
  await expectGolden(
    await at.request('POST', '/carrer', { raw: form(['%PDF-1.4\n%%EOF']) }),
    'carrer',
  );
  const lead = await at.server.db
    .selectFrom('lead')
    .selectAll()
    .where('email', '=', 'cv@wire.example')
    .executeTakeFirst();
  expect(lead).toMatchObject({ kind: 'career', cvType: 'application/pdf' });
});

test('fields and a CV at fault are told together', async () => {
  await expectGolden(
    await at.request('POST', '/carrer', { raw: form(['MZ'], 'cv.pdf', { email: 'no' }) }),
    'carrer-422',
  );
  await expectGolden(
    await at.request('POST', '/carrer', { raw: form(undefined) }),
    'carrer-422-none',
  );
});

test('a CV over 10 MiB is 413, with a length and without one', async () => {
  const large = new Uint8Array(11 * 1024 * 1024);
  expect((await at.request('POST', '/carrer', { raw: form(['%PDF-', large]) })).status).toBe(413);
  const stream = new ReadableStream({
    start(to) {
      for (let i = 0; i < 12; i++) to.enqueue(new Uint8Array(1024 * 1024));
      to.close();
    },
  });
  const answer = await fetch(`${at.server.url}/admin/api/carrer`, {
    method: 'POST',
    body: stream,
    duplex: 'half',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  } as RequestInit);
  expect(answer.status).toBe(413);
});

test('what is no multipart form is 415, and one that is broken 400', async () => {
  await expectGolden(await at.post('/carrer', fields), 'carrer-415');
  await expectGolden(
    await at.request('POST', '/carrer', {
      raw: 'no parts',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
    'carrer-400',
  );
  expect((await at.get('/carrer')).headers.get('allow')).toBe('POST');
});
