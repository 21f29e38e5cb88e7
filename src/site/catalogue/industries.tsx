import { data } from 'react-router';
import type { Route } from './+types/industries.ts';
import { joinIndustryLines } from '#core/catalogue/figures/industry-lines.model.ts';
import { industriesPerPage, sumReports, type Industry } from '#core/catalogue/model.ts';
import { countPages } from '#core/kernel/paginated.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { describePageNumber, readPageNumber, titlePage } from '#site/page-number.ts';
import { pageConstants } from '#site/page-constants.ts';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { Pagination } from '#ui/pagination.tsx';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { formatCount } from '#ui/format.ts';
import { IndustryLines } from './industry-lines.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  const { catalogue } = context.get(appContext);
  const all = await catalogue.industries.list();
  const pageNumber = readPageNumber(request);
  const pageCount = countPages(all.length, industriesPerPage);
  if (pageNumber > pageCount) throw data(null, { status: 404 });
  const before = (pageNumber - 1) * industriesPerPage;
  const industries = all.slice(before, before + industriesPerPage);
  const overview = await catalogue.industries.listOverview(
    pageConstants.homeLinesPerIndustry,
    industries.map(({ slug }) => slug),
  );
  const lines = joinIndustryLines(overview);
  return skipSerialization({
    industries: industries.map((industry) => ({
      ...industry,
      lines: lines.get(industry.slug) ?? '',
    })),
    before,
    pageNumber,
    pageCount,
    industryCount: all.length,
    reportCount: sumReports(all),
    origin: visit.origin,
  });
}

/** The industries with the number of their reports: one page of them. */
export default function Industries({ loaderData }: Route.ComponentProps) {
  const { industries, before, pageNumber, pageCount, reportCount, origin } = loaderData;
  const industryCount = formatCount(loaderData.industryCount, 'industry', 'industries');
  return (
    <div className="wrap py-12">
      <PageHead
        title={`Industries${titlePage(pageNumber)}`}
        siteName={useSite().siteName}
        canonical={origin + paths.industries(pageNumber)}
        way={[['Industries', paths.industries()]]}
        noIndex={industries.length === 0}
        structuredData={describeItemList(listItems(industries), { origin, start: before + 1 })}
        description={
          `${industryCount} with ${formatCount(reportCount, 'market report')}: growth, prices, ` +
          'leading countries and outlook, all from public statistics.' +
          describePageNumber(loaderData)
        }
      />
      <BreadcrumbLinks steps={[['Home', paths.home()]]} />
      <h1 className="text-[40px]">{texts.industries}</h1>
      <p className="mt-2 text-muted">
        {industryCount}, {formatCount(reportCount, 'report')}.
      </p>
      {industries.length === 0 && <p className="mt-8">{texts.loadingIndustries}</p>}
      {industries.length > 0 && (
        <ul className="industry-index">
          {industries.map((industry) => (
            <IndustryEntry key={industry.slug} industry={industry} />
          ))}
        </ul>
      )}
      <Pagination page={pageNumber} pageCount={pageCount} href={paths.industries} />
    </div>
  );
}

const listItems = (industries: readonly Industry[]) =>
  industries.map(({ name, slug }) => ({ title: name, path: paths.industry(slug) }));

type Entry = Route.ComponentProps['loaderData']['industries'][number];

function IndustryEntry({ industry }: { industry: Entry }) {
  const { className, style } = industryHueProps(industry.slug);
  return (
    <li className={className} style={style}>
      <Pictogram name={industry.pictogram} />
      <div>
        <h2 className="text-[19px]">
          <a className="after:absolute after:inset-0" href={paths.industry(industry.slug)}>
            {industry.name}
          </a>
        </h2>
        <p className="label mb-2">{formatCount(industry.reports, 'report')}</p>
        <p className="line-clamp-3 text-[15px] text-muted">{industry.description}</p>
      </div>
      {industry.lines !== '' && <IndustryLines lines={industry.lines} />}
    </li>
  );
}
