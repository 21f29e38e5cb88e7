/** What is made of a version of a report when it is written. Pure. */
import { describeCard } from './describe-card.ts';
import { describeFigures, describeReport } from './describe-report.ts';
import type { MadeFacts } from './report-facts.model.ts';
import type { ReportData, VersionParts } from './report-version.model.ts';
import { describeShortly } from '../writing/merge-report.ts';

/** Counts the ways in which facts were made: those of another way are made anew. */
export const factsRules = 1;

/** The figures of a version; without data there are none. */
export const getFigures = (code: string, data: ReportData | null) =>
  data?.figures ?? { key: code, series: [], rankings: [] };

/** Returns what pages read of a version: it depends on nothing else. */
export function describeVersion({
  parts,
  data,
}: {
  readonly parts: VersionParts;
  readonly data: ReportData | null;
}): MadeFacts {
  const figures = getFigures('', data);
  const { description = [] } = parts;
  const shortDescription = describeShortly(parts);
  return {
    figures: describeFigures({ figures, description }),
    report: describeReport({ figures, description, shortDescription }),
    card: describeCard(figures),
  };
}
