/** `GET /api/v1/search`: the search of the site, for programs. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { App } from '#core/app.ts';
import { getListPrice } from '#core/catalogue/reports/licence.model.ts';
import { sortOptions } from '#core/catalogue/model.ts';
import type { FoundReport } from '#core/catalogue/search/index.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { sendRefusal } from './send-refusal.ts';
import { failUnread } from './spellings.ts';

const maxCharacters = 200;
const maxPage = 100_000;

export const querySchema = z.strictObject({
  q: z.string().trim().min(1, 'Please give the words to look for.').max(maxCharacters),
  page: z.coerce.number().int().min(1).max(maxPage).default(1),
  industry: z.string().max(100).optional(),
  sort: z.enum(sortOptions).default('match'),
  exact: z.enum(['0', '1']).default('0'),
});

const foundSchema = z.object({
  code: z.string(),
  title: z.string(),
  url: z.string(),
  industry: z.string(),
  industry_slug: z.string(),
  /** A day: "2026-11-02". */
  published_on: z.string(),
  pages: z.number().nullable(),
  /** In the currency's own units, with a point: "3500.00". */
  lowest_price: z.string().nullable(),
  currency: z.string(),
  why: z.object({ place: z.string(), text: z.string(), without: z.array(z.string()) }).nullable(),
});

export const answerSchema = z.object({
  query: z.string(),
  understood: z.array(z.object({ typed: z.string(), kind: z.string(), as: z.array(z.string()) })),
  total: z.number(),
  is_at_least: z.boolean(),
  page: z.number(),
  pages: z.number(),
  reports: z.array(foundSchema),
  mentioned: z.array(foundSchema),
});

export type SearchedStore = {
  readonly searchReports: App['catalogue']['search']['find'];
  readonly getCurrency: () => Promise<string>;
  readonly origin: string;
};

/**
 * Answers one page of the published reports that match, as the search page shows them: `total`, how
 * the words were understood, and, if no report is about them, those that mention them. `invalid` by
 * name.
 */
export async function answerSearch(c: Context, store: SearchedStore): Promise<Response> {
  const parsed = querySchema.safeParse(c.req.query());
  if (!parsed.success) return sendRefusal(c, failUnread(z.flattenError(parsed.error).fieldErrors));
  const { q, page, industry, sort, exact } = parsed.data;
  const [found, currency] = await Promise.all([
    store.searchReports({
      words: q,
      page,
      sort,
      industrySlug: industry,
      isExact: exact === '1',
    }),
    store.getCurrency(),
  ]);
  const format = (report: FoundReport) => formatFound(report, currency, store.origin);
  const answer: z.infer<typeof answerSchema> = {
    query: q,
    understood: found.understood.parts.map(({ typed, kind, as }) => ({ typed, kind, as: [...as] })),
    total: found.total,
    is_at_least: found.isAtLeast,
    page: found.pageNumber,
    pages: found.pageCount,
    reports: found.items.map(format),
    mentioned: found.mentioned.map(format),
  };
  return c.json(answer);
}

function formatFound(
  report: FoundReport,
  currency: string,
  origin: string,
): z.infer<typeof foundSchema> {
  const { code, title, slug, industry, industrySlug, publishedOn, reason, prices } = report;
  const price = getListPrice(prices);
  return {
    code,
    title,
    url: origin + paths.report(slug),
    industry,
    industry_slug: industrySlug,
    published_on: publishedOn,
    pages: report.pages ?? null,
    lowest_price: typeof price === 'number' ? toDecimalString(price, currency) : null,
    currency,
    why: reason ? { place: reason.place, text: reason.text, without: [...reason.without] } : null,
  };
}
