import { describeSubject, drawChart, type Chart } from '#core/catalogue/drawing/charts.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { describeRow } from '#core/catalogue/reports/report-row.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { formatCount, formatDate } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { SvgDrawing } from '#ui/svg-drawing.tsx';

export type HeroReport = Pick<
  ReportCard,
  'slug' | 'title' | 'industrySlug' | 'publishedOn' | 'cover' | 'listed'
>;

type Props = {
  readonly reportCount: number;
  readonly industryCount: number;
  /** Who publishes the figures that the reports use. */
  readonly publishers: readonly string[];
  /** The newest reports of different industries; the first has the large chart. */
  readonly reports: readonly HeroReport[];
  /** The source of the large chart, as its licence wants it. */
  readonly source: string;
};

/** Subjects of the newest reports, as searches to try. */
const exampleSearchCount = 4;

/**
 * The opening of the home page: a search, whom we count by, and the newest reports' own figures.
 */
export function HomeHero({ reportCount, industryCount, publishers, reports, source }: Props) {
  const { texts } = useSite();
  const [lead, ...others] = reports;
  return (
    <section className="wrap home-hero">
      <div className="home-hero-text">
        <h1>{texts['home.title']}</h1>
        {reportCount > 0 && (
          <p className="home-deck">
            {formatCount(reportCount, 'report')} on{' '}
            {formatCount(industryCount, 'industry', 'industries')}. {texts['home.text']}
          </p>
        )}
        <HeroSearch reports={reports} />
        <p className="flex flex-wrap gap-x-6 gap-y-3">
          <ActionLink href={paths.reportStore()}>Browse the report store</ActionLink>
          <ActionLink href={paths.industries()}>See all industries</ActionLink>
        </p>
        {publishers.length > 0 && (
          <p className="home-publishers">
            <strong>Counted by</strong> {joinNames(publishers)}.
          </p>
        )}
      </div>
      {lead && (
        <div className="home-hero-figures">
          <LeadChart report={lead} source={source} />
          <ul className="home-tiles">
            {others.map((report) => (
              <Tile key={report.slug} report={report} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function HeroSearch({ reports }: Pick<Props, 'reports'>) {
  return (
    <div>
      <form action={paths.search()} role="search" aria-label="All reports" className="home-search">
        <label htmlFor="home-search" className="sr-only">
          Search all reports
        </label>
        <input
          id="home-search"
          name="q"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          placeholder="Product, industry, country"
        />
        <button className="button">Search</button>
      </form>
      {reports.length > 0 && (
        <p className="home-examples">
          Try
          {reports.slice(0, exampleSearchCount).map(({ slug, title }) => (
            <a key={slug} href={paths.search(toSearchWords(title))}>
              {toSearchWords(title)}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

/** "a, b and c", with an article before names of institutions. */
const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(names.map((name) => `the ${name}`));

function LeadChart({ report, source }: { report: HeroReport; source: string }) {
  const { slug, title, industrySlug, publishedOn, cover, listed } = report;
  const [main] = cover.series;
  if (!main || !listed.chart) return null;
  const chart: Chart = { kind: 'lines', key: main.id, series: [main], ...listed.chart };
  const { className, style } = industryHueProps(industrySlug);
  return (
    <figure className={`${className} home-lead-chart`} style={style}>
      <figcaption>
        <a href={paths.report(slug)} className="home-finding hover:underline">
          {shortenTitle(title)}: {lowerFirst(chart.finding)}
        </a>
        <span className="home-subject">{describeSubject(chart)}</span>
      </figcaption>
      <div className="max-md:hidden">
        <SvgDrawing drawing={drawChart(chart, 'medium')} />
      </div>
      <div className="md:hidden">
        <SvgDrawing drawing={drawChart(chart, 'narrow')} />
      </div>
      <p className="home-subject">
        {source}{' '}
        <a className="underline underline-offset-3" href={paths.report(slug)}>
          Read the newest report, {formatDate(publishedOn)}
        </a>
      </p>
    </figure>
  );
}

function Tile({ report }: { report: HeroReport }) {
  const { slug, title, industrySlug, listed } = report;
  const { headline } = listed;
  const { leaders, trend } = describeRow(report);
  if (!headline) return null;
  return (
    <li {...industryHueProps(industrySlug)}>
      <a href={paths.report(slug)}>
        <strong className="home-tile-title">{shortenTitle(title).replace(/ \([^)]*\)/, '')}</strong>
        <div className="home-tile-drawing">
          {leaders ? (
            <LeaderBars leaders={leaders} />
          ) : (
            <Sparkline trend={trend} width={150} height={36} />
          )}
        </div>
        <span className="home-figure">
          {headline.value} <small>{headline.change}</small>
        </span>
        <span className="home-tile-note">{headline.note}</span>
      </a>
    </li>
  );
}

/** The subject alone: "Walnuts" of "Walnuts Market: Supply, …". */
const shortenTitle = (title: string): string =>
  (title.split(':')[0] ?? title).replace(/ Market$/, '');

/**
 * Returns the words that somebody would type: "natural gas" of "U.S. Natural Gas (Henry Hub)
 * Prices: Annual …".
 */
const toSearchWords = (title: string): string =>
  shortenTitle(title)
    .replace(/^U\.S\. | \([^)]*\)/g, '')
    .replace(/ Prices$/, '')
    .toLowerCase();

/** "gross output rose"; "U.S. imports rose" keeps its capitals. */
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
