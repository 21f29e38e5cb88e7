import type { Report } from '#core/catalogue/model.ts';
import { buildBreadcrumbTitle } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';

/** Breadcrumb and head of a page that asks about one report. */
export function ReportRequestHeader({ report, heading }: { report: Report; heading: string }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="label">
        <ol className="flex flex-wrap gap-x-2">
          <li>
            <a className="hover:underline" href={paths.home()}>
              Home
            </a>{' '}
            /
          </li>
          <li>
            <a className="hover:underline" href={paths.industry(report.industrySlug)}>
              {report.industry}
            </a>{' '}
            /
          </li>
          <li>
            <a className="hover:underline" href={paths.report(report.slug)}>
              {buildBreadcrumbTitle(report.title)}
            </a>{' '}
            /
          </li>
          <li aria-current="page">{heading}</li>
        </ol>
      </nav>
      <p className="mt-5 max-w-[60ch] font-serif text-[22px] font-semibold leading-snug">
        <a className="hover:underline" href={paths.report(report.slug)}>
          {report.title}
        </a>
      </p>
      <dl className="label figures mt-2 flex flex-wrap gap-x-6">
        {[
          ['Industry', report.industry],
          ['Pages', String(report.pages)],
          ['Report ID', report.code],
          ['Delivery', texts.deliveryFormat],
        ].map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt>{name}:</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
