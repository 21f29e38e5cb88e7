/**
 * Compares every figure of the demo reports with the raw files that it was made from; every title,
 * key figure, note and date with the figures; every number of the posts and press notes with both;
 * and the list of small places with their population: `npm run demo:audit -- <folder of the open
 * data>`, by default ../shared/data. Prints what is wrong and ends with 1 if anything is.
 */
import { existsSync } from 'node:fs';
import { auditFigures, type RawReader } from '#demo/audit/audit-figures.ts';
import { auditMissingLeaders } from '#demo/audit/audit-missing-leaders.ts';
import { auditReport } from '#demo/audit/audit-report.ts';
import { auditSmallPlaces } from '#demo/audit/audit-small-places.ts';
import { auditPosts } from '#demo/audit/posts/index.ts';
import { createBeaReader } from '#demo/audit/read-raw-bea.ts';
import { createCmsReader, createPinkReader } from '#demo/audit/read-raw-prices.ts';
import { createUsgsReader } from '#demo/audit/read-raw-usgs.ts';
import { createIeaReader, createPsdReader, createWdiReader } from '#demo/audit/read-raw-world.ts';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import type { DatedSource } from '#demo/report-writer/publication-date.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';

const folder = process.argv[2] ?? '../shared/data';
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}. Give the folder of the open data.`);
  process.exit(1);
}
const readers: Readonly<Record<string, RawReader>> = {
  bea: createBeaReader(folder),
  psd: createPsdReader(folder),
  usgs: createUsgsReader(folder),
  pink: createPinkReader(folder),
  wdi: createWdiReader(folder),
  iea: createIeaReader(folder),
  cms: createCmsReader(folder),
};
const readDemoFile = createDemoFileReader('db/demo');
const sources = readDemoFile('sources.json') as DatedSource[];
const reports = writeDemoReports(readDemoFile);
const faults: string[] = [];
let compared = 0;
for (const report of reports) {
  const [source = '', ...rest] = report.figures.key.split(':');
  const readRaw = readers[source];
  if (!readRaw) throw new Error(`No raw files of ${source}`);
  const audit = auditFigures(report.figures, readRaw(rest.join(':')));
  faults.push(...audit.faults, ...auditReport(report, sources));
  compared += audit.compared;
}
faults.push(...auditPosts(reports), ...auditSmallPlaces(folder, reports));
faults.push(...auditMissingLeaders(folder, reports));
for (const fault of faults) console.log(fault);
console.log(`${reports.length} reports, ${compared} numbers compared, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
