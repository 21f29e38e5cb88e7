import { data, redirect } from 'react-router';
import type { Route } from './+types/industry.ts';
import { findFastest, summarizeIndustry } from '#core/catalogue/figures/industry-leaders.model.ts';
import { reportsPerPage, type Industry, type ReportCard } from '#core/catalogue/model.ts';
import { getListPrice } from '#core/catalogue/reports/licence.model.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList, toListItems } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { formatCount, formatDate } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { readPageNumber, titlePage } from '#site/page-number.ts';
import { describePage, ListCount, ListPaging } from './list-paging.tsx';
import { ReportColumns, ReportRows } from './report-list.tsx';
import { IndustryPicture, shortenTitle } from './industry-picture.tsx';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { ListOrder } from './list-order.tsx';

const maxBars = 16;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue, content, store } = context.get(appContext);
  const visit = context.get(visitContext);
  const industries = await catalogue.industries.list();
  const industry = industries.find(({ slug }) => slug === params.slug);
  if (!industry) {
    const slug = await catalogue.industryEditing.findFormer(params.slug);
    throw slug === undefined ? data(null, { status: 404 }) : redirect(paths.industry(slug), 301);
  }
  const { currency } = await store.getSiteInfo();
  visit.cacheTags('site', `industry:${industry.slug}`, 'catalogue');
  const [list, facets, sources, newest, post] = await Promise.all([
    catalogue.reports.list(readPageNumber(request), industry.slug),
    catalogue.search.countFacets(industry.slug),
    catalogue.reports.listSources(),
    catalogue.reports.listNewest(maxBars, industry.slug),
    content.findPostLinkingTo('blogPost', paths.industry(industry.slug)),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  return skipSerialization({
    industry,
    industries,
    list,
    facets,
    sources: sources.map(({ id, name, attribution }) => ({ id, name, attribution })),
    overview: list.pageNumber === 1 ? summarizeIndustry(newest) : undefined,
    ...(post && { post: { name: post.name, slug: post.slug } }),
    // Only if all reports are known: the range of some is not that of the industry.
    ...(newest.length === list.total && {
      priceRange: findPriceRange(newest, currency),
      fastest: findFastest(newest),
    }),
    origin: visit.origin,
  });
}

/** The reports of one industry. */
export default function IndustryPage({ loaderData }: Route.ComponentProps) {
  const { industry, list, origin } = loaderData;
  return (
    <>
      <PageHead
        title={
          (industry.metaTitle || `${industry.name} market reports`) + titlePage(list.pageNumber)
        }
        siteName={useSite().siteName}
        description={
          (industry.metaDescription || industry.description.slice(0, 160)) + describePage(list)
        }
        keywords={industry.metaKeywords}
        canonical={origin + paths.industry(industry.slug, list.pageNumber)}
        feed={{ title: `${industry.name} reports`, path: paths.industryFeed(industry.slug) }}
        way={[
          ['Industries', paths.industries()],
          [industry.name, paths.industry(industry.slug)],
        ]}
        noIndex={list.items.length === 0}
        structuredData={describeList(loaderData)}
      />
      <IndustryHeader industry={industry} />
      <Overview loaderData={loaderData} />
      <IndustryReports loaderData={loaderData} />
    </>
  );
}

/** The reports that the page shows. */
const describeList = ({ list, origin }: Route.ComponentProps['loaderData']): object[] =>
  describeItemList(toListItems(list.items), {
    origin,
    start: (list.pageNumber - 1) * reportsPerPage + 1,
  });

type Loaded = Pick<Route.ComponentProps, 'loaderData'>;

function Overview({ loaderData }: Loaded) {
  const { industry, overview, sources } = loaderData;
  if (!overview) return null;
  const { className, style } = industryHueProps(industry.slug);
  const used = sources.filter(({ id }) => overview.sources.includes(id));
  return (
    <div className={`${className} wrap industry-overview`} style={style}>
      <IndustryPicture overview={overview} sources={used.map(({ attribution }) => attribution)} />
      <IndustryFacts loaderData={loaderData} />
    </div>
  );
}

function IndustryReports({ loaderData: { industry, industries, list, facets, sources } }: Loaded) {
  return (
    <div className="wrap list-page">
      <ListFacets
        facets={facets}
        industries={industries}
        sources={sources}
        filters={{ industry: industry.slug }}
        categoryHref={paths.industry}
      />
      <section aria-label="Reports" className="min-w-0" id="reports">
        {list.items.length === 0 ? (
          <NoReports />
        ) : (
          <>
            <h2 className="sr-only">Reports</h2>
            <div className="list-bar">
              <ListCount list={list} />
              <FiltersButton />
              <ListOrder sort="newest" filters={{ industry: industry.slug }} />
            </div>
            <ReportColumns />
            <ReportRows reports={list.items} hasIndustry={false} />
            <ListPaging list={list} href={(page) => paths.industry(industry.slug, page)} />
          </>
        )}
      </section>
    </div>
  );
}

function IndustryHeader({ industry }: { industry: Industry }) {
  const { className, style } = industryHueProps(industry.slug);
  return (
    <header className={`${className} wrap`} style={style}>
      <div className="industry-head">
        <div>
          <Breadcrumb
            steps={[
              ['Home', paths.home()],
              ['Industries', paths.industries()],
            ]}
            current={industry.name}
          />
          <h1>{industry.name}</h1>
          <p>{industry.description}</p>
        </div>
        <Pictogram name={industry.pictogram} size={80} />
      </div>
    </header>
  );
}

/** "$3,250 to $3,850", or one price. */
function findPriceRange(reports: readonly ReportCard[], currency: string): string | undefined {
  const prices = reports
    .map((report) => getListPrice(report.prices))
    .filter((price) => typeof price === 'number');
  if (prices.length === 0) return undefined;
  const range = [...new Set([Math.min(...prices), Math.max(...prices)])];
  return range.map((cents) => formatMoney(cents, currency)).join(' to ');
}

function IndustryFacts({ loaderData: { list, facets, priceRange, fastest, post } }: Loaded) {
  const rows = [
    ['Reports', formatCount(list.total, 'report')],
    ['Newest', list.items[0] && formatDate(list.items[0].publishedOn)],
    ['Price', priceRange],
    ['Data up to', facets.dataYears[0]?.value],
  ] as const;
  return (
    <section className="industry-facts" aria-labelledby="in-this-industry">
      <h2 id="in-this-industry">In this industry</h2>
      <dl>
        {rows.map(
          ([term, value]) =>
            value !== undefined && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {fastest && (
          <div>
            <dt>Grew most {fastest.period}</dt>
            <dd>
              <a className="underline underline-offset-3" href={paths.report(fastest.slug)}>
                {shortenTitle(fastest.title)}{' '}
                <span className="whitespace-nowrap">{fastest.growth}</span>
              </a>
            </dd>
          </div>
        )}
      </dl>
      {post && (
        <p className="mt-4">
          <ActionLink href={paths.blogPost(post.slug)}>Read: {post.name}</ActionLink>
        </p>
      )}
    </section>
  );
}

function NoReports() {
  return (
    <div className="grid gap-5">
      <p>{texts.noReportsInCategory}</p>
      <p className="flex flex-wrap gap-3">
        <a className="button quiet" href={paths.reportStore()}>
          See all reports
        </a>
        <a className="button quiet" href={paths.contact()}>
          Ask for a report
        </a>
      </p>
    </div>
  );
}
