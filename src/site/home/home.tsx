import type { Route } from './+types/home.ts';
import type { App } from '#core/app.ts';
import { drawIndustryLine } from '#core/catalogue/industry-lines.model.ts';
import { describeRow, isShortSeries, type ListedReport } from '#core/catalogue/report-row.model.ts';
import { toPublications } from '#core/catalogue/publication.model.ts';
import type { HomeBlock } from '#core/store/texts.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import {
  LatestPublications,
  type LatestPublicationsProps,
} from '#site/islands/components/latest-publications.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { TestimonialsIsland } from '#site/layout/testimonials-island.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildSiteData } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { formatCount } from '#ui/format.ts';
import { BlogCards, PressCards, ServiceCards } from './home-cards.tsx';
import { ClientNames } from './client-names.tsx';
import { HomeHero } from './home-hero.tsx';
import { IndustryGrid } from './home-industries.tsx';
import { HomeSection } from './home-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content, store } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site', 'catalogue');
  const { currency } = await store.getSiteInfo();
  const requestedSlug = new URL(request.url).searchParams.get('industry');
  const industries = await catalogue.listIndustries();
  const selectedIndustry = industries.find(({ slug }) => slug === requestedSlug) ?? industries[0];
  const selectedSlug = selectedIndustry?.slug ?? '';
  const [latest, newest, lines, sources, publicContent] = await Promise.all([
    catalogue.listNewestInIndustry(selectedSlug),
    catalogue.listNewestPerIndustry(industries.length),
    catalogue.listMainSeries(pageConstants.homeLinesPerIndustry),
    catalogue.listSources(),
    loadContent(content),
  ]);
  const hero = chooseHeroReports(newest);
  return {
    ...publicContent,
    origin: visit.origin,
    reportCount: industries.reduce((sum, { mainReports }) => sum + mainReports, 0),
    publishers: [...new Set(sources.map(({ publisher }) => publisher.split(', ')[0] ?? publisher))],
    source: sources.find(({ id }) => id === hero[0]?.cover.series[0]?.source)?.attribution ?? '',
    hero: hero.map(({ title, slug, industrySlug, publishedOn, cover, leaders }) => ({
      ...{ title, slug, industrySlug, publishedOn, cover },
      ...(leaders && { leaders }),
    })),
    industries: industries.map(({ slug, name, reports }) => ({
      ...{ slug, name, reports },
      lines: lines
        .filter(({ industrySlug }) => industrySlug === slug)
        .map(({ cover }) => drawIndustryLine(cover.series[0]?.points ?? []))
        .join(''),
    })),
    publications: {
      industries: industries.map(({ slug, name, reports }) => ({ slug, name, reports })),
      selectedSlug,
      reports: toPublications(latest ?? [], currency),
    },
  };
}

/**
 * The newest report with a long series, then others of different sources or measures, so that no
 * two are alike; one of them shows its leaders. A short line without leaders is not chosen.
 */
function chooseHeroReports(newest: readonly ListedReport[]): ListedReport[] {
  const withLine = newest.filter(({ cover }) => !isShortSeries(cover));
  const kind = ({ cover: { series } }: ListedReport): string =>
    `${series[0]?.source} ${series[0]?.measure}`;
  const firstOfKind = withLine.filter(
    (report, index) => withLine.findIndex((other) => kind(other) === kind(report)) === index,
  );
  const [lead, ...others] = [
    ...firstOfKind,
    ...withLine.filter((report) => !firstOfKind.includes(report)),
  ];
  const withLeaders = newest.find((report) => describeRow(report).leaders !== undefined);
  const tiles = [...(withLeaders ? [withLeaders] : []), ...others];
  return [...(lead ? [lead] : []), ...tiles].slice(0, pageConstants.homeHeroReportCount);
}

async function loadContent(content: App['content']) {
  const [meta, services, press, blog, testimonials, clients] = await Promise.all([
    content.getPageMeta('home'),
    content.listServices(pageConstants.homeServiceCount),
    content.listPosts('pressRelease'),
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
        canonical={origin}
        structuredData={buildSiteData(site, origin)}
      />
      <CatalogueSections loaderData={loaderData} />
      <ContentSections loaderData={loaderData} />
    </>
  );
}

/** Whether a block with so many entries is on the home page. */
function useHomeBlocks(): (block: HomeBlock, count: number) => boolean {
  const { blocks, emptyBlocks } = useSite().home;
  return (block, count) => blocks.includes(block) && (count > 0 || emptyBlocks === 'named');
}

type Loaded = Pick<Route.ComponentProps, 'loaderData'>;

function CatalogueSections({ loaderData }: Loaded) {
  const has = useHomeBlocks();
  return (
    <>
      <HomeHero
        reportCount={loaderData.reportCount}
        industryCount={loaderData.industries.length}
        publishers={loaderData.publishers}
        reports={loaderData.hero}
        source={loaderData.source}
      />
      <ClientNames clients={has('clients', loaderData.clients.length) ? loaderData.clients : []} />
      <HomeSection
        title={texts.latestPublication}
        id="latest"
        isHidden={!has('latest', loaderData.reportCount)}
        more={[`All ${formatCount(loaderData.reportCount, 'report')}`, paths.reportStore()]}
      >
        <LatestPublicationsIsland {...loaderData.publications} />
      </HomeSection>
      <HomeSection
        title={`${formatCount(loaderData.industries.length, 'industry', 'industries')}, one line for each report`}
        more={['How to read this', '#how-to-read']}
        isHidden={!has('industries', loaderData.reportCount)}
      >
        <IndustryGrid industries={loaderData.industries} />
      </HomeSection>
    </>
  );
}

function ContentSections({ loaderData: { services, blog, press, testimonials } }: Loaded) {
  const has = useHomeBlocks();
  return (
    <>
      <HomeSection
        title="Services"
        more={['All services', paths.services()]}
        isHidden={!has('services', services.length)}
      >
        <ServiceCards services={services} />
      </HomeSection>
      <div className="wrap home-pair">
        <HomeSection
          title="Blogs"
          more={['All blog posts', paths.blog()]}
          isHidden={!has('blog', blog.length)}
        >
          <BlogCards posts={blog} />
        </HomeSection>
        <HomeSection title="Press Releases" id="press" isHidden={!has('press', press.length)}>
          <PressCards releases={press} />
        </HomeSection>
      </div>
      <HomeSection
        title="Testimonials"
        more={['All testimonials', paths.testimonials()]}
        isHidden={!has('testimonials', testimonials.length)}
      >
        <TestimonialsIsland testimonials={testimonials} />
      </HomeSection>
    </>
  );
}

function LatestPublicationsIsland(publications: LatestPublicationsProps) {
  if (publications.industries.length === 0) return <p>{texts.loadingIndustries}</p>;
  return (
    <Island name="publications" when="intent" props={publications}>
      <LatestPublications {...publications} />
    </Island>
  );
}
