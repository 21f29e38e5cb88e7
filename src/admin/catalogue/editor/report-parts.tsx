import type { FormField } from './field-texts.ts';

/** The parts of a report as its page shows them, with their fields. */
export const reportParts = [
  {
    id: 'report',
    label: 'Report',
    fields: ['title', 'slug', 'industry', 'furtherIndustries', 'authors'],
  },
  {
    id: 'prices',
    label: 'Prices',
    fields: ['prices.single', 'prices.multiple', 'prices.corporate', 'prices.dataSheet'],
  },
  { id: 'delivery', label: 'Delivery', fields: ['delivery'] },
  { id: 'texts', label: 'Texts', fields: ['shortDescription', 'description'] },
  { id: 'contents', label: 'Contents', fields: ['contents', 'tables', 'figures'] },
  {
    id: 'market',
    label: 'Market',
    fields: ['keyFigures', 'segmentation', 'companies', 'faqs'],
  },
  { id: 'data', label: 'Series and rankings', fields: ['data'] },
  {
    id: 'scope',
    label: 'Dates and scope',
    fields: [
      'publishedOn',
      'nextUpdateOn',
      'pages',
      'periodFrom',
      'periodTo',
      'baseYear',
      'forecastTo',
      'geography',
    ],
  },
  {
    id: 'search',
    label: 'Search and related reports',
    fields: ['metaTitle', 'metaDescription', 'keywords', 'synonyms', 'relatedCodes'],
  },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly FormField[];
}[];

export type ReportPart = (typeof reportParts)[number];

export const PartLinks = ({ parts = reportParts }: { readonly parts?: readonly ReportPart[] }) => (
  <nav aria-label="Parts of the report" className="edit-parts">
    <ul>
      {parts.map(({ id, label }) => (
        <li key={id}>
          <a href={`#part-${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  </nav>
);
