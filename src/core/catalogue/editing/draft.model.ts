/** A draft: the fields that differ from what the report says now. Pure, safe in the browser. */
import {
  isPriceField,
  listDraftFields,
  type DraftField,
  type PriceField,
} from '../fields/report-fields.model.ts';
import type { ReportInput } from '../reports/report-input.model.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';

/**
 * Field to value; null clears it. A value is what was typed and may be wrong: a year that is not a
 * number is kept as its text, and the checks before publishing name it.
 */
export type DraftChanges = Readonly<Partial<Record<DraftField, unknown>>>;

/** Who changed a field last. `at` is an ISO time. */
export type FieldEdit = {
  readonly staffId: number;
  readonly name: string;
  readonly at: string;
  readonly revision: number;
};
export type ChangedBy = Readonly<Partial<Record<DraftField, FieldEdit>>>;

/** `correction`: the page says it, sold editions stay. `new-edition`: buyers are told as well. */
export type PublishKind = 'correction' | 'new-edition';

type Said = { readonly parts: Partial<VersionParts>; readonly data: ReportData | null };

/** "Never given" and "empty" are the same: null. */
export function normalizeValue(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  return Array.isArray(value) && value.length === 0 ? null : value;
}

/** The fields that these versions and changes may say something of, and further prices. */
export function listSaidFields(
  said: readonly Said[],
  changes: DraftChanges = {},
  further: readonly PriceField[] = [],
): DraftField[] {
  const given = said.flatMap(({ parts }) =>
    Object.keys(parts.prices ?? {}).map((name) => `prices.${name}` as const),
  );
  return listDraftFields([...given, ...Object.keys(changes).filter(isPriceField), ...further]);
}

/** Returns a version's value of a field; null for nothing. */
export function readField({ parts, data }: Said, field: DraftField): unknown {
  if (field === 'data') return data;
  const [name, price] = field.split('.') as [keyof VersionParts, string | undefined];
  const value: unknown = parts[name];
  if (price === undefined) return normalizeValue(value);
  return normalizeValue((value as Record<string, unknown> | undefined)?.[price]);
}

/** Returns the draft's value of a field: its change, or else the version's. */
export const readDraftField = (said: Said, changes: DraftChanges, field: DraftField): unknown =>
  field in changes ? normalizeValue(changes[field]) : readField(said, field);

/** The changes as the writer of reports takes them. It refuses what is wrong in them. */
export function toReportInput(code: string, changes: DraftChanges): ReportInput {
  const parts: Record<string, unknown> = {};
  const prices: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(changes)) {
    const [name = '', price] = field.split('.');
    if (price === undefined) parts[name] = value;
    else prices[price] = value;
  }
  return { code, ...parts, ...(Object.keys(prices).length > 0 ? { prices } : {}) } as ReportInput;
}
