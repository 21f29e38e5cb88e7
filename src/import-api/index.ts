import { Readable } from 'node:stream';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { App } from '#core/app.ts';
import type { TokenScope } from '#core/api-tokens/model.ts';
import type { AttachedByName } from '#core/imports/attach-files.ts';
import { checkExportFormat } from '#core/imports/sheet.model.ts';
import { parseId } from '#core/kernel/id.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Faults } from '#src/faults/faults.ts';
import { describePath } from '#src/describe-path.ts';
import { BodyTooLargeError, refuseBody } from '#src/faults/refused-body.ts';
import { openStreamedBody } from '#src/streamed-body.ts';
import { answerKeyedCalls, hashChunks, readAsked } from './idempotency-key.ts';
import type { ApiEnv, ImportApiOptions } from './options.ts';
import { describeSearch } from './openapi.ts';
import { answerSearch, querySchema } from './search.ts';
import { sendRefusal } from './send-refusal.ts';
import { createUploadLimit } from './upload-limit.ts';
import {
  formatAttached,
  formatImport,
  formatRowErrors,
  failUnread,
  formatUnpublished,
  mappingSchema,
  readOptions,
  refuseOtherNames,
} from './spellings.ts';

/** Uploads under way at once, and bytes of each. */
const maxUploads = 2;
/** Exports that are read at once. */
const maxExports = 3;
const maxFileBytes = 512 * 2 ** 20;
const maxZipBytes = 2 * 2 ** 30;
const maxMappingBytes = 256 * 1024;
const maxListedRows = 1000;

/**
 * Imports, exports and the search for programs with a token, under /api/v1. Bodies of any size go to
 * the disk as they come; docs/import.md has the calls.
 */
export function createImportApi(given: ImportApiOptions): Hono<ApiEnv> {
  const options: ImportApiOptions = {
    ...given,
    readBody: (c, maxBytes) => hashChunks(c, given.readBody(c, maxBytes)),
  };
  const api = new Hono<ApiEnv>();
  api.use(methodNotAllowed({ app: api, onMethodNotAllowed: refuseMethod }));
  for (const path of ['/imports/*', '/files/*', '/uploads/*'])
    api.use(path, requireScope(options, 'imports'));
  for (const path of ['/reports/*', '/search', '/openapi.json'])
    api.use(path, requireScope(options, 'export'));
  api.use(removeUsedUpload(options));
  api.use('/imports/*', answerKeyedCalls(options, maxFileBytes));
  api.use('/files/*', answerKeyedCalls(options, maxZipBytes));
  api.all('/uploads', (c) => options.answerUpload(c, c.get('actor')));
  api.all('/uploads/:id', (c) => options.answerUpload(c, c.get('actor')));
  api.post(
    '/files',
    takes('file', 'upload', 'import'),
    createFileReceiver(options, { isArchive: false, maxBytes: maxFileBytes }),
  );
  api.post(
    '/files/zip',
    takes('file', 'upload', 'import'),
    createFileReceiver(options, { isArchive: true, maxBytes: maxZipBytes }),
  );
  addImportCalls(api, options);
  api.get('/openapi.json', takes(), (c) => c.json(describeSearch(options.search.origin)));
  api.get('/search', takes(...Object.keys(querySchema.shape)), (c) =>
    answerSearch(c, options.search),
  );
  api.get('/reports/:format{[a-z]+}', takes(), createExporter(options));
  api.all('*', (c) => sendRefusal(c, fail('not-found', 'There is no such call.')));
  api.onError((error, c) => {
    const refusal = refuseBody(error);
    if (refusal) {
      // What has not come of the body is no next request.
      c.header('connection', 'close');
      return sendRefusal(c, refusal);
    }
    const fields = { method: c.req.method, path: describePath(c.req.path) };
    const fault = options.faults.report(error, fields, 'a call of the import API failed');
    const body = { success: false, message: fault.message, request_id: fault.requestId };
    return c.json(body, fault.status, { ...fault.headers, 'cache-control': 'no-store' });
  });
  return api;
}

function addImportCalls(api: Hono<ApiEnv>, options: ImportApiOptions): void {
  const { imports } = options.app;
  api.post('/imports', createReceiver(options));
  api.get('/imports', takes(), async (c) =>
    c.json({ imports: (await imports.listImports(50)).map((one) => formatImport(imports, one)) }),
  );
  api.use('/imports/:id/*', refuseUnknownIds);
  api.get('/imports/:id', refuseUnknownIds, takes(), async (c) => {
    const found = await imports.getImport(readId(c));
    return found ? c.json(formatImport(imports, found)) : sendRefusal(c, notFound);
  });
  api.patch('/imports/:id/mapping', takes(), createMapper(options));
  api.post('/imports/:id/run', takes(), (c) =>
    goOn(c, imports, (id) => imports.run(id, readAsked(c))),
  );
  api.post('/imports/:id/cancel', takes(), async (c) => {
    const cancelled = await imports.work.cancel(readId(c), readAsked(c));
    return cancelled.ok
      ? c.json(formatImport(imports, cancelled.value))
      : sendRefusal(c, cancelled);
  });
  api.post('/imports/:id/go-on', takes(), (c) =>
    goOn(c, imports, (id) => imports.goOn(id, readAsked(c))),
  );
  api.post('/imports/:id/undo', takes(), (c) =>
    goOn(c, imports, (id) => imports.undo(id, readAsked(c))),
  );
  api.post('/imports/:id/publish', takes(), async (c) => {
    const published = await imports.ready.publish(readId(c), readAsked(c));
    if (!published.ok) return sendRefusal(c, published);
    return c.json({ success: true, published: published.value });
  });
  api.get('/imports/:id/errors', takes('format'), (c) => sendErrors(c, options));
}

type Imports = App['imports'];

function refuseMethod(c: Context, allowed: readonly string[]): Response {
  const message = `This call answers ${allowed.filter((method) => method !== 'HEAD').join(' and ')}.`;
  const headers = { allow: allowed.join(', '), 'cache-control': 'no-store' };
  return c.json({ success: false, message }, 405, headers);
}

/** An id that no row can have is none of ours. */
const refuseUnknownIds: MiddlewareHandler<ApiEnv> = async (c, next) =>
  parseId(c.req.param('id')) === undefined ? sendRefusal(c, notFound) : next();

/** Refuses whatever else an address asks for: what is not read would be taken for done. */
const takes =
  (...names: readonly string[]): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const refusal = refuseOtherNames(c.req.queries(), names);
    return refusal ? sendRefusal(c, refusal) : next();
  };

const readId = (c: Context): number => parseId(c.req.param('id')) ?? 0;

const notFound = fail('not-found', 'There is no such import.');

const requireScope =
  ({ app, readClientIp }: ImportApiOptions, scope: TokenScope): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    c.header('cache-control', 'no-store');
    const header = c.req.header('authorization');
    const token = await app.apiTokens.authenticate(header, scope, readClientIp(c));
    if (!token.ok) return sendRefusal(c, token);
    c.set('actor', `token "${token.value.name}"`);
    return next();
  };

/** The body, or with `upload=…` the finished upload that a program of this token sent before. */
async function readSent(
  c: Context<ApiEnv>,
  { app, readBody }: ImportApiOptions,
  maxBytes: number,
): Promise<Outcome<AsyncIterable<Uint8Array>>> {
  const id = c.req.query('upload');
  if (id === undefined) return ok(readBody(c, maxBytes));
  const opened = await app.uploads.open(c.get('actor'), id);
  return opened.ok ? ok(opened.value.stream) : opened;
}

/**
 * Behind the kept answer: a call that comes again since its program was killed finds the upload.
 */
const removeUsedUpload =
  ({ app }: ImportApiOptions): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next();
    const id = c.get('usedUpload');
    if (id !== undefined) await app.uploads.remove(c.get('actor'), id);
  };

/** `POST /imports?file=reports.xlsx`: the body is the file. */
function createReceiver(given: ImportApiOptions): MiddlewareHandler<ApiEnv> {
  const { imports } = given.app;
  const limit = createUploadLimit(maxUploads, maxFileBytes);
  return async (c) => {
    const options = readOptions(c.req.query());
    if (!options.ok) return sendRefusal(c, options);
    const sent = await readSent(c, given, maxFileBytes);
    if (!sent.ok) return sendRefusal(c, sent);
    const received = await limit.receive(sent.value, (chunks) =>
      imports.receive(
        {
          fileName: (c.req.query('file') ?? 'reports').slice(0, 200),
          content: Readable.from(chunks),
          options: options.value,
          actor: c.get('actor'),
        },
        () => readAsked(c),
      ),
    );
    if (!received.ok) return sendRefusal(c, received);
    c.set('usedUpload', c.req.query('upload'));
    const created = received.value;
    await imports.work.begin(created.id);
    c.header('location', `/api/v1/imports/${created.id}`);
    return c.json(formatImport(imports, created), 202);
  };
}

/**
 * `POST /files?file=AC-1001.pdf` and `POST /files/zip`: the body is the file, or a ZIP of many. 200
 * if all of them are their reports' now, else 422; each with what became of it. With `import=17`
 * its reports that waited for these files are published.
 */
function createFileReceiver(
  given: ImportApiOptions,
  { isArchive, maxBytes }: { readonly isArchive: boolean; readonly maxBytes: number },
): MiddlewareHandler<ApiEnv> {
  const limit = createUploadLimit(maxUploads, maxBytes);
  return async (c) => {
    const importId = c.req.query('import');
    if (importId !== undefined && !(await findGivenImport(given.app.imports, importId)))
      return sendRefusal(c, notFound);
    const fileName = c.req.query('file')?.trim() || (isArchive ? 'files.zip' : undefined);
    if (fileName === undefined) return sendRefusal(c, failNoName);
    const sent = await readSent(c, given, maxBytes);
    if (!sent.ok) return sendRefusal(c, sent);
    const received = await limit.receive(sent.value, async (chunks) => {
      const named = { fileName, isArchive };
      const files: AttachedByName[] = [];
      const readEffect = () => readAsked(c).effect;
      for await (const one of given.app.imports.files.receive(chunks, named, readEffect))
        files.push(one);
      return files;
    });
    if (!received.ok) return sendRefusal(c, received);
    c.set('usedUpload', c.req.query('upload'));
    const published = await publishOf(c, given.app.imports, received.value);
    if (!published.ok) return sendRefusal(c, published);
    const files = received.value.map(formatAttached);
    const isAll = files.length > 0 && files.every(({ attached }) => attached);
    return c.json({ success: isAll, files, ...published.value }, isAll ? 200 : 422);
  };
}

const failNoName = fail('invalid', 'Name the file in the address: ?file=AC-1001.pdf', {
  file: ['The report is found by the name of its file.'],
});

const findGivenImport = async (imports: Imports, id: string) =>
  parseId(id) === undefined ? undefined : imports.getImport(Number(id));

/** If the files are those of an import, its reports that waited for them are published. */
async function publishOf(
  c: Context<ApiEnv>,
  imports: Imports,
  files: readonly AttachedByName[],
): Promise<Outcome<{ readonly published?: number }>> {
  const importId = c.req.query('import');
  if (importId === undefined) return ok({});
  const codes = files.flatMap(({ code }) => code ?? []);
  const published = await imports.ready.publish(Number(importId), { codes, ...readAsked(c) });
  return published.ok ? ok({ published: published.value }) : published;
}

/** `PATCH /imports/17/mapping` with `{"Their header": "column", "Another": null}`. */
const createMapper =
  ({ app, readBody }: ImportApiOptions): MiddlewareHandler<ApiEnv> =>
  async (c) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of readBody(c, maxMappingBytes)) {
      bytes += chunk.length;
      if (bytes > maxMappingBytes) throw new BodyTooLargeError(maxMappingBytes);
      parts.push(chunk);
    }
    const mapping = mappingSchema(Buffer.concat(parts).toString());
    if (!mapping.ok) return sendRefusal(c, mapping);
    return goOn(c, app.imports, (id) =>
      app.imports.setMapping(id, mapping.value, {}, readAsked(c)),
    );
  };

async function goOn(
  c: Context<ApiEnv>,
  imports: Imports,
  change: (id: number) => ReturnType<Imports['run']>,
): Promise<Response> {
  const id = readId(c);
  const changed = await change(id);
  if (!changed.ok) return sendRefusal(c, changed);
  await imports.work.begin(id);
  return c.json(formatImport(imports, changed.value), 202);
}

/** The bad rows as JSON, or with `?format=xlsx` as a workbook to be mended and sent again. */
async function sendErrors(
  c: Context<ApiEnv>,
  { app: { imports }, faults }: ImportApiOptions,
): Promise<Response> {
  const id = readId(c);
  const found = await imports.getImport(id);
  if (!found) return sendRefusal(c, notFound);
  const format = c.req.query('format') ?? 'json';
  if (format !== 'json' && format !== 'xlsx')
    return sendRefusal(c, failUnread({ format: ['The rows are sent as json or xlsx.'] }));
  if (format === 'xlsx')
    return sendFile(c, imports.badRows.write(found), { name: `errors-${id}.xlsx`, faults });
  const [bad, unpublished, kept] = await Promise.all([
    imports.listBadRows(id, maxListedRows),
    imports.listUnpublishedRows(id, maxListedRows),
    imports.listKeptRows(id, maxListedRows),
  ]);
  const rows = bad.map(formatRowErrors);
  return c.json({ rows, unpublished: unpublished.map(formatUnpublished), kept });
}

/**
 * All reports, written as they are read by the program that asked, so that no more than a batch is in
 * memory. Each holds a connection of the database until it is through: few at once.
 */
function createExporter({ app: { imports }, faults }: ImportApiOptions): MiddlewareHandler<ApiEnv> {
  let count = 0;
  return async (c) => {
    const format = checkExportFormat(c.req.param('format') ?? '');
    if (!format.ok) return sendRefusal(c, format);
    if (count >= maxExports) return sendRefusal(c, failManyExports);
    count++;
    const bytes = imports.sheets.export(format.value);
    const name = `reports.${format.value}`;
    return sendFile(c, bytes, { name, faults, onEnd: () => void count-- });
  };
}

const failManyExports = {
  ...fail('unavailable', 'Other exports are being read. Please try again in a minute.'),
  retryAfterSeconds: 60,
};

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type SentFile = {
  readonly name: string;
  readonly faults: Faults;
  readonly onEnd?: () => void;
};

/**
 * Sent in chunks without a length: one that breaks off ends the connection without the last chunk, so
 * that no program takes a part for the whole.
 */
async function sendFile(
  c: Context,
  bytes: AsyncIterable<Uint8Array>,
  { name, faults, onEnd = () => {} }: SentFile,
): Promise<Response> {
  const headers = {
    'content-type': contentTypes[name.split('.').at(-1) ?? ''] ?? '',
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
  };
  // Nobody reads the bytes of an answer to HEAD: they are not begun.
  if (c.req.raw.method === 'HEAD') {
    onEnd();
    return c.body(null, 200, headers);
  }
  const fields = { method: c.req.method, path: describePath(c.req.path) };
  const onFault = (error: unknown) =>
    void faults.report(error, fields, 'an export of the import API broke off');
  return c.body(await openStreamedBody(bytes, { onEnd, onFault }), 200, headers);
}
