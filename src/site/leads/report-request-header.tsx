import { buildBreadcrumbTitle, type Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';

/** What a free sample is. */
export const sampleSentence =
  'Cover, contents, key figures and one chart as a PDF, emailed within a minute.';

/** Breadcrumb and head of a page with a form about one report. */
export function ReportRequestHeader({ report, heading }: { report: Report; heading: string }) {
  return (
    <>
      <Breadcrumb
        steps={[
          ['Home', paths.home()],
          [report.industry, paths.industry(report.industrySlug)],
          [buildBreadcrumbTitle(report.title), paths.report(report.slug)],
        ]}
        current={heading}
      />
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
