import type { Route } from './+types/home.ts';
import { drawHero } from '#core/catalogue/home-hero.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { TestimonialCarousel } from '#site/islands/components/testimonial-carousel.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { LatestPublications } from '#site/islands/components/latest-publications.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { SvgDrawing } from '#ui/svg-drawing.tsx';
import { formatCount } from '#ui/format.ts';
import { HomeSection } from './home-section.tsx';
import { BlogCards, PressCards, ServiceCards } from './home-cards.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site', 'catalogue');
  const requestedSlug = new URL(request.url).searchParams.get('industry');
  const industries = await catalogue.listIndustries();
  const chosen =
    industries.find(({ slug }) => slug === requestedSlug)?.slug ?? industries[0]?.slug ?? '';
  const [meta, services, press, blog, testimonials, clients, latest, hero] = await Promise.all([
    content.getPageMeta('home'),
    content.listServices(pageConstants.homeServiceCount),
    content.listPosts('pressRelease'),
    content.listPosts('blogPost', 3),
    content.listTestimonials(),
    content.listClientLogos(),
    catalogue.listNewestInIndustry(chosen),
    catalogue.listNewestPerIndustry(6),
  ]);
  return {
    meta,
    services,
    press,
    blog,
    testimonials,
    clients,
    chosen,
    origin: visit.origin,
    industries: industries.map(({ slug, name }) => ({ slug, name })),
    total: industries.reduce((sum, one) => sum + one.reports, 0),
    reports: (latest ?? []).map(({ slug, title, publishedOn, shortDescription, pages }) => ({
      slug,
      title,
      publishedOn,
      shortDescription,
      pages,
    })),
    hero: hero.map(({ title, slug, cover }) => ({ title, slug, cover })),
  };
}

export default function Home({ loaderData: d }: Route.ComponentProps) {
  const site = useSite();
  const publications = { industries: d.industries, chosen: d.chosen, reports: d.reports };
  return (
    <>
      <PageHead
        title={d.meta?.title ?? 'Market research reports'}
        siteName={site.siteName}
        description={d.meta?.description ?? ''}
        keywords={d.meta?.keywords}
        canonical={d.origin}
        structuredData={[
          {
            '@context': 'https://schema.org',
            '@type': 'Organization',
            name: site.siteName,
            url: d.origin,
            email: site.email,
          },
        ]}
      />
      <section className="border-b border-rule">
        <div className="wrap grid items-center gap-10 py-14 lg:grid-cols-[5fr_6fr] lg:py-20">
          <div className="grid justify-items-start gap-6">
            <h1 className="text-[40px] leading-[1.1] sm:text-[52px]">
              Market figures you can check before you trust them
            </h1>
            <p className="max-w-[52ch] text-[18px] text-muted">
              {formatCount(d.total, 'report')} on{' '}
              {formatCount(d.industries.length, 'industry', 'industries')}, each written from public
              statistics, with the source, unit and year beside every number.
            </p>
            <p className="flex flex-wrap gap-3">
              <a className="button" href={paths.reportStore()}>
                Browse the report store
              </a>
              <a className="button quiet" href={paths.industries()}>
                See all industries
              </a>
            </p>
          </div>
          {d.hero.length > 0 && (
            <figure>
              <SvgDrawing drawing={drawHero(d.hero)} />
              <figcaption className="label mt-2">
                Drawn from the main series of our newest reports, each on its own scale.
              </figcaption>
            </figure>
          )}
        </div>
      </section>
      {d.clients.length > 0 && (
        <section aria-label="Who reads us" className="border-b border-rule bg-wash">
          <a
            href={paths.clients()}
            className="wrap flex flex-wrap items-center justify-center gap-x-10 gap-y-3 py-6 font-serif text-[17px] text-muted hover:text-ink"
          >
            {d.clients.map(({ id, name }) => (
              <span key={id}>{name}</span>
            ))}
          </a>
        </section>
      )}
      <HomeSection title="Services" more={['All services', paths.services()]}>
        <ServiceCards services={d.services} />
      </HomeSection>
      <HomeSection title={texts.latestPublication} id="latest">
        {d.industries.length === 0 ? (
          <p>{texts.loadingIndustries}</p>
        ) : (
          <Island name="publications" when="intent" props={publications}>
            <LatestPublications {...publications} />
          </Island>
        )}
      </HomeSection>
      <HomeSection title="Press Releases" id="press">
        <PressCards releases={d.press} />
      </HomeSection>
      <HomeSection title="Blogs" more={['All blog posts', paths.blog()]}>
        <BlogCards posts={d.blog} />
      </HomeSection>
      <HomeSection title="Testimonials" more={['All testimonials', paths.testimonials()]}>
        {d.testimonials.length === 0 ? (
          <p>{texts.noTestimonials}</p>
        ) : (
          <Island name="carousel" when="view" props={{ slides: d.testimonials }}>
            <TestimonialCarousel slides={d.testimonials} />
          </Island>
        )}
      </HomeSection>
    </>
  );
}
