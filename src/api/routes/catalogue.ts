import { sendRefusal } from '../error-responses.ts';
import type { ApiContext, ApiOptions, ApiRouter } from '../options.ts';
import { serializeReport } from '../serializers.ts';
import { streamList } from '../stream-list.ts';

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

/** All reports, or those of an industry. */
async function streamReports(
  c: ApiContext,
  { app: { catalogue, store }, origin }: ApiOptions,
  industrySlug?: string,
): Promise<Response> {
  const { currency } = await store.getSiteInfo();
  return streamList(c, {
    name: 'reports',
    revision: `${await catalogue.feeds.getRevision()}-${currency}`,
    read: () => catalogue.reports.stream(industrySlug),
    toEntry: (report) => serializeReport(report, { origin, currency }),
  });
}
