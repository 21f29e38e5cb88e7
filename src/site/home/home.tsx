import type { Route } from './+types/home.ts';
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
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { BlogCards, PressCards, ServiceCards } from './home-cards.tsx';
import { ClientNames, HomeHero } from './home-hero.tsx';
import { HomeSection } from './home-section.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site', 'catalogue');
  const requestedSlug = new URL(request.url).searchParams.get('industry');
  const industries = await catalogue.listIndustries();
  const selectedIndustry = industries.find(({ slug }) => slug === requestedSlug) ?? industries[0];
  const selectedSlug = selectedIndustry?.slug ?? '';
  const [meta, services, press, blog, testimonials, clients, latest, hero] = await Promise.all([
    content.getPageMeta('home'),
    content.listServices(pageConstants.homeServiceCount),
    content.listPosts('pressRelease'),
    content.listPosts('blogPost', 3),
    content.listTestimonials(),
    content.listClientLogos(),
    catalogue.listNewestInIndustry(selectedSlug),
    catalogue.listNewestPerIndustry(6),
  ]);
  return {
    meta,
    services,
    press,
    blog,
    testimonials,
    clients,
    origin: visit.origin,
    reportCount: industries.reduce((sum, { reports }) => sum + reports, 0),
    hero: hero.map(({ title, slug, cover }) => ({ title, slug, cover })),
    publications: {
      industries: industries.map(({ slug, name }) => ({ slug, name })),
      selectedSlug,
      reports: (latest ?? []).map(({ slug, title, publishedOn, shortDescription, pages }) => ({
        slug,
        title,
        publishedOn,
        shortDescription,
        pages,
      })),
    },
  };
}

/** The home page. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { meta, services, press, blog, clients, origin } = loaderData;
  const site = useSite();
  return (
    <>
      <PageHead
        title={meta?.title ?? 'Market research reports'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin}
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: site.siteName,
            url: origin,
            email: site.email,
          },
        ]}
      />
      <HomeHero
        reportCount={loaderData.reportCount}
        industryCount={loaderData.publications.industries.length}
        hero={loaderData.hero}
      />
      <ClientNames clients={clients} />
      <HomeSection title="Services" more={['All services', paths.services()]}>
        <ServiceCards services={services} />
      </HomeSection>
      <HomeSection title={texts.latestPublication} id="latest">
        <LatestPublicationsIsland {...loaderData.publications} />
      </HomeSection>
      <HomeSection title="Press Releases" id="press">
        <PressCards releases={press} />
      </HomeSection>
      <HomeSection title="Blogs" more={['All blog posts', paths.blog()]}>
        <BlogCards posts={blog} />
      </HomeSection>
      <HomeSection title="Testimonials" more={['All testimonials', paths.testimonials()]}>
        <TestimonialsIsland testimonials={loaderData.testimonials} />
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
