import { facetPageBounds } from '#core/catalogue/search/facets.model.ts';
import { splitChoices, type FilterName, type FilterValues } from './list-filters.ts';

/** A box to tick; a value with commas chooses several at once. */
export type Choice = { readonly value: string; readonly label: string; readonly reports: number };

/** The counts of a facet as boxes to tick, under what they are called. */
export const toChoices = (
  counts: readonly { readonly value: string | number; readonly reports: number }[],
  {
    toLabel = (value) => value,
    toValue = (value) => value,
  }: { toLabel?: (value: string) => string; toValue?: (value: string) => string } = {},
): Choice[] =>
  counts.map(({ value, reports }) => ({
    value: toValue(String(value)),
    label: toLabel(String(value)),
    reports,
  }));

export const formatNames: Readonly<Record<string, string>> = {
  pdf: 'PDF',
  xlsx: 'Excel',
  pptx: 'PowerPoint',
  docx: 'Word',
  csv: 'CSV',
  zip: 'ZIP',
};

/** "Up to 24", "25 to 49", "200 and more". */
export function namePageRange(range: number): string {
  const from = facetPageBounds[range - 1];
  const end = facetPageBounds[range];
  if (from === undefined) return `Up to ${(end ?? 1) - 1}`;
  return end === undefined ? `${from} and more` : `${from} to ${end - 1}`;
}

type ChoicesProps = {
  readonly title: string;
  readonly name: FilterName;
  readonly filters: FilterValues;
  readonly choices: readonly Choice[];
};

/** Boxes to tick; nothing if there is no choice. */
export function Choices({ title, name, filters, choices }: ChoicesProps) {
  const chosen = splitChoices(filters[name]);
  if (choices.length < 2 && chosen.length === 0) return null;
  return (
    <fieldset className="facet">
      <legend className="categories-title">{title}</legend>
      {choices.map(({ value, label, reports }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={splitChoices(value).every((one) => chosen.includes(one))}
          />
          <span>{label}</span>
          <span>{reports}</span>
        </label>
      ))}
    </fieldset>
  );
}
