/** What a report says, as pages and documents read it: lists that may be empty. Pure. */
import type { ReportParts } from './report-input.model.ts';
import type { VersionParts } from './report-version.model.ts';

/** Parts that are lists are there always; what else is missing is undefined. */
export type ReportContent = Pick<
  ReportParts,
  | 'description'
  | 'keyFigures'
  | 'contents'
  | 'segmentation'
  | 'companies'
  | 'faqs'
  | 'keywords'
  | 'geography'
  | 'relatedCodes'
  | 'metaTitle'
  | 'metaDescription'
> &
  Partial<
    Pick<ReportParts, 'nextUpdateOn' | 'periodFrom' | 'periodTo' | 'baseYear' | 'forecastTo'>
  > & {
    readonly authorNames: readonly string[];
    /** The list of tables and the list of figures. */
    readonly tableTitles: readonly string[];
    readonly figureTitles: readonly string[];
  };

/** The parts of a version; titles and descriptions for search engines come from others if need be. */
export function toReportContent(parts: VersionParts, shortDescription: string): ReportContent {
  const { nextUpdateOn, periodFrom, periodTo, baseYear, forecastTo } = parts;
  return {
    nextUpdateOn,
    periodFrom,
    periodTo,
    baseYear,
    forecastTo,
    description: parts.description ?? [],
    keyFigures: parts.keyFigures ?? [],
    contents: parts.contents ?? [],
    tableTitles: parts.tables ?? [],
    figureTitles: parts.figures ?? [],
    segmentation: parts.segmentation ?? [],
    companies: parts.companies ?? [],
    faqs: parts.faqs ?? [],
    keywords: parts.keywords ?? [],
    geography: parts.geography ?? [],
    relatedCodes: parts.relatedCodes ?? [],
    authorNames: parts.authors ?? [],
    metaTitle: parts.metaTitle ?? parts.title,
    metaDescription: parts.metaDescription ?? shortDescription,
  };
}
