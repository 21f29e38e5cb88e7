import { data } from 'react-router';
import type { Route } from './+types/industry.ts';
import type { Industry } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { Pagination } from '#ui/pagination.tsx';
import { Pictogram } from '#ui/pictogram.tsx';
import { formatCount } from '#ui/format.ts';
import { readPageNumber } from './page-number.ts';
import { ReportCardList } from './report-card.tsx';
import { IndustrySidebar } from './industry-sidebar.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue } = context.get(appContext);
  const visit = context.get(visitContext);
  const industries = await catalogue.listIndustries();
  const industry = industries.find(({ slug }) => slug === params.slug);
  if (!industry) throw data(null, { status: 404 });
  visit.cacheTags(`industry:${industry.slug}`, 'catalogue');
  const list = await catalogue.listReports(readPageNumber(request), industry.slug);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  return { industry, industries, list, origin: visit.origin };
}

/** The reports of one industry. */
export default function IndustryPage({
  loaderData: { industry, industries, list, origin },
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
      <div className="wrap grid gap-10 py-10 lg:grid-cols-[1fr_260px]">
        <section aria-label="Reports">
          <p className="label mb-4">
            {formatCount(list.total, 'report')}
            {list.pageCount > 1 ? `, page ${list.pageNumber} of ${list.pageCount}` : ''}, newest
            first
          </p>
          {list.items.length === 0 ? (
            <p>
              {texts.noReportsInCategory}{' '}
              <a className="link" href={paths.reportStore()}>
                See all reports
              </a>
            </p>
          ) : (
            <ReportCardList reports={list.items} />
          )}
          <Pagination
            page={list.pageNumber}
            pageCount={list.pageCount}
            href={(page) => paths.industry(industry.slug, page)}
          />
        </section>
        <IndustrySidebar industries={industries} currentSlug={industry.slug} />
      </div>
    </>
  );
}

function IndustryHeader({ industry }: { industry: Industry }) {
  const { className, style } = industryHueProps(industry.slug);
  return (
    <section className={`${className} border-b border-rule`} style={style}>
      <div className="wrap grid gap-5 py-10 sm:grid-cols-[64px_1fr]">
        <Pictogram name={industry.pictogram} size={64} />
        <div>
          <BreadcrumbLinks
            steps={[
              ['Home', paths.home()],
              ['Industries', paths.industries()],
            ]}
          />
          <h1 className="mt-1 text-[36px]">{industry.name}</h1>
          <p className="mt-2 max-w-[70ch] text-muted">{industry.description}</p>
        </div>
      </div>
    </section>
  );
}
