import { useState } from 'react';
import type { ReportCard } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { formatDate } from '#ui/format.ts';

/** What one line of a tab shows of a report. */
export type Publication = Pick<
  ReportCard,
  'slug' | 'title' | 'publishedOn' | 'shortDescription' | 'pages'
>;

type Props = {
  readonly industries: readonly { slug: string; name: string }[];
  readonly chosen: string;
  readonly reports: readonly Publication[];
};

/** Latest reports by industry. Without script each tab is a link to the home page with that industry chosen. */
export function LatestPublications({ industries, chosen, reports }: Props) {
  const [all, setAll] = useState(
    industries.findIndex(({ slug }) => slug === chosen) >= pageConstants.homeTabCount,
  );
  const [at, setAt] = useState({
    industry: chosen,
    reports,
    state: 'ready' as 'ready' | 'loading' | 'failed',
  });

  const choose = async (industry: string): Promise<void> => {
    setAt({ industry, reports: [], state: 'loading' });
    try {
      const response = await fetch(paths.latestReportsEndpoint(industry));
      if (!response.ok) throw new Error(String(response.status));
      const answer = (await response.json()) as { reports: Publication[] };
      setAt({ industry, reports: answer.reports, state: 'ready' });
      history.replaceState(history.state, '', paths.home({ industry }));
      document.getElementById('latest')?.scrollIntoView();
    } catch {
      setAt({ industry, reports: [], state: 'failed' });
    }
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[280px_1fr]">
      <div>
        <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0">
          {industries.map(({ slug, name }, index) => (
            <li
              key={slug}
              className={index >= pageConstants.homeTabCount && !all ? 'later' : undefined}
            >
              <a
                href={`${paths.home({ industry: slug })}#latest`}
                aria-current={slug === at.industry ? 'true' : undefined}
                onClick={(event) => (event.preventDefault(), void choose(slug))}
                className={`block border-rule px-3 py-2 text-[15px] max-lg:rounded-full max-lg:border lg:border-l-2 ${slug === at.industry ? 'border-accent font-semibold lg:border-accent' : 'hover:bg-wash'}`}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        {industries.length > pageConstants.homeTabCount && (
          <button
            type="button"
            className="with-script link mt-3 px-3 py-1 text-[15px]"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? texts.showLess : texts.showMore}
          </button>
        )}
      </div>
      <div aria-live="polite" className="min-h-[420px]">
        {at.state === 'loading' && <p className="text-muted">Loading reports…</p>}
        {at.state === 'failed' && (
          <p>
            These reports can't be shown at the moment.{' '}
            <button type="button" className="link" onClick={() => void choose(at.industry)}>
              Try again
            </button>
          </p>
        )}
        {at.state === 'ready' && at.reports.length === 0 && <p>{texts.noReportsInIndustry}</p>}
        <ul className="divide-y divide-rule">
          {at.reports.map((report) => (
            <li key={report.slug} className="grid gap-1 py-4 first:pt-0">
              <a
                href={paths.report(report.slug)}
                className="font-serif text-[19px] font-semibold leading-snug hover:underline"
              >
                {report.title}
              </a>
              <p className="line-clamp-2 text-[15px] text-muted">{report.shortDescription}</p>
              <p className="label">
                {formatDate(report.publishedOn)} · {report.pages} pages
              </p>
            </li>
          ))}
        </ul>
        <a className="button quiet mt-4" href={paths.industry(at.industry)}>
          {texts.viewMore}
        </a>
      </div>
    </div>
  );
}

export default LatestPublications;
