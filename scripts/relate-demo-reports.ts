/** Finds for every demo report those nearest in its chain, and writes their codes to related.json. */
import { writeFileSync } from 'node:fs';
import type { CatalogueLine } from '#demo/report-writer/demo-reports.ts';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import { findRelatedReports } from '#demo/report-writer/related-reports.ts';
import type { SubjectText } from '#demo/report-writer/subject-text.ts';

const readDemoFile = createDemoFileReader('db/demo');
const lines = readDemoFile('catalogue.json') as CatalogueLine[];
const codes = new Map(
  writeDemoReports(readDemoFile).map(({ code, figures, industrySlug }) => [
    `${industrySlug} ${figures.key}`,
    code,
  ]),
);
const related = findRelatedReports(
  lines.map(({ slug, key }) => {
    const subjects = readDemoFile(`subjects/${slug}.json`) as Record<string, SubjectText>;
    const [code, subject] = [codes.get(`${slug} ${key}`), subjects[key]];
    if (!code || !subject) throw new Error(`The demo has no text for ${key} in ${slug}`);
    return { code, industrySlug: slug, subject };
  }),
);
writeFileSync(
  'db/demo/related.json',
  `{\n${[...related].map(([code, nearest]) => `${JSON.stringify(code)}: ${JSON.stringify(nearest)}`).join(',\n')}\n}\n`,
);
console.log(`${related.size} reports`);
