import { startOfDay, toDay } from '../../kernel/time-zone.model.ts';
import { decideSale, defaultDelivery } from '../goods/delivery.model.ts';
import { applyVersion, type StoredGoods } from '../goods/delivery.store.ts';
import { toSaleColumns } from '../goods/sale-columns.ts';
import { toCover } from '../reports/describe-card.ts';
import { getFigures } from '../reports/describe-version.ts';
import type { StoredReportState } from '../reports/report-version.model.ts';
import type { NextReport } from './decide-next.ts';
import { toListedValues, type ListedFacts } from './listed-facts.ts';
import { describeShortly } from './merge-report.ts';

/** A row of the table `report`, but for its id. */
export type ReportRow = ListedFacts & {
  readonly code: string;
  readonly state: StoredReportState;
  readonly versionNumber: number;
  readonly releasedAt: Date | null;
  readonly updatedAt: Date;
};

type Context = {
  readonly industryIds: ReadonlyMap<string, number>;
  readonly now: Date;
  /** The store's. */
  readonly zone: string;
  /** Of the reports that are known. */
  readonly goods: ReadonlyMap<number, StoredGoods>;
};

/** Returns the lists' rows of a report's next version. */
export function toReportRow(
  next: NextReport,
  { industryIds, now, zone, goods }: Context,
): ReportRow {
  const { code, current, parts, data } = next;
  const { state, delivery = defaultDelivery, prices = {} } = parts;
  const sale = decideSale(prices, delivery, applyVersion(goods.get(current?.id ?? 0), { data }));
  const publishedOn = parts.publishedOn ?? current?.publishedOn ?? toDay(now, zone);
  return {
    code,
    ...toListedValues(parts),
    slug: parts.slug,
    title: parts.title,
    shortDescription: describeShortly(parts),
    industryId: industryIds.get(parts.industry) ?? 0,
    furtherIndustryIds: (parts.furtherIndustries ?? []).flatMap(
      (slug) => industryIds.get(slug) ?? [],
    ),
    publishedOn,
    ...toSaleColumns(sale, parts.pages),
    coverPicture: current?.coverPicture ?? null,
    cover: toCover(getFigures(code, data)),
    state,
    versionNumber: (current?.versionNumber ?? 0) + 1,
    releasedAt: current?.releasedAt ?? (state === 'published' ? now : null),
    // Only a further edition updates a published report.
    updatedAt: current?.releasedAt ? current.updatedAt : startOfDay(publishedOn, zone),
  };
}
