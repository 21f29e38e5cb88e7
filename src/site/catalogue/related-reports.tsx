import { truncateTitle, type ReportCard } from '#core/catalogue/model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';

/** Up to five reports of the same industry. */
export function RelatedReports({ reports }: { reports: readonly ReportCard[] }) {
  if (reports.length === 0) return null;
  return (
    <section className="no-print mt-14" aria-labelledby="related">
      <h2 id="related" className="mb-4 text-[26px]">
        Related reports
      </h2>
      <ul className="border-t border-rule">
        {reports.map(({ id, slug, title, prices }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-4 border-b border-rule py-3"
          >
            <a className="hover:underline" href={paths.report(slug)}>
              {truncateTitle(title)}
            </a>
            <span className="figures text-muted">{formatDollars(prices.single)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
