import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { hasFigures as hasFiguresInSql } from '../reports/editions.store.ts';
import type { ReportParts } from '../reports/report-input.model.ts';
import type { ReportData } from '../reports/report-version.model.ts';
import {
  defaultDelivery,
  hasFigures,
  type Delivery,
  type EditionGoods,
  type GoodsFile,
} from './delivery.model.ts';

/** The goods of a report's newest edition, and the delivery that its publisher has chosen. */
export type StoredGoods = EditionGoods & {
  readonly reportId: number;
  readonly edition: number;
  readonly chosen: Delivery;
  /** How it was sold: as chosen, or for a report that was taken off sale as it was chosen before. */
  readonly soldAs: Delivery;
  /** As the report's newest version gives them. */
  readonly prices: ReportParts['prices'];
  readonly typedPages: number | null;
  /** Whether the report's newest version has series or rankings: a new edition would sell them. */
  readonly newestHasData: boolean;
  /** Pages of what would be made of the newest version; null until they were counted. */
  readonly newestMadePages: number | null;
  readonly isPublished: boolean;
  /** True for an edition that nobody could buy yet: it sells what the report's next version says. */
  readonly followsVersion: boolean;
};

type NextVersion = {
  readonly data: ReportData | null;
  /** True where a new edition is to sell it. */
  readonly isNewEdition?: boolean | undefined;
  /** True where what is made of it is what is made of the newest version. */
  readonly isSameText?: boolean;
};

/** Reads the newest edition's goods once its report says this; undefined for a new report. */
export function applyVersion(
  stored: StoredGoods | undefined,
  { data, isNewEdition = false, isSameText = false }: NextVersion,
): EditionGoods {
  if (stored && !stored.followsVersion && !isNewEdition) return stored;
  return {
    files: stored?.files ?? [],
    hasData: hasFigures(data),
    madePages: isSameText ? (stored?.newestMadePages ?? null) : null,
  };
}

/** By report; those without an edition are missing. */
export async function readGoods(
  db: Database | Tx,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, StoredGoods>> {
  if (reportIds.length === 0) return new Map();
  const { rows } = await sql<
    Omit<StoredGoods, 'chosen' | 'soldAs' | 'files' | 'prices'> & {
      readonly chosen: Delivery | null;
      readonly chosenBefore: Delivery | null;
      readonly prices: ReportParts['prices'] | null;
      readonly files: readonly GoodsFile[] | null;
    }
  >`
    select report.id as "reportId", edition.number as edition,
      current.parts -> 'delivery' as chosen, current.parts -> 'prices' as prices,
      case when current.parts -> 'delivery' ->> 'kind' = 'none' then
        (select earlier.parts -> 'delivery' from report_version earlier
          where earlier.report_id = report.id and earlier.parts -> 'delivery' ->> 'kind' <> 'none'
          order by earlier.number desc limit 1) end as "chosenBefore",
      (current.parts ->> 'pages')::int as "typedPages",
      ${hasFiguresInSql(sql`sold.data`)} as "hasData",
      ${hasFiguresInSql(sql`current.data`)} as "newestHasData",
      case when edition.counted_version = edition.version_number
        then edition.made_pages end as "madePages",
      case when edition.counted_version = current.number
        then edition.made_pages end as "newestMadePages",
      report.state = 'published' as "isPublished",
      report.released_at is null or (report.delivery = 'none' and not exists (
        select from download_grant join purchase on purchase.id = download_grant.purchase_id
        where purchase.report_id = report.id and download_grant.edition_number = edition.number
      )) as "followsVersion",
      (select json_agg(json_build_object('id', file.id, 'kind', file.kind, 'pages', file.pages,
          'licences', file.licences, 'isMissing', file.missing_since is not null) order by file.id)
        from edition_file file where file.edition_id = edition.id and file.purpose = 'goods'
          and file.replaced_at is null) as files
    from report
    join report_version current on current.report_id = report.id
      and current.number = report.version_number
    cross join lateral (select * from edition
      where report_id = report.id order by number desc limit 1) edition
    join report_version sold on sold.report_id = report.id
      and sold.number = edition.version_number
    where report.id = any(${[...reportIds]}::int[])`.execute(db);
  return new Map(
    rows.map(({ chosenBefore, ...row }) => [
      row.reportId,
      {
        ...row,
        files: row.files ?? [],
        prices: row.prices ?? {},
        chosen: row.chosen ?? defaultDelivery,
        soldAs: chosenBefore ?? row.chosen ?? defaultDelivery,
      },
    ]),
  );
}
