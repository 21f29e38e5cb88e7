import { splitTitle } from '#core/catalogue/model.ts';
import type { Publication } from '#core/catalogue/publication.model.ts';
import { paths } from '#src/paths.ts';
import { formatCount, formatDate } from '#ui/format.ts';
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

function listFigures({ headline, years, price }: Publication): (readonly [string, string])[] {
  const span = years ? years[1] - years[0] + 1 : 0;
  return [
    ...(headline ? [[headline.value, headline.note] as const] : []),
    ...(headline?.change ? [[headline.change, `on ${headline.changeFrom}`] as const] : []),
    ...(years ? [[`${span} years`, `of data, ${years[0]}–${years[1]}`] as const] : []),
    ...(price === '' ? [] : [[price, 'price'] as const]),
  ];
}

/** A report as one line of a table: title, trend, newest figure and price. */
export function PublicationRow({ report }: { report: Publication }) {
  const { slug, title, sparkline, years, headline, price } = report;
  const [subject, rest] = splitTitle(title);
  return (
    <li>
      <h3>
        <a className="hover:underline" href={paths.report(slug)}>
          {subject} <span>{rest}</span>
        </a>
      </h3>
      <div className="publication-trend">
        {sparkline ? <SvgDrawing drawing={sparkline} /> : '–'}
        {years && (
          <span className="sparkline-years" aria-hidden="true">
            <span>{years[0]}</span>
            <span>{years[1]}</span>
          </span>
        )}
      </div>
      <p className="publication-figure">
        <strong>{headline?.value ?? '–'}</strong>
        {headline?.change && (
          <span>
            {headline.change} on {headline.changeFrom}
          </span>
        )}
      </p>
      <p className="publication-price">{price}</p>
    </li>
  );
}
