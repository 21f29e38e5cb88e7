import type { PriceName } from '../report-input.model.ts';
import type { StoredReportState } from '../report-version.model.ts';
import type { NextReport } from './decide-next.ts';
import type { ListedFacts } from './listed-facts.ts';
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
};

/** What the tables of lists hold of a report's next version. */
export function toReportRow(next: NextReport, { industryIds, now }: Context): ReportRow {
  const { code, current, parts, data } = next;
  const { prices = {}, state } = parts;
  const amount = (name: PriceName): number | null => {
    const price = prices[name];
    return typeof price === 'number' ? price : null;
  };
  const names: readonly PriceName[] = ['single', 'multiple', 'corporate', 'dataSheet'];
  const publishedOn = parts.publishedOn ?? current?.publishedOn ?? now.toISOString().slice(0, 10);
  return {
    code,
    slug: parts.slug,
    title: parts.title,
    shortDescription: describeShortly(parts),
    industryId: industryIds.get(parts.industry) ?? 0,
    furtherIndustryIds: (parts.furtherIndustries ?? []).flatMap(
      (slug) => industryIds.get(slug) ?? [],
    ),
    publishedOn,
    // Goods are attached apart, and stay what they are.
    pages: parts.pages ?? current?.goodsPages ?? null,
    goodsKinds: current?.goodsKinds ?? null,
    goodsPages: current?.goodsPages ?? null,
    coverPicture: current?.coverPicture ?? null,
    singleCents: amount('single'),
    multipleCents: amount('multiple'),
    corporateCents: amount('corporate'),
    dataSheetCents: amount('dataSheet'),
    pricesOnRequest: names.filter((name) => prices[name] === 'on-request'),
    cover: {
      key: data?.figures.key ?? code,
      series: data?.figures.series.slice(0, 1) ?? [],
      rankings: [],
    },
    state,
    versionNumber: (current?.versionNumber ?? 0) + 1,
    releasedAt: current?.releasedAt ?? (state === 'published' ? now : null),
    // Only a further edition updates a published report.
    updatedAt: current?.releasedAt ? current.updatedAt : new Date(publishedOn),
  };
}
