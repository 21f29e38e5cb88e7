import { data } from 'react-router';
import type { Route } from './+types/industry.ts';
import type { Industry } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { readPageNumber } from './page-number.ts';
import { ListCount, ListPaging } from './list-paging.tsx';
import { ReportColumns, ReportRows } from './report-list.tsx';
import { FiltersButton, ListFacets } from './list-facets.tsx';
import { toReportQuery } from './list-filters.ts';
import { ListOrder } from './list-order.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  const industries = await catalogue.listIndustries();
  const industry = industries.find(({ slug }) => slug === params.slug);
  if (!industry) throw data(null, { status: 404 });
  visit.cacheTags(`industry:${industry.slug}`, 'catalogue');
  const [list, facets, sources] = await Promise.all([
    catalogue.listReports(readPageNumber(request), industry.slug),
    catalogue.countFacets(toReportQuery('', { industry: industry.slug })),
    catalogue.listSources(),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  return {
    ...{ industry, industries, list, facets },
    sources: sources.map(({ id, name }) => ({ id, name })),
    origin: visit.origin,
  };
}

/** The reports of one industry. */
export default function IndustryPage({
  loaderData: { industry, industries, list, facets, sources, origin },
}: Route.ComponentProps) {
  const titlePage = list.pageNumber > 1 ? `, page ${list.pageNumber}` : '';
  return (
    <>
      <PageHead
        title={`${industry.name} market reports${titlePage}`}
        siteName={useSite().siteName}
        description={industry.description.slice(0, 160)}
        canonical={origin + paths.industry(industry.slug, list.pageNumber)}
      />
      <IndustryHeader industry={industry} />
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
            <p>
              {texts.noReportsInCategory}{' '}
              <a className="link" href={paths.reportStore()}>
                See all reports
              </a>
            </p>
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
    </>
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
