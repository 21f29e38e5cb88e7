import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { reportAnswer } from './answers.ts';
import type { WireApp, WireOptions } from './options.ts';
import { refused } from './refusals.ts';

const wholeNumber = (text: string | undefined, most: number): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= most
    ? Number(text)
    : undefined;

/** What we sell. A report is the same object in every call. */
export function catalogueCalls(api: WireApp, { shop: { catalogue }, origin }: WireOptions): void {
  api.get('/industries', async (c) => {
    c.env.hangsOn('catalogue', 'site');
    const all = await catalogue.industries();
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
    if (!(await catalogue.industry(slug)))
      return refused(
        c,
        { ok: false, status: 404, message: 'There is no such industry.' },
        { reports: [] },
      );
    c.env.hangsOn(`industry:${slug}`, 'catalogue');
    const reports = [];
    for await (const step of catalogue.everyReport(slug))
      reports.push(...step.map((report) => reportAnswer(report, origin)));
    return c.json({ reports });
  });
  api.get('/reports', async (c) => {
    const [page, perPage] = [c.req.query('page'), c.req.query('per_page')];
    if (page === undefined && perPage === undefined) return everything(c, catalogue, origin);
    const [number, size] = [wholeNumber(page ?? '1', 1_000_000), wholeNumber(perPage ?? '12', 100)];
    const errors = {
      ...(number === undefined ? { page: ['The page is a number from 1.'] } : {}),
      ...(size === undefined ? { per_page: ['A page has 1 to 100 reports.'] } : {}),
    };
    if (number === undefined || size === undefined)
      return refused(c, {
        ok: false,
        status: 422,
        message: Object.values(errors).flat().join(' '),
        errors,
      });
    c.env.hangsOn('catalogue');
    const { reports, total } = await catalogue.pageOfReports(number, size);
    return c.json({
      reports: reports.map((report) => reportAnswer(report, origin)),
      meta: { page: number, per_page: size, total },
    });
  });
  api.get('/reports-detail/:slug', async (c) => {
    const report = await catalogue.report(c.req.param('slug'));
    if (!report) return refused(c, { ok: false, status: 404, message: 'There is no such report.' });
    c.env.hangsOn(`report:${report.slug}`, `industry:${report.industrySlug}`);
    return c.json({
      report: reportAnswer(report, origin),
      faq: report.text.faqs.map(({ question, answer }, i) => ({
        id: report.id * 100 + i + 1,
        qus: question,
        ans: answer,
      })),
    });
  });
  api.get('/report-request-sample/:id', async (c) => {
    const id = c.req.param('id');
    const report = (await catalogue.report(id)) ?? (await catalogue.reportByCode(id));
    if (!report) return refused(c, { ok: false, status: 404, message: 'There is no such report.' });
    c.env.hangsOn(`report:${report.slug}`, `industry:${report.industrySlug}`);
    return c.json({ report: reportAnswer(report, origin) });
  });
}

/** Every report, written out as it is read: a step of a hundred is in memory, and the next is read when the client took it. */
async function everything(
  c: Context,
  catalogue: WireOptions['shop']['catalogue'],
  origin: string,
): Promise<Response> {
  const zipped = (c.req.header('accept-encoding') ?? '').includes('gzip');
  const etag = `"reports-${await catalogue.revision()}${zipped ? '-gzip' : ''}"`;
  const headers: Record<string, string> = {
    etag,
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  const known = c.req.header('if-none-match');
  if (known !== undefined && (known === '*' || known.split(/\s*,\s*/).includes(etag)))
    return c.body(null, 304, headers);
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  async function* written(): AsyncGenerator<string> {
    let before = '{"reports":[';
    for await (const step of catalogue.everyReport()) {
      yield before + step.map((report) => JSON.stringify(reportAnswer(report, origin))).join(',');
      before = ',';
    }
    yield before === ',' ? ']}' : '{"reports":[]}';
  }
  const text = Readable.from(written(), { objectMode: true, highWaterMark: 1 });
  const out = zipped
    ? text.pipe(createGzip({ level: 4 })).on('close', () => text.destroy())
    : Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });
  if (zipped) {
    headers['content-encoding'] = 'gzip';
    text.on('error', (error) => out.destroy(error));
  }
  return c.body(Readable.toWeb(out) as ReadableStream, 200, headers);
}
