/** Updates what lists show of a report, and the cached pages that change with it. */
import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import type { Report as ReportTable } from '../../kernel/database-types.ts';
import {
  fieldNames,
  getField,
  type FieldName,
  type FieldValues,
} from '../fields/report-fields.model.ts';
import type { CardValues, ListedField } from '../model.ts';
import type { StoredReportState, VersionParts } from '../reports/report-version.model.ts';

const isListed = (name: FieldName): name is ListedField => getField(name).shows === 'lists';
const listedFields = fieldNames.filter(isListed);

/** The columns of the table `report` that cards and lists are made from, by their names. */
const listedNames = [
  ...listedFields,
  'industryId',
  'furtherIndustryIds',
  // What the report's choice of delivery comes to; see `SaleFacts`.
  'goodsKinds',
  'goodsPages',
  'delivery',
  'deliveryDays',
  'prices',
  'withheldPrices',
  // The first digits of its SHA-256; null if the cover is drawn.
  'coverPicture',
  'cover',
] as const;
export const listedColumns = listedNames.map((name) => `report.${name}` as const);

export type ListedFacts = Readonly<Pick<Selectable<ReportTable>, (typeof listedNames)[number]>>;

/** The fields that lists show, as their columns hold them. */
export const toListedValues = (parts: VersionParts) =>
  Object.fromEntries(listedFields.map((name) => [name, parts[name] ?? null])) as {
    readonly [Name in ListedField]: FieldValues[Name] | null;
  };

/** The same as cards have them. */
export const toCardValues = (row: Pick<ListedFacts, ListedField>): CardValues =>
  Object.fromEntries(
    listedFields.flatMap((name) => (row[name] === null ? [] : [[name, row[name]] as const])),
  ) as CardValues;

type Listed = ListedFacts & { readonly state: StoredReportState };

const pickListed = (report: Listed): unknown[] => [
  report.state,
  ...listedNames.map((name) => report[name]),
];

/**
 * The tags of the pages that change: the report's own and, where a list shows the difference, those
 * of its industries and of the whole catalogue. None if the report is and was unpublished.
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
