import type { DraftField } from '#core/catalogue/editing/draft.model.ts';
import { listPriceNames, type LicenceTerms } from '#core/catalogue/licence.model.ts';

type PriceField = Extract<DraftField, `prices.${string}`>;
export type FieldNames = Readonly<Record<DraftField, string>>;

/** What people call each field of a report; prices are named by the store's licences. */
export function listFieldNames(licences: readonly LicenceTerms[]): FieldNames {
  const prices = listPriceNames(licences).map(([name, label]) => [
    `prices.${name}`,
    `Price (${label})`,
  ]);
  return { ...namesOfOthers, ...(Object.fromEntries(prices) as Record<PriceField, string>) };
}

const namesOfOthers: Readonly<Record<Exclude<DraftField, PriceField>, string>> = {
  title: 'Title',
  slug: 'Address',
  industry: 'Industry',
  furtherIndustries: 'Further industries',
  authors: 'Authors',
  publishedOn: 'Published on',
  nextUpdateOn: 'Next update',
  periodFrom: 'Period from',
  periodTo: 'Period to',
  baseYear: 'Base year',
  forecastTo: 'Forecast to',
  geography: 'Geography',
  delivery: 'Delivery',
  pages: 'Pages',
  shortDescription: 'Short description',
  description: 'Description',
  contents: 'Contents',
  tables: 'Tables',
  figures: 'Figures',
  segmentation: 'Segmentation',
  companies: 'Companies',
  faqs: 'Questions',
  keyFigures: 'Key figures',
  keywords: 'Keywords',
  synonyms: 'Synonyms',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description for search engines',
  relatedCodes: 'Related reports',
  data: 'Series and rankings',
};
