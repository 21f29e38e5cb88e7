import { defaultLicence } from '#core/catalogue/licence.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { formatDate } from '#ui/format.ts';
import { ReportCover } from './report-cover.tsx';

/** One report in a list: what it is, what it costs, a free sample and a purchase. */
export function ReportCard({ report }: { report: ReportCard }) {
  const { currency } = useSite();
  return (
    <article className="sheet grid grid-cols-[88px_1fr] gap-5 p-5 sm:grid-cols-[132px_1fr]">
      <ReportCover report={report} />
      <div className="grid content-start gap-2">
        <p className="label">{report.industry}</p>
        <h2 className="text-[20px] leading-snug">
          <a className="hover:underline" href={paths.report(report.slug)}>
            {report.title}
          </a>
        </h2>
        <p className="line-clamp-3 text-[15px] text-muted max-sm:hidden">
          {report.shortDescription}
        </p>
        <p className="label figures">
          {formatDate(report.publishedOn)} · {report.pages} pages · {report.code} ·{' '}
          {texts.deliveryFormat}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <p className="figures mr-auto text-[20px] font-semibold">
            {formatMoney(report.prices.single, currency)}
          </p>
          <a
            className="link py-2 text-[15px]"
            href={paths.requestDetails(report.code)}
            aria-label={`${texts.requestFreeSample}: ${report.title}`}
          >
            {texts.requestFreeSample}
          </a>
          <a
            className="button"
            href={paths.checkout(report.code, defaultLicence)}
            aria-label={`${texts.buyNow}: ${report.title}`}
          >
            {texts.buyNow}
          </a>
        </div>
      </div>
    </article>
  );
}

/** Reports as a list of cards. */
export function ReportCardList({ reports }: { reports: readonly ReportCard[] }) {
  return (
    <ul className="grid gap-6">
      {reports.map((report) => (
        <li key={report.id}>
          <ReportCard report={report} />
        </li>
      ))}
    </ul>
  );
}
