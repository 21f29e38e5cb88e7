/** What lists show of a report, and the cached pages that change with it. */
import { isDeepStrictEqual } from 'node:util';
import type { GoodsKind } from '../goods/goods.model.ts';
import type { DeliveryKind } from '../goods/delivery.model.ts';
import type { Figures } from '../figures.model.ts';
import type { PriceName } from '../report-input.model.ts';
import type { StoredReportState } from '../report-version.model.ts';

/** The columns of the table `report` that cards and lists are made from. */
export const listedColumns = [
  'report.slug',
  'report.title',
  'report.shortDescription',
  'report.industryId',
  'report.furtherIndustryIds',
  'report.publishedOn',
  'report.pages',
  'report.goodsKinds',
  'report.goodsPages',
  'report.delivery',
  'report.deliveryDays',
  'report.coverPicture',
  'report.singleCents',
  'report.multipleCents',
  'report.corporateCents',
  'report.dataSheetCents',
  'report.pricesOnRequest',
  'report.withheldPrices',
  'report.cover',
] as const;

export type ListedFacts = {
  readonly slug: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly industryId: number;
  readonly furtherIndustryIds: number[];
  /** ISO day. */
  readonly publishedOn: string;
  readonly pages: number | null;
  /** What the report's choice comes to; see `SaleFacts`, as of the five below. */
  readonly delivery: DeliveryKind;
  readonly deliveryDays: number | null;
  readonly goodsKinds: GoodsKind[] | null;
  readonly goodsPages: number | null;
  /** The first digits of its SHA-256; null where the cover is drawn. */
  readonly coverPicture: string | null;
  readonly singleCents: number | null;
  readonly multipleCents: number | null;
  readonly corporateCents: number | null;
  readonly dataSheetCents: number | null;
  readonly pricesOnRequest: PriceName[];
  readonly withheldPrices: PriceName[];
  readonly cover: Figures;
};

type Listed = ListedFacts & { readonly state: StoredReportState };

const pickListed = (report: Listed): unknown[] => [
  report.state,
  ...listedColumns.map((column) => report[column.slice('report.'.length) as keyof ListedFacts]),
];

/**
 * The tags of the pages that change: the report's own and, where a list shows the difference, those
 * of its industries and of the whole catalogue. None where the report is and was unpublished.
 */
export function listChangedTags(
  before: Listed | undefined,
  after: Listed,
  industrySlugs: ReadonlyMap<number, string>,
): string[] {
  const versions = before ? [before, after] : [after];
  if (versions.every(({ state }) => state !== 'published' && state !== 'withdrawn')) return [];
  const own = [...versions.map(({ slug }) => `report:${slug}`), 'report-texts'];
  if (before && isDeepStrictEqual(pickListed(before), pickListed(after))) return own;
  const industries = versions
    .flatMap(({ industryId, furtherIndustryIds }) => [industryId, ...furtherIndustryIds])
    .flatMap((id) => industrySlugs.get(id) ?? []);
  return [...own, ...industries.map((slug) => `industry:${slug}`), 'catalogue'];
}
