import {
  draftFields,
  getField,
  isPriceField,
  type DraftField,
} from '#core/catalogue/fields/report-fields.model.ts';
import { listPriceNames, type LicenceTerms } from '#core/catalogue/reports/licence.model.ts';

export type FieldNames = Readonly<Record<DraftField, string>>;

/** Returns people's names for each field of a report; prices are named by the store's licences. */
export function listFieldNames(licences: readonly LicenceTerms[]): FieldNames {
  const prices = new Map(
    listPriceNames(licences).map(([name, label]) => [`prices.${name}`, `Price (${label})`]),
  );
  const others = draftFields.flatMap((field) =>
    isPriceField(field) ? [] : [[field, getField(field).label] as const],
  );
  return Object.fromEntries([...others, ...prices]) as FieldNames;
}
