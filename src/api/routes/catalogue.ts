import { openStreamedBody } from '#src/streamed-body.ts';
import { sendRefusal } from '../error-responses.ts';
import type { ApiContext, ApiOptions, ApiRouter } from '../options.ts';
import { serializeReport } from '../serializers.ts';
import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

/** Industries and reports. A report is the same object in every response. */
export function addCatalogueRoutes(api: ApiRouter, options: ApiOptions): void {
  addIndustryRoutes(api, options);
  addReportRoutes(api, options);
  api.get('/reports', (c) =>
    c.req.query('page') === undefined && c.req.query('per_page') === undefined
      ? streamReports(c, options)
      : sendReportsPage(c, options),
  );
}

function addIndustryRoutes(api: ApiRouter, options: ApiOptions): void {
  const { catalogue } = options.app;
  api.get('/industries', async (c) => {
    c.env.cacheTags('catalogue', 'site');
    const industries = await catalogue.industries.list();
    return c.json({
      industries: industries.map(
        ({ id, slug, name, metaTitle, metaDescription, metaKeywords }) => ({
          id,
          slug,
          name,
          industry_meta: { title: metaTitle, description: metaDescription, keyword: metaKeywords },
        }),
      ),
    });
  });
  api.get('/industries-by-category/:slug', async (c) => {
    const slug = c.req.param('slug');
    if (!(await catalogue.industries.get(slug)))
      return sendRefusal(
        c,
        { ok: false, code: 'not-found', message: 'There is no such industry.' },
        { reports: [] },
      );
    return streamReports(c, options, slug);
  });
}

const parseWholeNumber = (text: string, max: number): number | undefined =>
  /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

/** One page of reports, and their total. Refuses numbers and sizes out of range (`invalid`). */
async function sendReportsPage(
  c: ApiContext,
  { app: { catalogue, store }, origin }: ApiOptions,
): Promise<Response> {
  const page = parseWholeNumber(c.req.query('page') ?? '1', 1_000_000);
  const perPage = parseWholeNumber(c.req.query('per_page') ?? '12', 100);
  if (page === undefined || perPage === undefined) {
    const errors = {
      ...(page === undefined ? { page: ['The page is a number from 1.'] } : {}),
      ...(perPage === undefined ? { per_page: ['A page has 1 to 100 reports.'] } : {}),
    };
    const message = Object.values(errors).flat().join(' ');
    return sendRefusal(c, { ok: false, code: 'invalid', message, errors });
  }
  const { reports, total } = await catalogue.reports.listWithText(page, perPage);
  // Empty pages have no end: they are not cached.
  if (reports.length > 0 || page === 1) c.env.cacheTags('site', 'catalogue', 'report-texts');
  const { currency } = await store.getSiteInfo();
  return c.json({
    reports: reports.map((report) => serializeReport(report, { origin, currency })),
    meta: { page, per_page: perPage, total },
  });
}

function addReportRoutes(api: ApiRouter, { app: { catalogue, store }, origin }: ApiOptions): void {
  const sendNotFound = (c: ApiContext) =>
    sendRefusal(c, { ok: false, code: 'not-found', message: 'There is no such report.' });
  api.get('/reports-detail/:slug', async (c) => {
    const report = await catalogue.reports.get(c.req.param('slug'));
    if (!report) return sendNotFound(c);
    c.env.cacheTags('site', `report:${report.slug}`, `industry:${report.industrySlug}`);
    const { currency } = await store.getSiteInfo();
    return c.json({
      report: serializeReport(report, { origin, currency }),
      faq: report.faqs.map(({ question, answer }, index) => ({
        id: report.id * 100 + index + 1,
        qus: question,
        ans: answer,
      })),
    });
  });
  api.get('/report-request-sample/:id', async (c) => {
    const id = c.req.param('id');
    const report = (await catalogue.reports.get(id)) ?? (await catalogue.reports.getByCode(id));
    if (!report) return sendNotFound(c);
    c.env.cacheTags('site', `report:${report.slug}`, `industry:${report.industrySlug}`);
    const { currency } = await store.getSiteInfo();
    return c.json({ report: serializeReport(report, { origin, currency }) });
  });
}

/**
 * All reports, or those of an industry, streamed: a few are in memory at a time, and the next are
 * read when the client has taken them. The ETag changes with any report.
 */
async function streamReports(
  c: ApiContext,
  { app: { catalogue, store }, origin }: ApiOptions,
  industrySlug?: string,
): Promise<Response> {
  const isGzipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const { currency } = await store.getSiteInfo();
  const etag = `"reports-${await catalogue.feeds.getRevision()}-${currency}${isGzipped ? '-gzip' : ''}"`;
  const headers = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  const json = writeReportsJson(catalogue.reports.stream(industrySlug), { origin, currency });
  if (!isGzipped) return c.body(await openStreamedBody(json), 200, headers);
  const compressed = gzip(Readable.from(json, { highWaterMark: 1 }));
  return c.body(await openStreamedBody(compressed), 200, {
    ...headers,
    'content-encoding': 'gzip',
  });
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim() === etag));

type Shop = { readonly origin: string; readonly currency: string };
const encoder = new TextEncoder();

type Reports = ReturnType<ApiOptions['app']['catalogue']['reports']['stream']>;

async function* writeReportsJson(reports: Reports, shop: Shop): AsyncGenerator<Uint8Array> {
  let separator = '{"reports":[';
  try {
    for (;;) {
      const json = await inTurn(() => writeNextReports(reports, shop));
      if (json === undefined) break;
      yield encoder.encode(separator + json);
      separator = ',';
    }
  } finally {
    await reports.return(undefined);
  }
  yield encoder.encode(separator === ',' ? ']}' : '{"reports":[]}');
}

/** undefined behind the last report. */
async function writeNextReports(reports: Reports, shop: Shop): Promise<string | undefined> {
  const { value: batch, done } = await reports.next();
  if (done) return undefined;
  return batch.map((report) => JSON.stringify(serializeReport(report, shop))).join(',');
}

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * One batch at a time of all lists together, with everything else that waits in between: the
 * processor is never theirs alone, however many readers ask.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(() => letOthersRun()).then(work);
  lastTurn = turn.catch(() => {});
  return turn;
}

/** The streams end together: errors reach the client, and a client that leaves stops the reads. */
function gzip(source: Readable): Readable {
  const compressed = source.pipe(createGzip({ level: 4 })).on('close', () => source.destroy());
  source.on('error', (error) => compressed.destroy(error));
  return compressed;
}
