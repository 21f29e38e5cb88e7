import { data } from 'react-router';
import type { Route } from './+types/report.ts';
import { buildBreadcrumbTitle, type Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
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

/** One report: what it is, what the buyer gets, what it costs, and requests about it. */
export default function ReportPage({
  loaderData: { report, related, countries, origin },
}: Route.ComponentProps) {
  const { siteName } = useSite();
  const { text } = report;
  const url = origin + paths.report(report.slug);
  return (
    <article {...industryHueProps(report.industrySlug)}>
      <PageHead
        title={text.metaTitle}
        siteName={siteName}
        description={text.metaDescription}
        keywords={text.keywords.join(', ')}
        canonical={url}
        structuredData={buildStructuredData(report, { url, origin, publisher: siteName })}
      />
      <div className="wrap grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[1fr_340px]">
        <div className="min-w-0">
          <Breadcrumb
            steps={[
              ['Home', paths.home()],
              [report.industry, paths.industry(report.industrySlug)],
            ]}
            current={buildBreadcrumbTitle(report.title)}
          />
          <ReportHeader report={report} url={url} />
          <KeyFigures figures={text.keyFigures} sources={report.sources} />
        </div>
        <aside className="lg:row-span-2" aria-label="Licence and price">
          <div className="lg:sticky lg:top-24">
            <LicencePicker report={report} />
          </div>
        </aside>
        <div className="min-w-0">
          <ReportTabs report={report} url={url} countries={countries} />
          <ReportFaq report={report} />
          <AboutAuthor report={report} />
          <RelatedReports reports={related} />
        </div>
      </div>
      <SampleDialog countries={countries} />
      <BottomBar code={report.code} />
    </article>
  );
}

function ReportHeader({ report, url }: { report: Report; url: string }) {
  return (
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
        <p className="text-[17px]">{report.text.shortDescription}</p>
        <ShareLinks url={url} title={report.title} />
      </div>
    </header>
  );
}

function ReportFaq({ report: { text } }: { report: Report }) {
  return (
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
  );
}

function AboutAuthor({ report }: { report: Report }) {
  const { siteName, salesEmail } = useSite();
  return (
    <section className="mt-14" aria-labelledby="author">
      <h2 id="author" className="mb-3 text-[26px]">
        {texts.aboutAuthor}
      </h2>
      <p className="prose-text">
        Written by the {report.text.desk} of {siteName}, edition {report.edition}. The desk works
        from the public statistics named under each chart and answers your questions at{' '}
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
        .
      </p>
    </section>
  );
}

function BottomBar({ code }: { code: string }) {
  return (
    <div className="bottom-bar sticky bottom-0 z-20 mt-14 border-t border-rule bg-sheet">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p className="font-serif text-[17px] font-semibold max-sm:hidden">{texts.needThisReport}</p>
        <a className="button max-sm:w-full" href={paths.requestDetails(code)}>
          {texts.requestFreeSample}
        </a>
      </div>
    </div>
  );
}

function ShareLinks({ url, title }: { url: string; title: string }) {
  const linkedInQuery = new URLSearchParams({ url }).toString();
  const tweetQuery = new URLSearchParams({ url, text: title }).toString();
  return (
    <p className="no-print flex gap-4 text-[14px]">
      <span className="text-muted">Share:</span>
      <a
        className="link"
        rel="noopener nofollow"
        href={`https://www.linkedin.com/sharing/share-offsite/?${linkedInQuery}`}
      >
        LinkedIn
      </a>
      <a className="link" rel="noopener nofollow" href={`https://x.com/intent/tweet?${tweetQuery}`}>
        X
      </a>
    </p>
  );
}
