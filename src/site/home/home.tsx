import type { Route } from './+types/home.ts';
import type { App } from '#core/app.ts';
import { joinIndustryLines } from '#core/catalogue/figures/industry-lines.model.ts';
import { isShortSeries } from '#core/catalogue/reports/report-row.model.ts';
import { postsPerPage } from '#core/content/model.ts';
import { pickLargest, sumReports, type ReportCard } from '#core/catalogue/model.ts';
import { toPublications } from '#core/catalogue/reports/publication.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildSiteData } from '#site/structured-data/site.ts';
import { pageConstants } from '#site/page-constants.ts';
import { HomeBlocks } from './home-blocks.tsx';
import { HomeHero } from './home-hero.tsx';
import { FirstScreenEnd } from '#ui/first-screen-end.tsx';
import '../../styles/home.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content, store } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site', 'catalogue');
  const { currency } = await store.getSiteInfo();
  const requestedSlug = new URL(request.url).searchParams.get('industry');
  const industries = await catalogue.industries.list();
  const selectedIndustry = industries.find(({ slug }) => slug === requestedSlug) ?? industries[0];
  const selectedSlug = selectedIndustry?.slug ?? '';
  const shown = pickLargest(industries, selectedSlug);
  const [latest, newest, overview, sources, publicContent] = await Promise.all([
    catalogue.reports.listNewestInIndustry(selectedSlug),
    catalogue.reports.listNewestPerIndustry(shown.length),
    catalogue.industries.listOverview(
      pageConstants.homeLinesPerIndustry,
      shown.map(({ slug }) => slug),
    ),
    catalogue.reports.listSources(),
    loadContent(content),
  ]);
  const hero = chooseHeroReports(newest);
  const lines = joinIndustryLines(overview);
  const blogPicture = publicContent.blog[0]?.image;
  return skipSerialization({
    ...publicContent,
    blogPictureSize: blogPicture ? await visit.measurePicture(blogPicture) : undefined,
    origin: visit.origin,
    reportCount: sumReports(industries),
    publishers: [...new Set(sources.map(({ publisher }) => publisher.split(', ')[0] ?? publisher))],
    source: sources.find(({ id }) => id === hero[0]?.cover.series[0]?.source)?.attribution ?? '',
    hero: hero.map(({ title, slug, industrySlug, publishedOn, cover, listed }) => ({
      title,
      slug,
      industrySlug,
      publishedOn,
      cover,
      listed,
    })),
    industryCount: industries.length,
    industries: shown.map(({ slug, name, reports }) => ({
      slug,
      name,
      reports,
      lines: lines.get(slug) ?? '',
    })),
    publications: {
      industries: shown.map(({ slug, name, reports }) => ({ slug, name, reports })),
      selectedSlug,
      reports: toPublications(latest ?? [], currency),
    },
  });
}

/**
 * The newest report with a long series, then others of different sources or measures, so that no
 * two are alike; one of them shows its leaders. A short line without leaders is not chosen.
 */
function chooseHeroReports(newest: readonly ReportCard[]): ReportCard[] {
  const withLine = newest.filter(({ cover }) => !isShortSeries(cover));
  const kind = ({ cover: { series } }: ReportCard): string =>
    `${series[0]?.source} ${series[0]?.measure}`;
  const firstOfKind = withLine.filter(
    (report, index) => withLine.findIndex((other) => kind(other) === kind(report)) === index,
  );
  const [lead, ...others] = [
    ...firstOfKind,
    ...withLine.filter((report) => !firstOfKind.includes(report)),
  ];
  const withLeaders = newest.find((report) => report.listed.leaders !== undefined);
  const tiles = [...(withLeaders ? [withLeaders] : []), ...others];
  return [...(lead ? [lead] : []), ...tiles].slice(0, pageConstants.homeHeroReportCount);
}

async function loadContent(content: App['content']) {
  const [meta, services, press, blog, testimonials, clients] = await Promise.all([
    content.getPageMeta('home'),
    content.listServices(pageConstants.homeServiceCount),
    content.listPosts('pressRelease', postsPerPage),
    content.listPosts('blogPost', 3),
    content.listTestimonials(),
    content.listClientLogos(),
  ]);
  return { meta, services, press, blog, testimonials, clients };
}

/** The home page. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { meta, origin } = loaderData;
  const site = useSite();
  return (
    <>
      <PageHead
        title={meta?.title ?? 'Market research reports'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.home()}
        structuredData={buildSiteData(site, origin)}
      />
      <HomeHero
        reportCount={loaderData.reportCount}
        industryCount={loaderData.industryCount}
        publishers={loaderData.publishers}
        reports={loaderData.hero}
        source={loaderData.source}
      />
      <FirstScreenEnd />
      <HomeBlocks loaded={loaderData} />
    </>
  );
}
