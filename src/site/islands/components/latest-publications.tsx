import { useRef, useState } from 'react';
import type { Publication } from '#core/catalogue/reports/publication.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { splitTitle } from '#core/catalogue/model.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

export type LatestPublicationsProps = {
  readonly industries: readonly {
    readonly slug: string;
    readonly name: string;
    readonly reports: number;
  }[];
  /** The industry whose reports came with the page. */
  readonly selectedSlug: string;
  readonly reports: readonly Publication[];
};

type Tab = {
  readonly slug: string;
  readonly status: 'ready' | 'loading' | 'failed';
  readonly reports: readonly Publication[];
};

async function fetchLatestReports(slug: string): Promise<Publication[]> {
  const response = await fetch(paths.latestReportsEndpoint(slug));
  if (!response.ok) throw new Error(String(response.status));
  return ((await response.json()) as { reports: Publication[] }).reports;
}

/**
 * Latest reports by industry. Without script each tab is a link to the home page with its industry.
 */
export function LatestPublications({ industries, selectedSlug, reports }: LatestPublicationsProps) {
  const [tab, setTab] = useState<Tab>({ slug: selectedSlug, reports, status: 'ready' });
  // Of two that are tapped one after the other the second is shown, whichever is answered first.
  const wanted = useRef(selectedSlug);
  const select = async (slug: string): Promise<void> => {
    wanted.current = slug;
    setTab({ slug, reports: tab.reports, status: 'loading' });
    try {
      const latest = await fetchLatestReports(slug);
      if (wanted.current !== slug) return;
      setTab({ slug, reports: latest, status: 'ready' });
      history.replaceState(history.state, '', paths.home({ industry: slug }));
      document.getElementById('latest')?.scrollIntoView();
    } catch {
      if (wanted.current === slug) setTab({ slug, reports: [], status: 'failed' });
    }
  };
  return (
    <div>
      <IndustryTabs
        industries={industries}
        selectedSlug={tab.slug}
        onSelect={(slug) => void select(slug)}
      />
      <TabPanel
        tab={tab}
        industry={industries.find(({ slug }) => slug === tab.slug)}
        onRetry={() => void select(tab.slug)}
      />
    </div>
  );
}

type PanelProps = {
  readonly tab: Tab;
  readonly industry: LatestPublicationsProps['industries'][number] | undefined;
  readonly onRetry: () => void;
};

/** While another industry loads, its rows stay in place, dimmed. */
function TabPanel({ tab, industry, onRetry }: PanelProps) {
  const [lead, ...others] = tab.reports;
  const { className, style } = industryHueProps(tab.slug);
  return (
    <div
      aria-live="polite"
      aria-busy={tab.status === 'loading'}
      className={`${className} publications`}
      style={style}
    >
      <TabStatus tab={tab} onRetry={onRetry} />
      {lead && <LeadPublication report={lead} />}
      <div className="publication-rows">
        <ul>
          {others.map((report) => (
            <PublicationRow key={report.slug} report={report} />
          ))}
        </ul>
        <p className="publications-more">
          <a className="button quiet" href={paths.industry(tab.slug)}>
            {texts.viewMore}
          </a>
          {industry && (
            <span>
              {formatCount(industry.reports, 'report')} in {industry.name}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

/** A phone's row of tabs scrolls to the chosen one, which may be the last of it. */
function showChosenTab(list: HTMLUListElement | null): void {
  const chosen = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && chosen) list.scrollTo({ left: chosen.offsetLeft - list.offsetLeft });
}

type TabsProps = {
  readonly industries: LatestPublicationsProps['industries'];
  readonly selectedSlug: string;
  readonly onSelect: (slug: string) => void;
};

/** The first ones and the chosen one; all of them behind Show More. */
function IndustryTabs({ industries, selectedSlug, onSelect }: TabsProps) {
  const [areAllShown, setAreAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const select = (slug: string): void => {
    // All thirty below each other would push what was chosen off a phone's screen.
    if (matchMedia('(width < 768px)').matches) setAreAllShown(false);
    onSelect(slug);
    requestAnimationFrame(() => showChosenTab(list.current));
  };
  const isLater = (slug: string, index: number): boolean =>
    index >= pageConstants.homeTabCount && slug !== selectedSlug && !areAllShown;
  return (
    <div className="industry-tabs">
      <ul ref={list}>
        {industries.map(({ slug, name }, index) => (
          <li key={slug} className={isLater(slug, index) ? 'later' : undefined}>
            <a
              href={`${paths.home({ industry: slug })}#latest`}
              aria-current={slug === selectedSlug ? 'true' : undefined}
              onClick={(event) => (event.preventDefault(), select(slug))}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {industries.length > pageConstants.homeTabCount && (
        <button
          type="button"
          className="with-script"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {areAllShown ? texts.showLess : texts.showMore}
        </button>
      )}
    </div>
  );
}

function TabStatus({ tab, onRetry }: { tab: Tab; onRetry: () => void }) {
  if (tab.status === 'loading') return <p className="publications-status">Loading…</p>;
  if (tab.status === 'failed')
    return (
      <p className="publications-status">
        These reports could not be loaded.{' '}
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  return (
    tab.reports.length === 0 && <p className="publications-status">{texts.noReportsInIndustry}</p>
  );
}

export default LatestPublications;

/** The newest report: cover, first sentence and its figures. */
function LeadPublication({ report }: { report: Publication }) {
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
function PublicationRow({ report }: { report: Publication }) {
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
