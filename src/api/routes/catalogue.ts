import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { serializeReport } from '../serializers.ts';
import type { ApiRouter, ApiOptions } from '../options.ts';
import { sendRefusal } from '../error-responses.ts';

const parseWholeNumber = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max
    ? Number(text)
    : undefined;

/** What we sell. A report is the same object in every call. */
export function addCatalogueRoutes(
  api: ApiRouter,
  { app: { catalogue }, origin }: ApiOptions,
): void {
  api.get('/industries', async (c) => {
    c.env.cacheTags('catalogue', 'site');
    const all = await catalogue.listIndustries();
    return c.json({
      industries: all.map(({ id, slug, name, metaTitle, metaDescription, metaKeywords }) => ({
        id,
        slug,
        name,
        industry_meta: { title: metaTitle, description: metaDescription, keyword: metaKeywords },
      })),
    });
  });
  api.get('/industries-by-category/:slug', async (c) => {
    const slug = c.req.param('slug');
    if (!(await catalogue.getIndustry(slug)))
      return sendRefusal(
        c,
        { ok: false, code: 'not-found', message: 'There is no such industry.' },
        { reports: [] },
      );
    c.env.cacheTags(`industry:${slug}`, 'catalogue');
    const reports = [];
    for await (const step of catalogue.streamReports(slug))
      reports.push(...step.map((report) => serializeReport(report, origin)));
    return c.json({ reports });
  });
  api.get('/reports', async (c) => {
    const [page, perPage] = [c.req.query('page'), c.req.query('per_page')];
    if (page === undefined && perPage === undefined) return streamAllReports(c, catalogue, origin);
    const [number, size] = [
      parseWholeNumber(page ?? '1', 1_000_000),
      parseWholeNumber(perPage ?? '12', 100),
    ];
    const errors = {
      ...(number === undefined ? { page: ['The page is a number from 1.'] } : {}),
      ...(size === undefined ? { per_page: ['A page has 1 to 100 reports.'] } : {}),
    };
    if (number === undefined || size === undefined)
      return sendRefusal(c, {
        ok: false,
        code: 'invalid',
        message: Object.values(errors).flat().join(' '),
        errors,
      });
    c.env.cacheTags('catalogue');
    const { reports, total } = await catalogue.listReportsWithText(number, size);
    return c.json({
      reports: reports.map((report) => serializeReport(report, origin)),
      meta: { page: number, per_page: size, total },
    });
  });
  api.get('/reports-detail/:slug', async (c) => {
    const report = await catalogue.getReport(c.req.param('slug'));
    if (!report)
      return sendRefusal(c, { ok: false, code: 'not-found', message: 'There is no such report.' });
    c.env.cacheTags(`report:${report.slug}`, `industry:${report.industrySlug}`);
    return c.json({
      report: serializeReport(report, origin),
      faq: report.text.faqs.map(({ question, answer }, i) => ({
        id: report.id * 100 + i + 1,
        qus: question,
        ans: answer,
      })),
    });
  });
  api.get('/report-request-sample/:id', async (c) => {
    const id = c.req.param('id');
    const report = (await catalogue.getReport(id)) ?? (await catalogue.getReportByCode(id));
    if (!report)
      return sendRefusal(c, { ok: false, code: 'not-found', message: 'There is no such report.' });
    c.env.cacheTags(`report:${report.slug}`, `industry:${report.industrySlug}`);
    return c.json({ report: serializeReport(report, origin) });
  });
}

/** Every report, written out as it is read: a step of a hundred is in memory, and the next is read when the client took it. */
async function streamAllReports(
  c: Context,
  catalogue: ApiOptions['app']['catalogue'],
  origin: string,
): Promise<Response> {
  const isGzipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const etag = `"reports-${await catalogue.getRevision()}${isGzipped ? '-gzip' : ''}"`;
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  const ifNoneMatch = c.req.header('if-none-match');
  if (
    ifNoneMatch !== undefined &&
    (ifNoneMatch === '*' || ifNoneMatch.split(/\s*,\s*/).includes(etag))
  )
    return c.body(null, 304, headers);
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  async function* writeReportsJson(): AsyncGenerator<string> {
    let before = '{"reports":[';
    for await (const step of catalogue.streamReports()) {
      yield (
        before + step.map((report) => JSON.stringify(serializeReport(report, origin))).join(',')
      );
      before = ',';
    }
    yield before === ',' ? ']}' : '{"reports":[]}';
  }
  const text = Readable.from(writeReportsJson(), { objectMode: true, highWaterMark: 1 });
  const responseStream = isGzipped
    ? text.pipe(createGzip({ level: 4 })).on('close', () => text.destroy())
    : Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });
  if (isGzipped) {
    headers['content-encoding'] = 'gzip';
    text.on('error', (error) => responseStream.destroy(error));
  }
  return c.body(Readable.toWeb(responseStream) as ReadableStream, 200, headers);
}
