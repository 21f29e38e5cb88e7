import type { Figures, Source } from '#core/catalogue/figures.model.ts';
import type { NewIndustry, NewReport } from '#core/catalogue/model.ts';
import { demoIndustries } from './industries.ts';
import { hashToNumber } from './format-numbers.ts';
import { writeReportText } from './report-text.ts';
import type { SubjectText } from './subject-text.ts';

type CatalogueLine = {
  readonly industry: string;
  readonly slug: string;
  readonly key: string;
  readonly subject: string;
};

export const listDemoIndustries = (): NewIndustry[] =>
  demoIndustries.map(({ slug, name, description, pictogram }) => ({
    slug,
    name,
    description,
    pictogram,
  }));

/**
 * All reports of the demo catalogue, without their page counts. Throws where a subject lacks its
 * figures or its words. `load` answers a JSON file of db/demo by its name.
 */
export function writeDemoReports(
  readDemoFile: (name: string) => unknown,
): Omit<NewReport, 'pages'>[] {
  const sources = readDemoFile('sources.json') as Source[];
  const lines = readDemoFile('catalogue.json') as CatalogueLine[];
  return demoIndustries.flatMap((industry) => {
    const figures = new Map(
      (readDemoFile(`figures/${industry.slug}.json`) as Figures[]).map((one) => [one.key, one]),
    );
    const subjects = (readDemoFile(`subjects/${industry.slug}.json`) ?? {}) as Record<
      string,
      SubjectText
    >;
    return lines
      .filter(({ slug }) => slug === industry.slug)
      .map(({ key }, index) => {
        const [own, subject] = [figures.get(key), subjects[key]];
        if (!own || !subject)
          throw new Error(
            `The demo data lack the figures or the words of ${key} in ${industry.slug}`,
          );
        const text = writeReportText(own, subject, industry, sources);
        const hash = `${industry.slug} ${key}`;
        return {
          slug: slugifyTitle(text.title),
          code: `QM-${industry.codePrefix}-${1001 + index * 7}`,
          industrySlug: industry.slug,
          publishedOn: choosePublicationDate(hash),
          prices: calculatePrices(own),
          text,
          figures: own,
          searchSynonyms: subject.also,
        };
      });
  });
}

const slugifyTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('u.s.', 'us')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-[^-]*$/, (tail) => (tail.length < 4 ? '' : tail));

/** A day between 2 February and 12 November 2026, the same for the same report. */
const choosePublicationDate = (key: string): string =>
  new Date(Date.UTC(2026, 1, 2 + hashToNumber(key, 'day', 284))).toISOString().slice(0, 10);

/** Prices follow the depth of the data: years, rankings and their entries. Steps of 50 dollars. */
function calculatePrices({ series, rankings }: Figures): NewReport['prices'] {
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
