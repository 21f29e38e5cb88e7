import { removeProjections } from '#core/catalogue/figures/projections.model.ts';
import type { Figures, Series } from '#core/catalogue/figures/figures.model.ts';
import type { AnalysisSection } from '../demo-text.ts';
import { writeComparisonSections } from './comparison.ts';
import { writeLongRunSection } from './long-run.ts';
import { writeOutlookSection } from './outlook.ts';
import { writeRankingSection } from './ranking.ts';
import { writeVolatilitySection } from './volatility.ts';
import { type SectionContext } from './wording.ts';

/**
 * The analysis of one report in words; a section that its figures can't carry is left out. Only the
 * outlook reads the years that a source projects.
 */
export function writeAnalysis(
  context: SectionContext,
  figures: Figures,
  main: Series,
): AnalysisSection[] {
  const actual = removeProjections(main);
  const series = figures.series.map(removeProjections);
  return [
    writeLongRunSection(context, actual),
    writeVolatilitySection(context, actual),
    ...figures.rankings.map((ranking) => writeRankingSection(context, ranking, actual)),
    ...writeComparisonSections(context, { ...figures, series }),
    writeOutlookSection(context, main),
  ].filter((section) => section !== undefined);
}
