import type { Route } from './+types/industries.ts';
import type { Industry } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildItemList } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { formatCount } from '#ui/format.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('catalogue');
  return {
    industries: await context.get(appContext).catalogue.listIndustries(),
    origin: visit.origin,
  };
}

/** All industries with the number of their reports. */
export default function Industries({ loaderData: { industries, origin } }: Route.ComponentProps) {
  const total = industries.reduce((sum, { mainReports }) => sum + mainReports, 0);
  const industryCount = formatCount(industries.length, 'industry', 'industries');
  return (
    <div className="wrap py-12">
      <PageHead
        title="Industries"
        siteName={useSite().siteName}
        canonical={origin + paths.industries()}
        way={[['Industries', paths.industries()]]}
        noIndex={industries.length === 0}
        structuredData={[buildItemList(listItems(industries), { origin })]}
        description={
          `${industryCount} with ${formatCount(total, 'market report')}: growth, prices, ` +
          'leading countries and outlook, all from public statistics.'
        }
      />
      <BreadcrumbLinks steps={[['Home', paths.home()]]} />
      <h1 className="text-[40px]">{texts.industries}</h1>
      <p className="mt-2 text-muted">
        {industryCount}, {formatCount(total, 'report')}.
      </p>
      {industries.length === 0 && <p className="mt-8">{texts.loadingIndustries}</p>}
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {industries.map((industry) => (
          <IndustryCard key={industry.slug} industry={industry} />
        ))}
      </ul>
    </div>
  );
}

const listItems = (industries: readonly Industry[]) =>
  industries.map(({ name, slug }) => ({ title: name, path: paths.industry(slug) }));

function IndustryCard({ industry }: { industry: Industry }) {
  const { className, style } = industryHueProps(industry.slug);
  return (
    <li
      className={`${className} sheet relative grid grid-cols-[48px_1fr] gap-4 p-5 hover:bg-wash`}
      style={style}
    >
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
    </li>
  );
}
