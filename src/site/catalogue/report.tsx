import { data } from 'react-router';
import type { Route } from './+types/report.ts';
import { buildBreadcrumbTitle } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { texts } from '#site/texts.ts';
import { industryHueProps } from '#ui/hue.ts';
import { formatDate } from '#ui/format.ts';
import { ReportCover } from './report-cover.tsx';
import { KeyFigures } from './key-figures.tsx';
import { LicencePicker } from './licence-picker.tsx';
import { RelatedReports } from './related-reports.tsx';
import { ReportTabs } from './report-tabs.tsx';
import { SampleDialog } from './sample-dialog.tsx';
import { buildStructuredData } from './structured-data.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const visit = context.get(visitContext);
  const report = await catalogue.getReport(params.slug);
  if (!report) throw data(null, { status: 404 });
  visit.cacheTags(`report:${report.slug}`, `industry:${report.industrySlug}`);
  const [related, countries] = await Promise.all([
    catalogue.listRelatedReports(report),
    content.listCountries(),
  ]);
  return skipSerialization({ report, related, countries, origin: visit.origin });
}

/** One report: what it is, how big and growing how fast, what the buyer gets, what it costs, and ways on. */
export default function ReportPage({
  loaderData: { report, related, countries, origin },
}: Route.ComponentProps) {
  const site = useSite();
  const { text } = report;
  const url = origin + paths.report(report.slug);
  const { className, style } = industryHueProps(report.industrySlug);
  return (
    <article className={className} style={style}>
      <PageHead
        title={text.metaTitle}
        siteName={site.siteName}
        description={text.metaDescription}
        keywords={text.keywords.join(', ')}
        canonical={url}
        structuredData={buildStructuredData(report, url, origin, site.siteName)}
      />
      <div className="wrap grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[1fr_340px]">
        <div className="min-w-0">
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
              <li aria-current="page">{buildBreadcrumbTitle(report.title)}</li>
            </ol>
          </nav>
          <header className="mt-5 grid gap-6 sm:grid-cols-[140px_1fr]">
            <div className="max-sm:hidden">
              <ReportCover report={report} />
            </div>
            <div className="grid content-start gap-3">
              <h1 className="text-[30px] leading-tight sm:text-[36px]">{report.title}</h1>
              <p className="label figures">
                {report.code} · {report.pages} pages · {texts.deliveryFormat} · published{' '}
                {formatDate(report.publishedOn)} · edition {report.edition}, updated{' '}
                {formatDate(report.updatedAt)}
              </p>
              <p className="text-[17px]">{text.shortDescription}</p>
              <ShareLinks url={url} title={report.title} />
            </div>
          </header>
          <KeyFigures figures={text.keyFigures} sources={report.sources} />
        </div>
        <aside className="lg:row-span-2" aria-label="Licence and price">
          <div className="lg:sticky lg:top-24">
            <LicencePicker report={report} />
          </div>
        </aside>
        <div className="min-w-0">
          <ReportTabs report={report} countries={countries} />
          <section className="mt-14" aria-labelledby="faq">
            <h2 id="faq" className="mb-4 text-[26px]">
              Questions and answers
            </h2>
            <div className="accordion">
              {text.faqs.map(({ question, answer }, index) => (
                <details key={question} open={index === 0}>
                  <summary>{question}</summary>
                  <p>{answer}</p>
                </details>
              ))}
            </div>
          </section>
          <section className="mt-14" aria-labelledby="author">
            <h2 id="author" className="mb-3 text-[26px]">
              {texts.aboutAuthor}
            </h2>
            <p className="prose-text">
              Written by the {text.desk} of {site.siteName}, edition {report.edition}. The desk
              works from the public statistics named under each chart and answers questions on them
              at{' '}
              <a className="link" href={`mailto:${site.salesEmail}`}>
                {site.salesEmail}
              </a>
              .
            </p>
          </section>
          <RelatedReports reports={related} />
        </div>
      </div>
      <SampleDialog countries={countries} />
      <div className="bottom-bar sticky bottom-0 z-20 mt-14 border-t border-rule bg-sheet">
        <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
          <p className="font-serif text-[17px] font-semibold max-sm:hidden">
            {texts.needThisReport}
          </p>
          <a className="button max-sm:w-full" href={paths.requestDetails(report.code)}>
            {texts.requestFreeSample}
          </a>
        </div>
      </div>
    </article>
  );
}

function ShareLinks({ url, title }: { url: string; title: string }) {
  const query = new URLSearchParams({ url, text: title });
  return (
    <p className="no-print flex gap-4 text-[14px]">
      <span className="text-muted">Share:</span>
      <a
        className="link"
        rel="noopener nofollow"
        href={`https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url }).toString()}`}
      >
        LinkedIn
      </a>
      <a
        className="link"
        rel="noopener nofollow"
        href={`https://x.com/intent/tweet?${query.toString()}`}
      >
        X
      </a>
    </p>
  );
}
