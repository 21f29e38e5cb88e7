import type { Figures } from '#core/catalogue/figures/figures.model.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import type { AnalysisSection } from './demo-text.ts';
import type { SubjectText } from './subject-text.ts';

/** The table of contents that the report's page shows before it is bought. */
export const listContents = (
  subject: SubjectText,
  figures: Figures,
  analysis: readonly AnalysisSection[],
): ContentsEntry[] => [
  { title: 'Key figures' },
  {
    title: `The subject: ${subject.subject}`,
    children: [
      { title: 'What it is, who makes it and who uses it' },
      { title: 'What pushes it up and what holds it back' },
      {
        title: 'Segmentation',
        children: subject.segments.map(({ by }) => ({ title: `By ${by.toLowerCase()}` })),
      },
    ],
  },
  { title: 'Analysis', children: analysis.map(({ heading }) => ({ title: heading })) },
  { title: 'Data tables', children: listDataTables(figures) },
  { title: 'Method' },
  { title: 'Sources' },
];

function listDataTables({ series, rankings }: Figures): ContentsEntry[] {
  const seriesTables = {
    title: 'Annual series',
    children: series.map(({ label, unit }) => ({ title: `${label} (${unit})` })),
  };
  if (rankings.length === 0) return [seriesTables];
  const rankingTables = {
    title: 'Rankings',
    children: rankings.map(({ label, year }) => ({ title: `${label}, ${year}` })),
  };
  return [seriesTables, rankingTables];
}
