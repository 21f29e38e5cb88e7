import type { Figures } from '#core/catalogue/figures/figures.model.ts';
import type { NewIndustry } from '#core/catalogue/model.ts';
import type { ReportText } from './demo-text.ts';
import { demoIndustries } from './industries.ts';
import { choosePublicationDate, type DatedSource } from './publication-date.ts';
import { writeReportText } from './report-text.ts';
import type { SubjectText } from './subject-text.ts';

/** One entry of catalogue.json; `slug` is the industry's, `key` that of the figures. */
export type CatalogueLine = {
  readonly industry: string;
  readonly slug: string;
  readonly key: string;
  readonly subject: string;
  /**
   * The report's slug, which stays whatever its title becomes; a new report's follows its title.
   */
  readonly address?: string;
};

/** The thirty industries as the catalogue stores them. */
export const listDemoIndustries = (): NewIndustry[] =>
  demoIndustries.map(({ slug, name, description, pictogram }) => ({
    slug,
    name,
    description,
    pictogram,
  }));

/** A report of the demo as its writer makes it, before it is given to the catalogue. */
export type DemoReport = {
  readonly slug: string;
  readonly code: string;
  readonly industrySlug: string;
  readonly publishedOn: string;
  readonly prices: {
    readonly single: number;
    readonly multiple: number;
    readonly corporate: number;
    readonly dataSheet: number;
  };
  readonly text: ReportText;
  readonly figures: Figures;
  /** Other words under which the search finds it. */
  readonly searchSynonyms: readonly string[];
};

/**
 * All reports of the demo catalogue, without their page counts. `readDemoFile` answers a JSON file
 * of db/demo by its name. Throws if a subject lacks its figures or its text.
 */
export function writeDemoReports(readDemoFile: (name: string) => unknown): DemoReport[] {
  const sources = readDemoFile('sources.json') as DatedSource[];
  const lines = readDemoFile('catalogue.json') as CatalogueLine[];
  const related = (readDemoFile('related.json') ?? {}) as Record<string, string[]>;
  return demoIndustries.flatMap((industry) => {
    const figuresList = readDemoFile(`figures/${industry.slug}.json`) as Figures[];
    const figuresByKey = new Map(figuresList.map((figures) => [figures.key, figures]));
    const subjects = readDemoFile(`subjects/${industry.slug}.json`) as
      | Record<string, SubjectText>
      | undefined;
    return lines
      .filter(({ slug }) => slug === industry.slug)
      .map(({ key, address }, index) => {
        const [figures, subject] = [figuresByKey.get(key), subjects?.[key]];
        if (!figures || !subject)
          throw new Error(`The demo data lack the figures or text of ${key} in ${industry.slug}`);
        const text = writeReportText(figures, subject, industry, sources);
        const code = `QM-${industry.codePrefix}-${1001 + index * 7}`;
        const hashKey = `${industry.slug} ${key}`;
        return {
          slug: address ?? slugifyTitle(text.title),
          code,
          industrySlug: industry.slug,
          publishedOn: choosePublicationDate(hashKey, figures, sources),
          prices: calculatePrices(figures),
          text: { ...text, related: related[code] ?? [] },
          figures,
          searchSynonyms: subject.also,
        };
      });
  });
}

/** At most 80 characters; a last word of one or two characters, often a cut one, is dropped. */
const slugifyTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('u.s.', 'us')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-[^-]*$/, (tail) => (tail.length < 4 ? '' : tail));

/** In cents, in steps of 50 dollars; more years and ranking entries cost more. */
function calculatePrices({ series, rankings }: Figures): DemoReport['prices'] {
  const depth =
    series.reduce((sum, { points }) => sum + points.length, 0) +
    rankings.reduce((sum, { rows }) => sum + rows.length * 2, 0);
  const single = 2950 + Math.min(40, Math.round(depth / 6)) * 50;
  const step = (dollars: number): number => Math.round(dollars / 50) * 50 * 100;
  return {
    single: single * 100,
    multiple: step(single * 1.5),
    corporate: step(single * 2.1),
    dataSheet: step(single * 0.45),
  };
}
