import { useRef, useState } from 'react';
import type { Publication } from '#core/catalogue/reports/publication.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { formatCount } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeadPublication, PublicationRow } from './publication-rows.tsx';

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
