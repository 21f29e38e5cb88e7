import { Fragment } from 'react';
import type { AuthorName } from '#core/catalogue/authors/author.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

/** Questions and answers, the first one open. */
export function ReportQuestions({ faqs }: Pick<Report, 'faqs'>) {
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
export function AboutAuthor({ report: { sources }, authors }: AuthorProps) {
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
