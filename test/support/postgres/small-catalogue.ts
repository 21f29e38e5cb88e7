import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';

const smallCatalogueSize = 12;

/**
 * Twelve of the given reports that show every kind: each measure, source and number of rankings,
 * few and many series, estimates, and two reports of one industry. Always the same twelve.
 */
export function chooseSmallCatalogue<Report extends ReportInput>(
  reports: readonly Report[],
): Report[] {
  const chosen: Report[] = [];
  const shown = new Set<string>();
  while (chosen.length < Math.min(smallCatalogueSize, reports.length)) {
    const left = reports.filter((report) => !chosen.includes(report));
    const next = pickShowingMost(left, shown, chosen);
    chosen.push(next);
    for (const kind of listKinds(next)) shown.add(kind);
  }
  const missing = reports.flatMap(listKinds).filter((kind) => !shown.has(kind));
  if (missing.length > 0) throw new Error(`No small report shows ${missing.join(', ')}.`);
  return chosen;
}

/** The report with the most kinds that no chosen one shows; then one beside a chosen one. */
function pickShowingMost<Report extends ReportInput>(
  reports: readonly Report[],
  shown: ReadonlySet<string>,
  chosen: readonly Report[],
): Report {
  const score = (report: Report): number =>
    listKinds(report).filter((kind) => !shown.has(kind)).length +
    (chosen.some(({ industry }) => industry === report.industry) ? 0.5 : 0);
  return reports.reduce((best, report) => (score(report) > score(best) ? report : best));
}

function listKinds({ data }: ReportInput): string[] {
  const { series, rankings } = data?.figures ?? { series: [], rankings: [] };
  return [
    ...series.flatMap(({ measure, source }) => [`measure ${measure}`, `source ${source}`]),
    ...rankings.map(({ measure }) => `ranking of ${measure}`),
    ...series.filter((line) => line.estimatedFrom !== undefined).map(() => 'estimates'),
    `${Math.min(rankings.length, 3)} rankings`,
    series.length > 6 ? 'many series' : 'few series',
  ];
}
