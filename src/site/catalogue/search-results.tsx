import type { Facets } from '#core/catalogue/search/facets.model.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import {
  splitTitle,
  type Industry,
  type ReportCard,
  type SortOption,
} from '#core/catalogue/model.ts';
import type { FoundReport, SearchResult } from '#core/catalogue/search/index.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { changeFilter, type FilterValues } from './list-filters.ts';
import { ListOrder } from './list-order.tsx';
import { ListPaging } from './list-paging.tsx';
import { ReportColumns } from './report-list.tsx';
import { ReportRow } from './report-row.tsx';
import { SearchReason } from './search-reason.tsx';
import type { PageLink } from './site-pages.ts';
import { labelDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import { describeListPrice, getListPrice } from '#core/catalogue/reports/licence.model.ts';
import type { MatchReason } from '#core/catalogue/search/match-reason.model.ts';
import { describeRow } from '#core/catalogue/reports/report-row.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { MarkedText } from './marked-text.tsx';
import { ReportActions } from './report-actions.tsx';

type Search = {
  readonly query: string;
  readonly words: string;
  /** The same with words that mean the same. */
  readonly marks: string;
  readonly sort: SortOption;
  readonly filters: FilterValues;
  readonly reports: SearchResult;
  readonly facets: Facets;
  readonly services: readonly { readonly id: number; readonly name: string }[];
  readonly pages: readonly PageLink[];
  readonly industries: readonly Pick<Industry, 'slug' | 'name' | 'reports'>[];
  readonly sources: readonly Pick<Source, 'id' | 'name'>[];
  /** Of the best match; undefined if none stands out. */
  readonly chapters: readonly string[] | undefined;
};

/** The filters beside what was found. */
export function SearchResults({ search }: { search: Search }) {
  const { query, filters, reports, sort, chapters, marks } = search;
  const best = chapters && reports.items[0];
  return (
    <div className="wrap list-page search-page">
      <ListFacets
        facets={search.facets}
        industries={search.industries}
        sources={search.sources}
        query={query}
        filters={filters}
        categoryHref={(slug) => paths.search(query, changeFilter(filters, 'industry', slug))}
      />
      <div className="min-w-0">
        <div className="list-bar">
          <h2>{best ? 'Best match' : 'Reports'}</h2>
          <FiltersButton />
          <ListOrder sort={sort} query={query} filters={filters} />
        </div>
        {reports.total === 0 && <NoResults search={search} />}
        {best && <BestMatch report={best} reason={best.reason} chapters={chapters} words={marks} />}
        <OwnPages pages={search.pages} />
        <OtherMatches search={search} />
        <ResultRows search={search} rows={best ? reports.items.slice(1) : reports.items} />
        <ListPaging list={reports} href={(page) => paths.search(query, filters, page)} />
      </div>
    </div>
  );
}

function ResultRows({ search, rows }: { search: Search; rows: readonly FoundReport[] }) {
  const { words, marks, reports, chapters } = search;
  if (rows.length === 0) return null;
  return (
    <div>
      {chapters && (
        <h2 className="search-more">
          {reports.isAtLeast
            ? `More than ${formatCount(reports.total, 'report')}`
            : formatCount(reports.total - 1, 'more report')}{' '}
          for {words}
        </h2>
      )}
      <ReportColumns />
      <ul className="report-list">
        {rows.map((report) => (
          <li key={report.id}>
            {report.reason ? (
              <ReportRow
                report={report}
                words={marks}
                reason={
                  <SearchReason
                    reason={report.reason}
                    shortDescription={report.shortDescription}
                    words={marks}
                  />
                }
              />
            ) : (
              <ReportRow report={report} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Pages of the store itself that answer the words. */
export const OwnPages = ({ pages }: { readonly pages: readonly PageLink[] }) =>
  pages.length > 0 && (
    <p className="search-others search-own">
      <strong>On this site</strong>
      {pages.map(({ title, href }) => (
        <a key={href} href={href}>
          {title}
        </a>
      ))}
    </p>
  );

const maxIndustries = 3;

/** The industries with most results or a matching name, and the services of such a name. */
function OtherMatches({ search }: { search: Search }) {
  const { words, facets, industries, services } = search;
  if (words === '') return null;
  const slugs = new Set([
    ...search.reports.namedIndustries,
    ...facets.industries
      .toSorted((a, b) => b.reports - a.reports)
      .slice(0, maxIndustries)
      .map(({ value }) => value),
  ]);
  const matches = industries.filter(({ slug }) => slugs.has(slug));
  return (
    <>
      {matches.length > 0 && (
        <p className="search-others">
          <strong>{texts.industries}</strong>
          {matches.map(({ slug, name, reports }) => (
            <a key={slug} href={paths.industry(slug)}>
              {name} ({formatCount(reports, 'report')})
            </a>
          ))}
        </p>
      )}
      {services.length > 0 && (
        <p className="search-others">
          <strong>Services</strong>
          {services.map(({ id, name }) => (
            <a key={id} href={`${paths.services()}#service-${id}`}>
              {name}
            </a>
          ))}
        </p>
      )}
    </>
  );
}

/** The words are found, but not with these filters. */
function NoResults({ search: { query } }: { search: Search }) {
  return (
    <p className="py-6">
      {texts.noResults} Try fewer filters.{' '}
      <a className="link" href={paths.search(query)}>
        Clear all filters
      </a>
    </p>
  );
}

type Props = {
  readonly report: ReportCard;
  readonly reason: MatchReason | undefined;
  readonly chapters: readonly string[];
  readonly words: string;
};

/** The first result of a search: its cover, why it was found, what is inside and what it costs. */
function BestMatch({ report, reason, chapters, words }: Props) {
  const { slug, code, title, industry, industrySlug, pages, publishedOn } = report;
  const label = labelDelivery(report);
  const { shortDescription } = report;
  const [subject, rest] = splitTitle(title);
  const { className, style } = industryHueProps(industrySlug);
  return (
    <article className={`${className} best-match`} style={style}>
      <img src={paths.cover(code)} alt="" width="148" height="210" />
      <div className="best-match-text">
        <a href={paths.industry(industrySlug)} className="industry-mark">
          {industry}
        </a>
        <h3>
          <a href={paths.report(slug)}>
            <MarkedText text={subject} words={words} />
            {rest && (
              <>
                : <span>{rest}</span>
              </>
            )}
          </a>
        </h3>
        {reason && (
          <SearchReason reason={reason} shortDescription={shortDescription} words={words} />
        )}
        {chapters.length > 0 && (
          <div className="best-match-inside">
            <strong>Inside</strong>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter}>{chapter}</li>
              ))}
            </ul>
          </div>
        )}
        <p className="best-match-facts">
          {code}
          {pages !== undefined && ` · ${formatCount(pages, 'page')}`}
          {label && ` · ${label}`}
          {'\u00a0· '}
          {formatDate(publishedOn)}
        </p>
      </div>
      <BestMatchFigures report={report} />
    </article>
  );
}

function BestMatchFigures({ report }: Pick<Props, 'report'>) {
  const { leaders, trend, figure, growth } = describeRow(report);
  const { prices } = report;
  const { currency, licences } = useSite();
  return (
    <div className="best-match-figures">
      <div className="best-match-trend">
        {leaders ? <LeaderBars leaders={leaders} /> : <Sparkline trend={trend} width={240} />}
      </div>
      {[figure, growth].map(
        (noted) =>
          noted && (
            <p key={noted.note}>
              <strong>{noted.value}</strong> <span>{noted.note}</span>
            </p>
          ),
      )}
      <p className="best-match-price">
        <strong>{formatPrice(getListPrice(prices), currency)}</strong>{' '}
        <span>{describeListPrice(prices, licences)}</span>
      </p>
      <p className="best-match-actions">
        <ReportActions report={report} buyClassName="button" />
      </p>
    </div>
  );
}
