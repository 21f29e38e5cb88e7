/** From what is stored and what a publisher gives to what a report says next. Pure. */
import { reportFields } from '../fields/report-fields.model.ts';
import { getRichTextCharts, toPlainText } from '../rich-text/rich-text.model.ts';
import { getPriceName, sortBySeats, type LicenceTerms } from '../reports/licence.model.ts';
import type { Price, ReportInput, ReportParts } from '../reports/report-input.model.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';

/** A version before it is checked: what is required may still be missing. */
export type DraftVersion = {
  readonly parts: Partial<Omit<ReportParts, 'data'>>;
  readonly data: ReportData | null;
};

export type FieldErrors = Record<string, string[]>;

const { maxLength: maxShortDescription } = reportFields.shortDescription;

/** A part that is null or empty is left out, so that "empty" and "never given" are the same. */
const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

function mergePrices(
  stored: ReportParts['prices'] = {},
  given: ReportInput['prices'],
): ReportParts['prices'] | undefined {
  if (given === null) return undefined;
  const merged = Object.entries({ ...stored, ...given }).filter(([, price]) => isGiven(price));
  return merged.length === 0 ? undefined : (Object.fromEntries(merged) as ReportParts['prices']);
}

/** Returns the report with the input applied to its current version. */
export function mergeReport(
  current: { readonly parts: VersionParts; readonly data: ReportData | null } | undefined,
  { data, prices, ...given }: ReportInput,
): DraftVersion {
  const changed = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => name !== 'code' && value !== undefined),
  );
  const merged = {
    ...current?.parts,
    ...changed,
    prices: mergePrices(current?.parts.prices, prices),
  };
  const parts = Object.fromEntries(Object.entries(merged).filter(([, value]) => isGiven(value)));
  return { parts, data: data === undefined ? (current?.data ?? null) : data };
}

const isAmount = (price: Price | undefined): price is number => typeof price === 'number';

/**
 * Sentences by field for what contradicts itself, and for what a published report lacks. `licences`
 * are the store's.
 */
export function checkReport(
  { parts, data }: DraftVersion,
  licences: readonly LicenceTerms[],
): FieldErrors {
  const errors: FieldErrors = {};
  const addError = (field: string, sentence: string): void =>
    void (errors[field] ??= []).push(sentence);
  const { title, industry, state, prices = {}, publishedOn } = parts;
  if (title === undefined) addError('title', 'Give the report a title.');
  if (industry === undefined) addError('industry', 'Name the industry of the report.');
  const isForSale = state === 'published' || state === 'scheduled';
  if (isForSale && parts.delivery?.kind !== 'none' && Object.keys(prices).length === 0)
    addError('prices', 'Give the price of at least one licence.');
  if (state === 'scheduled' && publishedOn === undefined)
    addError('publishedOn', 'Give the day on which the report is to be published.');
  const amounts = sortBySeats(licences)
    .map(({ id }) => prices[getPriceName(id)])
    .filter(isAmount);
  if (amounts.some((amount, index) => amount < (amounts[index - 1] ?? 0)))
    addError('prices', 'A licence for more readers costs less than one for fewer.');
  checkYears(parts, addError);
  const keys = new Set(
    [...(data?.figures.series ?? []), ...(data?.figures.rankings ?? [])].map(({ id }) => id),
  );
  for (const key of getRichTextCharts(parts.description ?? []))
    if (key.split('~').some((id) => !keys.has(id)))
      addError('description', `There is no series or ranking “${key}” to draw.`);
  return errors;
}

function checkYears(
  { periodFrom, periodTo, baseYear, forecastTo }: DraftVersion['parts'],
  addError: (field: string, sentence: string) => void,
): void {
  if (periodFrom !== undefined && periodTo !== undefined && periodFrom > periodTo)
    addError('periodTo', 'The period ends before it begins.');
  if (baseYear !== undefined && forecastTo !== undefined && forecastTo < baseYear)
    addError('forecastTo', 'The forecast ends before the base year.');
}

/** The publisher's own, or the beginning of the description, cut at a word; '' without both. */
export function describeShortly({ shortDescription, description }: VersionParts): string {
  if (shortDescription !== undefined) return shortDescription;
  const first = (description ?? []).find(({ kind }) => kind === 'paragraph');
  const text = first ? toPlainText([first]).replaceAll(/\s+/g, ' ').trim() : '';
  if (text.length <= maxShortDescription) return text;
  const cut = text.slice(0, maxShortDescription - 1);
  const end = cut.lastIndexOf(' ');
  return `${(end > maxShortDescription / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}
