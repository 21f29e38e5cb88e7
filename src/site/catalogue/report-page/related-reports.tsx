import { getListPrice } from '#core/catalogue/reports/licence.model.ts';
import { truncateTitle, type ReportCard } from '#core/catalogue/model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { ReportCover } from '../report-cover.tsx';

/** Up to five reports of the same chain, with their covers. */
export function RelatedReports({ reports }: { reports: readonly ReportCard[] }) {
  if (reports.length === 0) return null;
  return (
    <section id="related" className="no-print" aria-labelledby="related-reports">
      <h2 id="related-reports">Related reports</h2>
      <ul className="related-reports">
        {reports.map((report) => (
          <RelatedReport key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

function RelatedReport({ report }: { report: ReportCard }) {
  const { headline } = report.listed;
  const { currency } = useSite();
  return (
    <li>
      <a href={paths.report(report.slug)}>
        <ReportCover report={report} />
        <h3>{truncateTitle(report.title)}</h3>
      </a>
      {headline && (
        <p>
          <strong>{headline.value}</strong> <br />
          {headline.note}
        </p>
      )}
      <p className="related-price">{formatPrice(getListPrice(report.prices), currency)}</p>
    </li>
  );
}
