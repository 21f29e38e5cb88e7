import type { Figures, Series } from '#core/catalogue/figures.model.ts';
import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';
import { writeComparisonSections } from './comparison.ts';
import { writeLongRunSection } from './long-run.ts';
import { writeOutlookSection } from './outlook.ts';
import { writeRankingSection } from './ranking.ts';
import { writeVolatilitySection } from './volatility.ts';
import type { SectionContext } from './wording.ts';

/** The analysis of one report in words; a section that its figures can't carry is left out. */
export const writeAnalysis = (
  context: SectionContext,
  figures: Figures,
  main: Series,
): AnalysisSection[] =>
  [
    writeLongRunSection(context, main),
    writeVolatilitySection(context, main),
    ...figures.rankings.map((ranking) => writeRankingSection(context, ranking, main)),
    ...writeComparisonSections(context, figures),
    writeOutlookSection(context, main),
  ].filter((section) => section !== undefined);
