import { splitTitle } from '#core/catalogue/model.ts';
import type { Publication } from '#core/catalogue/reports/publication.model.ts';
import { paths } from '#src/paths.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

/** The newest report: cover, first sentence and its figures. */
export function LeadPublication({ report }: { report: Publication }) {
  const { slug, code, title, publishedOn, pages, shortDescription } = report;
  const [subject, rest] = splitTitle(title);
  return (
    <article className="publication-lead">
      <img src={paths.cover(code)} alt="" width="132" height="187" loading="lazy" />
      <div>
        <p className="home-post-date">
          {formatDate(publishedOn)}
          {pages !== undefined && ` · ${formatCount(pages, 'page')}`}
        </p>
        <h3>
          <a className="hover:underline" href={paths.report(slug)}>
            {subject} <span>{rest}</span>
          </a>
        </h3>
        <p className="publication-text">{shortDescription}</p>
      </div>
      <dl>
        {listFigures(report).map(([figure, note]) => (
          <div key={note}>
            <dt>{note}</dt>
            <dd className="home-figure">{figure}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** Size, growth, the leader or the years of the data, and the price. */
function listFigures(report: Publication): (readonly [string, string])[] {
  const { headline, growth, leaders, years, price } = report;
  const [first] = leaders ?? [];
  return [
    ...(headline ? [[headline.value, headline.note] as const] : []),
    ...(growth ? [[growth.value, growth.note] as const] : []),
    ...(first?.share === undefined
      ? describeSpan(years)
      : [[`${Math.round(first.share * 100)} %`, `${first.name}, the largest share`] as const]),
    ...(price === '' ? [] : [[price, 'price'] as const]),
  ];
}

const describeSpan = (years: Publication['years']): (readonly [string, string])[] =>
  years ? [[`${years[1] - years[0] + 1} years`, `of data, ${years[0]}–${years[1]}`]] : [];

/** A report as one line of a table: title, trend, newest figure and price. */
export function PublicationRow({ report }: { report: Publication }) {
  const { slug, title, headline, growth, price } = report;
  const [subject, rest] = splitTitle(title);
  return (
    <li>
      <h3>
        <a className="hover:underline" href={paths.report(slug)}>
          {subject} <span>{rest}</span>
        </a>
      </h3>
      <div className="publication-trend">
        <PublicationTrend report={report} />
      </div>
      <p className="publication-figure">
        <strong>{headline?.value ?? '–'}</strong>
        {growth && (
          <span>
            {growth.value} {growth.note}
          </span>
        )}
      </p>
      <p className="publication-price">{price}</p>
    </li>
  );
}

/** The leaders of a short series, else its line with the first and last year; "–" without values. */
function PublicationTrend({ report: { leaders, sparkline, years } }: { report: Publication }) {
  if (leaders) return <LeaderBars leaders={leaders} />;
  if (!sparkline) return '–';
  return (
    <>
      <SvgDrawing drawing={sparkline} />
      {years && (
        <span className="sparkline-years" aria-hidden="true">
          <span>{years[0]}</span>
          <span>{years[1]}</span>
        </span>
      )}
    </>
  );
}
