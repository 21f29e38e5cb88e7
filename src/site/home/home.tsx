import type { Route } from './+types/home.ts';
import { drawHero } from '#core/catalogue/hero.model.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Carousel } from '#site/islands/carousel.tsx';
import { Island } from '#site/islands/island.tsx';
import { Publications } from '#site/islands/publications.tsx';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { timings } from '#site/timings.ts';
import { Picture } from '#ui/drawing.tsx';
import { counted } from '#ui/words.ts';
import { Block } from './block.tsx';
import { BlogCards, PressCards, ServiceCards } from './news.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, content } = context.get(shopContext);
  const visit = context.get(visitContext);
  visit.hangsOn('site', 'catalogue');
  const asked = new URL(request.url).searchParams.get('industry');
  const industries = await catalogue.industries();
  const chosen = industries.find(({ slug }) => slug === asked)?.slug ?? industries[0]?.slug ?? '';
  const [meta, services, press, blog, testimonials, clients, latest, hero] = await Promise.all([
    content.pageMeta('home'),
    content.services(timings.homeServices),
    content.posts('pressRelease'),
    content.posts('blogPost', 3),
    content.testimonials(),
    content.clients(),
    catalogue.latestOf(chosen),
    catalogue.newestPerIndustry(6),
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
      <Head
        title={d.meta?.title ?? 'Market research reports'}
        siteName={site.siteName}
        description={d.meta?.description ?? ''}
        keywords={d.meta?.keywords}
        canonical={d.origin}
        data={[
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
              {counted(d.total, 'report')} on{' '}
              {counted(d.industries.length, 'industry', 'industries')}, each written from public
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
              <Picture drawing={drawHero(d.hero)} />
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
      <Block title="Services" more={['All services', paths.services()]}>
        <ServiceCards services={d.services} />
      </Block>
      <Block title={texts.latestPublication} id="latest">
        {d.industries.length === 0 ? (
          <p>{texts.loadingIndustries}</p>
        ) : (
          <Island name="publications" when="intent" props={publications}>
            <Publications {...publications} />
          </Island>
        )}
      </Block>
      <Block title="Press Releases" id="press">
        <PressCards releases={d.press} />
      </Block>
      <Block title="Blogs" more={['All blog posts', paths.blog()]}>
        <BlogCards posts={d.blog} />
      </Block>
      <Block title="Testimonials" more={['All testimonials', paths.testimonials()]}>
        {d.testimonials.length === 0 ? (
          <p>{texts.noTestimonials}</p>
        ) : (
          <Island name="carousel" when="view" props={{ slides: d.testimonials }}>
            <Carousel slides={d.testimonials} />
          </Island>
        )}
      </Block>
    </>
  );
}
