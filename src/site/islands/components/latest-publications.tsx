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

export type LatestPublicationsProps = {
  readonly industries: readonly { readonly slug: string; readonly name: string }[];
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
  const select = async (slug: string): Promise<void> => {
    setTab({ slug, reports: [], status: 'loading' });
    try {
      setTab({ slug, reports: await fetchLatestReports(slug), status: 'ready' });
      history.replaceState(history.state, '', paths.home({ industry: slug }));
      document.getElementById('latest')?.scrollIntoView();
    } catch {
      setTab({ slug, reports: [], status: 'failed' });
    }
  };
  return (
    <div className="grid gap-8 lg:grid-cols-[280px_1fr]">
      <IndustryTabs
        industries={industries}
        initialSlug={selectedSlug}
        selectedSlug={tab.slug}
        onSelect={(slug) => void select(slug)}
      />
      <div aria-live="polite" className="min-h-[420px]">
        <TabStatus tab={tab} onRetry={() => void select(tab.slug)} />
        <ul className="divide-y divide-rule">
          {tab.reports.map((report) => (
            <PublicationItem key={report.slug} report={report} />
          ))}
        </ul>
        <a className="button quiet mt-4" href={paths.industry(tab.slug)}>
          {texts.viewMore}
        </a>
      </div>
    </div>
  );
}

type TabsProps = {
  readonly industries: LatestPublicationsProps['industries'];
  readonly initialSlug: string;
  readonly selectedSlug: string;
  readonly onSelect: (slug: string) => void;
};

const tabClassName =
  'block border-rule px-3 py-2 text-[15px] max-lg:rounded-full max-lg:border lg:border-l-2';
const selectedTabClassName = 'border-accent font-semibold lg:border-accent';

function IndustryTabs({ industries, initialSlug, selectedSlug, onSelect }: TabsProps) {
  const [areAllShown, setAreAllShown] = useState(
    industries.findIndex(({ slug }) => slug === initialSlug) >= pageConstants.homeTabCount,
  );
  return (
    <div>
      <ul className="flex flex-wrap gap-2 lg:grid lg:gap-0">
        {industries.map(({ slug, name }, index) => (
          <li
            key={slug}
            className={index >= pageConstants.homeTabCount && !areAllShown ? 'later' : undefined}
          >
            <a
              href={`${paths.home({ industry: slug })}#latest`}
              aria-current={slug === selectedSlug ? 'true' : undefined}
              onClick={(event) => (event.preventDefault(), onSelect(slug))}
              className={`${tabClassName} ${
                slug === selectedSlug ? selectedTabClassName : 'hover:bg-wash'
              }`}
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
  if (tab.status === 'loading') return <p className="text-muted">Loading reports…</p>;
  if (tab.status === 'failed')
    return (
      <p>
        These reports could not be loaded.{' '}
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  return tab.reports.length === 0 && <p>{texts.noReportsInIndustry}</p>;
}

function PublicationItem({ report }: { report: Publication }) {
  return (
    <li className="grid gap-1 py-4 first:pt-0">
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
  );
}

export default LatestPublications;
