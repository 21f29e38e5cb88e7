import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiTokens } from '#core/api-tokens/index.ts';
import { AnswerOnce } from '#core/kernel/answer-once.ts';
import { Uploads } from '#core/uploads/index.ts';
import { createImportApi } from '#src/import-api/index.ts';
import { readChunks } from '#server/http/body-limit.ts';
import { Faults } from '#src/faults/faults.ts';
import { createPdf } from '../support/goods-files.ts';
import { bareReport } from '../support/test-publisher.ts';
import { createZip } from '../support/zip-file.ts';
import { openTestImports, type TestImports } from '../support/test-imports.ts';
import { testProgram } from '../support/test-staff.ts';
import { waitUntil } from '../support/wait-until.ts';

let setup: TestImports;
let api: ReturnType<typeof createImportApi>;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  setup = await openTestImports();
  const { deps } = setup.publisher;
  const apiTokens = new ApiTokens(deps);
  for (const scope of ['imports', 'export']) {
    const created = await apiTokens.create(testProgram, { name: scope, scopes: [scope] });
    if (created.ok) tokens[scope] = created.value;
  }
  api = createImportApi({
    app: {
      imports: setup.imports,
      apiTokens,
      uploads: new Uploads(deps),
      answerOnce: new AnswerOnce(deps),
    },
    search: {
      searchReports: (query) => setup.publisher.catalogue.search.find(query),
      getCurrency: async () => 'USD',
      origin: 'https://reports.example',
    },
    answerUpload: async (c) => c.body(null, 404),
    faults: new Faults(deps.log),
    readClientIp: (c) => c.req.header('x-test-ip') ?? 'ip',
    readBody: (c, maxBytes) => readChunks(c.req.raw, maxBytes),
  });
});
afterAll(() => setup.publisher.close());

type Call = {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly token?: string;
  /** The Idempotency-Key. */
  readonly key?: string;
};

const call = async (path: string, { method = 'GET', body, token = 'imports', key }: Call = {}) =>
  api.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[token] ?? token}`,
        'x-test-ip': token,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    }),
  );
const callJson = async (path: string, options?: Call) => {
  const answer = await call(path, options);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const countImports = async (): Promise<number> => (await setup.imports.listImports(50)).length;

test('a call with an Idempotency-Key counts once, and has its first answer again', async () => {
  const before = await countImports();
  const post = (body: string, key: string, path = '/imports?file=keyed.csv') =>
    call(path, { method: 'POST', body, key });
  const sheet = 'code,title,industry\nK-1,Keyed,Food\n';
  const [first, second] = await Promise.all([post(sheet, '"one"'), post(sheet, '"one"')]);
  // One is answered; the other one has its answer, or hears that it is under way.
  expect([first, second].filter(({ ok }) => ok).length).toBeGreaterThan(0);
  for (const { status } of [first, second]) expect([202, 409]).toContain(status);
  const [again, more] = [await post(sheet, '"one"'), await post(sheet, 'one')];
  expect([again.status, again.headers.get('location')]).toEqual([
    202,
    (first.ok ? first : second).headers.get('location'),
  ]);
  expect(await again.json()).toEqual(await more.json());
  expect((await post(`${sheet}K-2,More,Food\n`, 'one')).status).toBe(422);
  expect((await post(sheet, 'one', '/imports?file=other.csv')).status).toBe(422);
  expect((await post(sheet, 'no key')).status).toBe(400);
  expect((await countImports()) - before).toBe(1);
});

test('a refused call is new when it comes again with its key', async () => {
  const id = '999999';
  const run = () => call(`/imports/${id}/run`, { method: 'POST', key: 'refused' });
  expect([(await run()).status, (await run()).status]).toEqual([404, 404]);
  const { id: imported } = await setup.importFile('code,title,industry\nK-3,Known,Food');
  const undo = () => callJson(`/imports/${imported}/undo`, { method: 'POST', key: 'undo' });
  const first = await undo();
  expect(first.status).toBe(202);
  await work(imported);
  expect(await undo()).toEqual(first);
});

/** Leaves what a program does that was killed between the work of its calls and their answers. */
const loseAnswers = () =>
  setup.publisher.deps.db
    .updateTable('sentForm')
    .set({ answer: null, heldUntil: new Date(0) })
    .where('heldUntil', 'is not', null)
    .execute();

test('F-63 killed before its answer was kept, a call with its key is still done once', async () => {
  const before = await countImports();
  const sheet = 'code,title,industry\nK-7,Killed,Food\n';
  const create = (body = sheet) =>
    callJson('/imports?file=killed.csv', { method: 'POST', body, key: 'killed' });
  const first = await create();
  expect(first.status).toBe(202);
  await loseAnswers();
  expect(await create()).toEqual(first);
  await loseAnswers();
  const both = await Promise.all([create(), create()]);
  for (const { status, body } of both) if (status !== 409) expect(body).toEqual(first.body);
  expect((await countImports()) - before).toBe(1);
  const id = Number(first.body['id']);
  await work(id);
  for (const step of ['run', 'undo']) {
    const go = () => callJson(`/imports/${id}/${step}`, { method: 'POST', key: `killed-${step}` });
    const done = await go();
    expect(done.status).toBe(202);
    await work(id);
    await loseAnswers();
    // It says what has become of it meanwhile, and is not done a second time.
    expect(await go()).toMatchObject({ status: 202, body: { id } });
    expect((await setup.imports.getImport(id))?.state).toBe(step === 'run' ? 'done' : 'undone');
  }
  // Another file is another call, though the key is the same.
  await loseAnswers();
  await create(`${sheet}K-8,Other,Food\n`);
  expect((await countImports()) - before).toBe(2);
});

/** The queued job runs. */
const work = (id: unknown) => setup.imports.advance(Number(id));

test('a program gives files to reports by their names, singly or in a ZIP, whatever the names are', async () => {
  await setup.importFile('code,title,industry\nF-1,Cans,Food\nF-2,Tins,Food');
  const pdf = await createPdf(2);
  const one = await callJson('/files?file=F-1.pdf', { method: 'POST', body: pdf });
  expect(one).toEqual({
    status: 200,
    body: { success: true, files: [{ file: 'F-1.pdf', attached: true }] },
  });
  const zip = createZip({
    'a/F-1-sample.pdf': pdf,
    'F-2.pdf': pdf,
    'F-9.pdf': pdf,
    'x/readme.txt': 'x',
  });
  const many = await callJson('/files/zip', { method: 'POST', body: zip });
  expect(many.status).toBe(422);
  expect(many.body['files']).toMatchObject([
    { file: 'F-1-sample.pdf', attached: true },
    { file: 'F-2.pdf', attached: true },
    { file: 'F-9.pdf', attached: false, message: 'F-9.pdf: There is no report F-9.' },
    { file: 'readme.txt', attached: false },
  ]);
  for (const name of ['../../F-1.pdf', 'F-1.pdf%00', 'F-1.exe'])
    expect(
      await callJson(`/files?file=${name}`, { method: 'POST', body: 'no file' }),
    ).toMatchObject({
      status: 422,
      body: { files: [{ attached: false }] },
    });
  const slip = createZip({ '../../F-1.pdf': pdf });
  expect((await callJson('/files/zip', { method: 'POST', body: slip })).status).toBe(422);
  expect((await callJson('/files/zip', { method: 'POST', body: 'no zip' })).body).toMatchObject({
    files: [{ attached: false }],
  });
  const denied = await call('/files?file=F-1.pdf', { method: 'POST', body: pdf, token: 'export' });
  expect(denied.status).toBe(403);
});

test('a program checks, maps, runs, watches and undoes an import', async () => {
  const file = 'code;Bezeichnung;industry\nP-1;Weizen;Food\nP-2;Mais;Unheard Of';
  const created = await callJson('/imports?file=berichte.csv', { method: 'POST', body: file });
  expect(created).toMatchObject({ status: 202, body: { state: 'reading', file: 'berichte.csv' } });
  const path = `/imports/${String(created.body['id'])}`;
  await work(created.body['id']);
  expect((await callJson(path)).body).toMatchObject({
    state: 'unmapped',
    missing_columns: ['title'],
  });
  const mapping = JSON.stringify({ Bezeichnung: 'title' });
  const mapped = await callJson(`${path}/mapping`, { method: 'PATCH', body: mapping });
  expect(mapped).toMatchObject({ status: 202, body: { state: 'checking' } });
  await work(created.body['id']);
  expect((await callJson(path)).body).toMatchObject({
    state: 'checked',
    counts: { created: 1, bad: 1 },
  });
  expect((await callJson(`${path}/errors`)).body).toMatchObject({
    rows: [{ row: 3, errors: [{ column: 'industry', value: 'Unheard Of' }] }],
  });
  const workbook = await call(`${path}/errors?format=xlsx`);
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await callJson(`${path}/run`, { method: 'POST' })).toMatchObject({ status: 202 });
  await work(created.body['id']);
  const done = (await callJson(path)).body;
  expect(done).toMatchObject({ state: 'done', counts: { created: 1 }, by: 'token "imports"' });
  const exported = await call('/reports/csv', { token: 'export' });
  expect(await exported.text()).toContain('P-1,Weizen,Food');
  await callJson(`${path}/undo`, { method: 'POST' });
  await work(created.body['id']);
  expect((await callJson(path)).body).toMatchObject({ state: 'undone', counts: { restored: 1 } });
});

test.each([
  ['without a token', '/imports', { token: 'none' }, 401],
  ['with a token for something else', '/imports', { token: 'export' }, 403],
  ['for an export with a token for imports', '/reports/csv', {}, 403],
  ['with unknown options', '/imports?colour=red', { method: 'POST', body: 'code' }, 422],
  ['of an unknown import', '/imports/999', {}, 404],
  ['to run one that is unknown', '/imports/999/run', { method: 'POST' }, 404],
  ['with a mapping that is no object', '/imports/1/mapping', { method: 'PATCH', body: '[1]' }, 400],
  ['in an unknown format', '/reports/pdf', { token: 'export' }, 422],
  ['that is unknown', '/other', {}, 404],
])('a call %s is refused', async (_, path, options, status) => {
  const answer = await callJson(path, options);
  expect(answer).toMatchObject({ status, body: { success: false, message: expect.any(String) } });
});

test('A-62 an address that tries many wrong tokens has to wait, one with a right token does not', async () => {
  const tries = await Promise.all(
    Array.from({ length: 25 }, () => call('/imports', { token: 'rst_wrong' })),
  );
  expect(tries.map(({ status }) => status)).toContain(429);
  expect((await call('/imports')).status).toBe(200);
});

test('a token ends after its days, says so, and its name is free for the next one', async () => {
  const { deps } = setup.publisher;
  let now = deps.clock();
  const apiTokens = new ApiTokens({ ...deps, clock: () => now });
  const given = { name: 'short feed', scopes: ['export'], days: 30 };
  const created = await apiTokens.create(testProgram, given);
  const header = `Bearer ${created.ok ? created.value : ''}`;
  const authenticate = () => apiTokens.authenticate(header, 'export', '192.0.2.7');
  expect(await apiTokens.create(testProgram, given)).toMatchObject({ code: 'conflict' });
  expect(await apiTokens.create(testProgram, { ...given, name: 'x', days: 31 })).toMatchObject({
    errors: { days: [expect.stringContaining('30, 90, 365')] },
  });
  now = new Date(now.getTime() + (30 * 24 * 60 - 1) * 60_000);
  expect((await authenticate()).ok).toBe(true);
  now = new Date(now.getTime() + 60_000);
  expect(await authenticate()).toMatchObject({
    code: 'unauthenticated',
    message: expect.stringContaining('"short feed" has expired'),
  });
  expect((await apiTokens.create(testProgram, given)).ok).toBe(true);
  expect((await authenticate()).ok).toBe(false);
});

test('a token that is revoked works no more', async () => {
  const apiTokens = new ApiTokens(setup.publisher.deps);
  const created = await apiTokens.create(testProgram, {
    name: 'old feed',
    scopes: ['imports'],
  });
  const token = created.ok ? created.value : '';
  expect((await call('/imports', { token })).status).toBe(200);
  await apiTokens.revoke(testProgram, 'old feed');
  expect((await call('/imports', { token })).status).toBe(401);
});

test('a program hears which reports are drafts still, though they were to be published', async () => {
  const file = 'code,title,industry,price_single\nU-1,Cans,Food,100';
  const address = '/imports?file=a.csv&new_reports=published&run=1';
  const { body } = await callJson(address, { method: 'POST', body: file });
  const path = `/imports/${String(body['id'])}`;
  await work(body['id']);
  expect((await callJson(path)).body).toMatchObject({
    state: 'done',
    counts: { created: 1, unpublished: 1 },
  });
  expect((await callJson(`${path}/errors`)).body).toMatchObject({
    rows: [],
    unpublished: [{ row: 2, code: 'U-1', reasons: [expect.stringContaining('would get nothing')] }],
  });
});

test('a program sends the files of an import, and what waited for them is published', async () => {
  const file =
    'code,title,industry,price_single\nV-1,Cans,Food,100\nV-2,Tins,Food,100\nV-3,Jars,Food,100';
  const address = '/imports?file=a.csv&new_reports=published&run=1';
  const { body } = await callJson(address, { method: 'POST', body: file });
  const id = String(body['id']);
  await work(id);
  const pdf = await createPdf(2);
  const send = (path: string, content: Uint8Array) =>
    callJson(path, { method: 'POST', body: content });
  expect(await send('/files?file=V-1.pdf&import=99999', pdf)).toMatchObject({ status: 404 });
  expect(await send(`/files?file=V-1.pdf&import=${id}`, pdf)).toMatchObject({
    status: 200,
    body: { published: 1 },
  });
  const zip = createZip({ 'V-1.pdf': pdf, 'V-2.pdf': pdf });
  expect(await send(`/files/zip?import=${id}`, zip)).toMatchObject({ body: { published: 1 } });
  expect(await send('/files?file=V-3.pdf', pdf)).toMatchObject({ status: 200 });
  const published = await callJson(`/imports/${id}/publish`, { method: 'POST' });
  expect(published.body).toEqual({ success: true, published: 1 });
  expect((await callJson(`/imports/${id}`)).body['counts']).toEqual({
    created: 3,
    unpublished: 0,
    published: 3,
  });
});

test('a call refuses what it does not know in its address, and does nothing', async () => {
  const { id } = await setup.importFile('code,title,industry\nK-9,Known,Food');
  const before = await countImports();
  const calls: readonly [method: string, path: string, names: readonly string[]][] = [
    ['GET', '/reports/csv?state=published', ['state']],
    ['GET', '/reports/jsonl?industry=food&limit=5', ['industry', 'limit']],
    ['GET', '/imports?state=done', ['state']],
    ['GET', `/imports/${id}?rows=1`, ['rows']],
    ['GET', `/imports/${id}/errors?format=pdf`, ['format']],
    ['GET', `/imports/${id}/errors?format=xlsx&format=json`, ['format']],
    ['POST', `/imports/${id}/undo?rows=1`, ['rows']],
    ['POST', `/imports/${id}/publish?codes=K-9`, ['codes']],
    ['POST', '/imports?files=a.csv', []],
    ['POST', '/files?file=a.pdf&purpose=sample', ['purpose']],
    ['POST', '/files', ['file']],
    ['POST', '/files?file=%20', ['file']],
    ['POST', '/files/zip?files=a.zip', ['files']],
  ];
  for (const [method, path, names] of calls) {
    const token = path.startsWith('/reports') ? 'export' : 'imports';
    const options = method === 'POST' ? { method, token, body: 'x' } : { method, token };
    const { status, body } = await callJson(path, options);
    expect([path, status, body['success']]).toEqual([path, 422, false]);
    expect(Object.keys(body['errors'] as object)).toEqual(names);
  }
  expect(await countImports()).toBe(before);
  const { body } = await callJson(`/imports/${id}`);
  expect(body['state']).toBe('done');
});

test('an export frees its place, whether it is read, left or only asked for', async () => {
  const server = serve({ fetch: api.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (method = 'GET') =>
    fetch(`http://127.0.0.1:${port}/reports/jsonl`, {
      method,
      headers: { authorization: `Bearer ${tokens['export']}` },
    });
  for (let time = 0; time < 5; time++) {
    expect((await open('HEAD')).status).toBe(200);
    const left = await open();
    expect(left.status).toBe(200);
    await left.body?.cancel();
    await waitUntil('there is a place for it', async () => {
      const read = await open();
      return read.status === 200 && (await read.text()).includes('"code"');
    });
  }
  server.close();
});

test('a program searches as visitors do, and hears what its words were taken for', async () => {
  const { write } = setup.publisher;
  await write(
    { ...bareReport, code: 'SE-1', title: 'Zirconium Markets', prices: { single: 350_000 } },
    { ...bareReport, code: 'SE-2', title: 'Zirconium Sand' },
  );
  const search = async (query: string, token = 'export') => {
    const answer = await call(`/search${query}`, { token });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const found = await search('?q=zirconum');
  expect(found).toMatchObject({
    status: 200,
    body: {
      query: 'zirconum',
      total: 2,
      page: 1,
      pages: 1,
      understood: [{ typed: 'zirconum', kind: 'corrected', as: ['zirconium'] }],
      mentioned: [],
    },
  });
  expect(found.body['reports']).toContainEqual(
    expect.objectContaining({
      code: 'SE-1',
      title: 'Zirconium Markets',
      url: expect.stringMatching(/^https:\/\/reports\.example\/zirconium-markets$/) as string,
      lowest_price: '3500.00',
      currency: 'USD',
    }),
  );
  expect(await search('?q=nothingatall')).toMatchObject({
    status: 200,
    body: { total: 0, reports: [], mentioned: [] },
  });
  expect(await search('?q=')).toMatchObject({
    status: 422,
    body: { errors: { q: [expect.any(String)] } },
  });
  expect((await search('?q=a&page=0')).status).toBe(422);
  expect((await search('?q=a&unknown=1')).status).toBe(422);
  expect((await search('?q=zirconium', 'imports')).status).toBe(403);
  expect((await search('?q=zirconium', 'rst_searcher')).status).toBe(401);
});

test('the search has a description that its answers follow', async () => {
  expect((await call('/openapi.json', { token: 'rst_no_such' })).status).toBe(401);
  const description = (await (await call('/openapi.json', { token: 'export' })).json()) as {
    readonly paths: {
      readonly '/search': {
        readonly get: {
          readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
          readonly responses: Record<
            string,
            { content: { 'application/json': { schema: object } } }
          >;
        };
      };
    };
  };
  const { parameters, responses } = description.paths['/search'].get;
  expect(parameters.map(({ name, required }) => [name, required])).toEqual([
    ['q', true],
    ['page', false],
    ['industry', false],
    ['sort', false],
    ['exact', false],
  ]);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [query, status] of [
    ['?q=zirconium', 200],
    ['?q=nothingatall', 200],
    ['?q=', 422],
  ] as const) {
    const answer = await call(`/search${query}`, { token: 'export' });
    const schema = responses[status]?.content['application/json'].schema ?? false;
    const isValid = ajv.validate(schema, await answer.json());
    expect([answer.status, isValid, ajv.errorsText()]).toEqual([status, true, 'No errors']);
  }
});
