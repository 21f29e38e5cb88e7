/** The list of reports that staff see: what it can be asked, and its addresses. Pure. */
import { z } from 'zod';
import type { WantedPage } from '../../kernel/wanted-list.model.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';

/** Lists that are kept ready. `bin` is the only one that has what is in the bin. */
export const reportViews = [
  'all',
  'drafts',
  'mine',
  'scheduled',
  'stale',
  'unsold',
  'bin',
] as const;
export type ReportView = (typeof reportViews)[number];

export const reportOrders = ['edited', 'published', 'code', 'title', 'price'] as const;
export type ReportOrder = (typeof reportOrders)[number];

export const checkResults = ['clear', 'blocking', 'any'] as const;
export type CheckResult = (typeof checkResults)[number];

/** A report published longer ago than this is stale. */
export const staleMonths = 12;

export type StaffReportFilter = {
  readonly view: ReportView;
  /** Of the title, or the beginning of the code. */
  readonly words?: string | undefined;
  readonly state?: Exclude<StoredReportState, 'bin'> | undefined;
  readonly industry?: string | undefined;
  /** A name as reports have it. */
  readonly author?: string | undefined;
  /** In which it was published. */
  readonly year?: number | undefined;
  readonly minPriceCents?: number | undefined;
  readonly maxPriceCents?: number | undefined;
  /**
   * The findings of its checks: nothing or something that keeps it from being published, or
   * anything.
   */
  readonly checks?: CheckResult | undefined;
};

export type StaffReportQuery = StaffReportFilter &
  WantedPage & {
    readonly order: ReportOrder;
    readonly isDescending: boolean;
  };

const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).catch(undefined);
const cents = z.coerce.number().int().min(0).max(1_000_000_000);

/** The query of an address: values that are not known are left out. */
export const staffReportQuerySchema = z.object({
  view: z.enum(reportViews).catch('all'),
  words: given(z.string().trim().min(1).max(200)),
  state: given(z.enum(['draft', 'scheduled', 'published', 'withdrawn'])),
  industry: given(z.string().regex(/^[\w-]{1,200}$/)),
  author: given(z.string().trim().min(1).max(300)),
  year: given(z.coerce.number().int().min(1900).max(9999)),
  minPriceCents: given(cents),
  maxPriceCents: given(cents),
  checks: given(z.enum(checkResults)),
  order: z.enum(reportOrders).catch('edited'),
  isDescending: z
    .enum(['1', '0'])
    .catch('1')
    .transform((flag) => flag === '1'),
  after: given(z.string().max(500)),
  before: given(z.string().max(500)),
});
