import type { ReportCard } from '#core/catalogue/model.ts';
import { formatCount, formatMonthName } from '#ui/format.ts';
import { ReportRow } from './report-row.tsx';

/** The names of the columns, over the rows of wide screens; each cell says itself what it is. */
export function ReportColumns() {
  return (
    <div className="report-list-columns" aria-hidden="true">
      <span>Report</span>
      <span>Trend or leaders</span>
      <span>Newest figure</span>
      <span>Growth</span>
      <span>Price</span>
    </div>
  );
}

/** Reports as rows of a table. */
export function ReportRows({
  reports,
  hasIndustry = true,
}: {
  reports: readonly ReportCard[];
  hasIndustry?: boolean;
}) {
  if (reports.length === 0) return null;
  return (
    <ul className="report-list">
      {reports.map((report) => (
        <li key={report.id}>
          <ReportRow report={report} hasIndustry={hasIndustry} />
        </li>
      ))}
    </ul>
  );
}

/** "2026-11" of a date. */
export const monthOf = (date: string): string => date.slice(0, 7);

/** The reports of one month under its name; `total` counts those on other pages too. */
export function ReportMonth({
  month,
  reports,
  total,
}: {
  month: string;
  reports: readonly ReportCard[];
  total: number;
}) {
  return (
    <section aria-labelledby={`month-${month}`}>
      <div className="report-month">
        <h2 id={`month-${month}`}>{formatMonthName(month)}</h2>
        <p>{formatCount(total, 'report')}</p>
      </div>
      <ReportRows reports={reports} />
    </section>
  );
}

/** Neighbouring reports of the same month together, in the order of the list. */
export function groupByMonth(
  reports: readonly ReportCard[],
): { month: string; reports: ReportCard[] }[] {
  const groups: { month: string; reports: ReportCard[] }[] = [];
  for (const report of reports) {
    const month = monthOf(report.publishedOn);
    const last = groups.at(-1);
    if (last?.month === month) last.reports.push(report);
    else groups.push({ month, reports: [report] });
  }
  return groups;
}
