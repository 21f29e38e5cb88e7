import { data } from 'react-router';
import type { Route } from './+types/report-store.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import {
  placeGrowthDots,
  type GrowthDot,
  type GrowthDots,
} from '#core/catalogue/drawing/growth-dots.model.ts';
import { reportsPerPage, splitTitle } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList, toListItems } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { formatCount } from '#ui/format.ts';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { ListOrder } from './list-order.tsx';
import { readPageNumber } from '#site/page-number.ts';
import { describePage, ListCount, ListPaging } from './list-paging.tsx';
import { groupByMonth, monthOf, ReportColumns, ReportMonth, ReportRows } from './report-list.tsx';
import { formatChange } from '#core/catalogue/reports/report-row.model.ts';
import { industryHueProps } from '#ui/hue.ts';
import { shortenTitle } from './industry-picture.tsx';

const interludeReportsPerIndustry = 16;
const rowsBeforeInterlude = 8;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const [industries, list, facets, sources] = await Promise.all([
    catalogue.industries.list(),
    catalogue.reports.list(readPageNumber(request)),
    catalogue.search.countFacets(),
    catalogue.reports.listSources(),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  const months = await catalogue.reports.countByMonth([
    ...new Set(list.items.map(({ publishedOn }) => monthOf(publishedOn))),
  ]);
  const isFirst = list.pageNumber === 1;
  const series = isFirst
    ? await catalogue.industries.listMainSeries(interludeReportsPerIndustry)
    : [];
  return {
    industries,
    list,
    months,
    facets,
    interlude: buildInterlude(series, sources),
    sources: sources.map(({ id, name }) => ({ id, name })),
    origin: visit.origin,
  };
}

/** The growth of all industries of one source; undefined if a store has too few. */
function buildInterlude(
  series: Parameters<typeof placeGrowthDots>[0],
  sources: readonly Pick<Source, 'id' | 'attribution'>[],
) {
  const [wide, narrow] = [912, 350].map((width) => placeGrowthDots(series, 'bea', width));
  const source = sources.find(({ id }) => id === 'bea')?.attribution;
  return wide && narrow && source ? { wide, narrow, source } : undefined;
}

/** All reports, newest first. */
export default function ReportStore({ loaderData }: Route.ComponentProps) {
  const { industries, list, facets, sources, origin } = loaderData;
  return (
    <div className="wrap">
      <PageHead
        title={`Report store${list.pageNumber > 1 ? `, page ${list.pageNumber}` : ''}`}
        siteName={useSite().siteName}
        canonical={origin + paths.reportStore(list.pageNumber)}
        way={[['Report Store', paths.reportStore()]]}
        noIndex={list.items.length === 0}
        structuredData={describeItemList(toListItems(list.items), {
          origin,
          start: (list.pageNumber - 1) * reportsPerPage + 1,
        })}
        description={
          `${formatCount(list.total, 'market report')} with prices, page counts and key figures. ` +
          'By download, minutes after payment.' +
          describePage(list)
        }
      />
      <header className="list-head">
        <div>
          <Breadcrumb steps={[['Home', paths.home()]]} current="Report Store" />
          <h1>Report Store</h1>
        </div>
        <p>
          {formatCount(list.total, 'report')} on{' '}
          {formatCount(industries.length, 'industry', 'industries')}.{' '}
          <span className="max-md:hidden">
            Each row shows its newest figure, its growth and its price, so that you can compare
            before you open anything.
          </span>
        </p>
      </header>
      <div className="list-page">
        <ListFacets
          facets={facets}
          industries={industries}
          sources={sources}
          categoryHref={paths.industry}
        />
        <StoreList {...loaderData} />
      </div>
    </div>
  );
}

/** After the first month if the page has others, else within it; on a phone after the pages. */
function StoreList({ list, months, interlude }: Route.ComponentProps['loaderData']) {
  const [first, ...others] = groupByMonth(list.items);
  if (!first) return <p>{texts.noReportsInCategory}</p>;
  const before = others.length > 0 ? first.reports.length : rowsBeforeInterlude;
  return (
    <div className="store-list">
      <div className="list-bar">
        <ListCount list={list} />
        <FiltersButton />
        <ListOrder sort="newest" />
      </div>
      <ReportColumns />
      <ReportMonth
        month={first.month}
        reports={first.reports.slice(0, before)}
        total={months.get(first.month) ?? 0}
      />
      {interlude && <GrowthInterlude {...interlude} />}
      <ReportRows reports={first.reports.slice(before)} />
      {others.map(({ month, reports }) => (
        <ReportMonth key={month} month={month} reports={reports} total={months.get(month) ?? 0} />
      ))}
      <ListPaging list={list} href={paths.reportStore} />
    </div>
  );
}

type Props = {
  readonly wide: GrowthDots;
  readonly narrow: GrowthDots;
  /** As the licence wants it. */
  readonly source: string;
};

/** Data between the rows: each dot is a report and leads to it, as does each row of the table. */
function GrowthInterlude({ wide, narrow, source }: Props) {
  const { dots, median, fromYear, toYear } = wide;
  return (
    <figure className="interlude">
      <figcaption>
        <h2>
          Half of these {dots.length} American industries grew by {formatChange(median)} a year or
          more. Find yours
        </h2>
        <p>
          Each dot is one report: growth of gross output a year, {fromYear}–{toYear}, in current
          dollars. Colour: industry.
        </p>
      </figcaption>
      <div className="max-md:hidden">
        <Dots {...wide} />
      </div>
      <div className="md:hidden" aria-hidden="true">
        <Dots {...narrow} isPicture />
      </div>
      <p>{source}</p>
      <DotNumbers {...wide} />
    </figure>
  );
}

/** The dots as a table: for fingers, which are wider than a dot, and for screen readers. */
function DotNumbers({ dots, fromYear, toYear }: GrowthDots) {
  return (
    <details>
      <summary>The numbers as a table</summary>
      <div
        className="chart-scroll"
        tabIndex={0}
        role="group"
        aria-label="Reports by growth, fastest first"
      >
        <table className="chart-numbers">
          <thead>
            <tr>
              <th scope="col">Report</th>
              <th scope="col">
                Growth a year, {fromYear}–{toYear}
              </th>
            </tr>
          </thead>
          <tbody>
            {dots.toReversed().map(({ slug, title, growth }) => (
              <tr key={slug}>
                <th scope="row">
                  <a href={paths.report(slug)}>{splitTitle(title)[0]}</a>
                </th>
                <td>{formatChange(growth)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const namedAtEachEnd = 2;
const labelPitch = 17;

/** The slowest and the fastest by name, the outermost highest, so that no line crosses a name. */
function Extremes({ dots }: Pick<GrowthDots, 'dots'>) {
  const ends = [
    { anchor: 'start', named: dots.slice(0, namedAtEachEnd) },
    { anchor: 'end', named: dots.slice(-namedAtEachEnd).toReversed() },
  ] as const;
  return ends.map(({ anchor, named }) =>
    named.map((dot, index) => (
      <ExtremeLabel key={dot.slug} dot={dot} anchor={anchor} level={named.length - index} />
    )),
  );
}

function ExtremeLabel(props: { dot: GrowthDot; anchor: 'start' | 'end'; level: number }) {
  const { dot, anchor, level } = props;
  const { x, y, title, growth } = dot;
  const top = y - 8 - level * labelPitch;
  return (
    <g className="interlude-label">
      <path d={`M${x} ${y - 4}V${top + 4}`} />
      <text x={anchor === 'start' ? x - 3 : x + 3} y={top} textAnchor={anchor}>
        {shortenTitle(title)} <tspan>{formatChange(growth)}</tspan>
      </text>
    </g>
  );
}

function Dots(props: GrowthDots & { isPicture?: boolean }) {
  const { width, height, dots, ticks, median, medianX, isPicture = false } = props;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role={isPicture ? undefined : 'group'}
      aria-label="Reports by growth"
    >
      <path d={`M${medianX} 14V${height - 18}`} className="interlude-median" />
      <text x={medianX - 6} y={10} textAnchor="end" className="interlude-half">
        half grew faster than {formatChange(median)}
      </text>
      <path d={`M0 ${height - 17.5}H${width}`} className="interlude-axis" />
      {ticks.map(({ x, label }, index) => (
        <text key={label} x={x} y={height - 4} textAnchor={index === 0 ? 'start' : 'middle'}>
          {label}
        </text>
      ))}
      {!isPicture && <Extremes dots={dots} />}
      {dots.map(({ slug, title, industrySlug, growth, x, y }) => {
        const { className, style } = industryHueProps(industrySlug);
        const dot = <circle cx={x} cy={y} r={3} className={className} style={style} />;
        if (isPicture) return <g key={slug}>{dot}</g>;
        return (
          <a
            key={slug}
            href={paths.report(slug)}
            aria-label={`${title}, ${formatChange(growth)} a year`}
          >
            <title>{`${title}, ${formatChange(growth)} a year`}</title>
            {dot}
          </a>
        );
      })}
    </svg>
  );
}
