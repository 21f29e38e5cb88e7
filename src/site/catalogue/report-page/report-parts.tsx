import { type ReactNode, Fragment } from 'react';
import type { AuthorName } from '#core/catalogue/authors/author.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { Country } from '#core/content/model.ts';
import { listPreviewPages } from './page-previews.tsx';
import { ReportContents } from './report-contents.tsx';
import { ReportDelivery } from './report-delivery.tsx';
import { ReportDescription } from './report-description.tsx';
import { ReportOpening } from './report-opening.tsx';
import '../../../styles/report.css';
import { nameSegmentation } from '#core/catalogue/figures/segmentation.model.ts';
import { texts } from '#site/texts.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';

type Props = {
  readonly report: Report;
  readonly authors: readonly AuthorName[];
  readonly countries: readonly Country[];
  /** Of the published page, for its citations; empty in a preview. */
  readonly url: string;
  /** Beside the opening. */
  readonly prices: ReactNode;
  /** Between the first screen and the parts. */
  readonly jumpBar?: ReactNode;
  readonly related?: ReactNode;
};

/** All that is said about one report, in its order: the same on its page and in a preview. */
export const ReportParts = ({
  report,
  authors,
  countries,
  url,
  prices,
  jumpBar,
  related,
}: Props) => {
  const previews = listPreviewPages(report);
  return (
    <>
      <div className="wrap report-first-screen">
        <ReportOpening report={report} previews={previews} />
        <aside aria-label="Licence and price">{prices}</aside>
      </div>
      {jumpBar}
      <ReportDescription report={report} url={url} />
      <ReportDelivery report={report} previews={previews} />
      <div className="wrap report-parts">
        <ReportContents report={report} countries={countries} />
        <ReportSegmentation segmentation={report.segmentation} />
        <div className="report-columns">
          <ReportQuestions faqs={report.faqs} />
          <AboutAuthor report={report} authors={authors} />
        </div>
        {related}
      </div>
    </>
  );
};

/** How the subject is divided, a list for each way. */
function ReportSegmentation({ segmentation }: Pick<Report, 'segmentation'>) {
  if (segmentation.length === 0) return null;
  return (
    <section id="segmentation" className="no-print" aria-labelledby="segments">
      <h2 id="segments">{texts.tabSegmentation}</h2>
      <div className="segments">
        {segmentation.map(({ by, items }) => (
          <section key={by}>
            <h3>{nameSegmentation(by)}</h3>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** Questions and answers, the first one open. */
function ReportQuestions({ faqs }: Pick<Report, 'faqs'>) {
  if (faqs.length === 0) return null;
  return (
    <section id="questions" className="no-print" aria-labelledby="faq">
      <h2 id="faq">Questions and answers</h2>
      <div className="accordion">
        {faqs.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

type AuthorProps = { readonly report: Report; readonly authors: readonly AuthorName[] };

/** Who wrote the report, and how its figures were made. */
function AboutAuthor({ report: { sources }, authors }: AuthorProps) {
  const { siteName, salesEmail } = useSite();
  if (authors.length === 0) return null;
  return (
    <section id="author" className="about-author" aria-labelledby="about-author">
      <h2 id="about-author">{texts.aboutAuthor}</h2>
      <p>
        {authors.map(({ name, slug }) => (
          <Fragment key={slug}>
            <a className="link" href={paths.author(slug)}>
              {name}
            </a>
            ,{' '}
          </Fragment>
        ))}
        {siteName}.
      </p>
      <p>
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
      </p>
      {sources.length > 0 && (
        <>
          <h3>How the figures are made</h3>
          <p>
            Every figure is taken from the source named beside it; a missing value stays missing.
            What we calculate ourselves is marked as such.{' '}
            <a className="link" href={paths.methodology()}>
              Research methodology
            </a>
          </p>
        </>
      )}
    </section>
  );
}
