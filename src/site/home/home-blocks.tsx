import type { ReactNode } from 'react';
import type { HomeBlock } from '#core/store/texts.model.ts';
import { paths } from '#src/paths.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import {
  LatestPublications,
  type LatestPublicationsProps,
} from '#site/islands/components/latest-publications.tsx';
import { TestimonialsIsland } from '#site/layout/testimonials-island.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { capitalize, formatCount } from '#ui/format.ts';
import { spellNumber } from '#core/kernel/number-words.model.ts';
import type { Route } from './+types/home.ts';
import { BlogCards, PressCards, ServiceCards } from './home-cards.tsx';
import { ActionLink } from '#ui/action-link.tsx';
import type { Client } from '#core/content/model.ts';
import { IndustryLines } from '#site/catalogue/industry-lines.tsx';
import { industryHueProps } from '#ui/hue.ts';

type Loaded = Route.ComponentProps['loaderData'];

/**
 * The blocks that the store has chosen, in its order; blog and press beside each other share a row.
 */
export function HomeBlocks({ loaded }: { loaded: Loaded }) {
  const { blocks, emptyBlocks } = useSite().home;
  const shown = [...new Set(blocks)].filter(
    (block) => emptyBlocks === 'named' || countEntries(block, loaded) > 0,
  );
  return groupBlocks(shown).map((group) => {
    const sections = group.map((block) => <Block key={block} block={block} loaded={loaded} />);
    const [first = ''] = group;
    if (!isPaired(first)) return sections;
    return (
      <div key={first} className="wrap home-pair">
        {sections}
      </div>
    );
  });
}

const isPaired = (block: string): boolean => block === 'blog' || block === 'press';

/** Each block alone, but for blog and press beside each other. */
function groupBlocks(blocks: readonly HomeBlock[]): HomeBlock[][] {
  const groups: HomeBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.[0] && isPaired(block) && isPaired(last[0])) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function countEntries(block: HomeBlock, loaded: Loaded): number {
  const { clients, services, blog, press, testimonials, reportCount } = loaded;
  const entries = { clients, services, blog, press, testimonials };
  return block === 'latest' || block === 'industries' ? reportCount : entries[block].length;
}

/** The blocks' renderers by name. */
const renderers: Readonly<Record<HomeBlock, (loaded: Loaded) => ReactNode>> = {
  clients: ({ clients }) => <ClientNames clients={clients} />,
  latest: ({ reportCount, publications }) => (
    <HomeSection
      title={texts.latestPublication}
      id="latest"
      more={[`All ${formatCount(reportCount, 'report')}`, paths.reportStore()]}
    >
      <LatestPublicationsIsland {...publications} />
    </HomeSection>
  ),
  industries: ({ industries }) => (
    <HomeSection
      title={titleIndustries(industries.length)}
      more={['How to read this', '#how-to-read']}
    >
      <IndustryGrid industries={industries} />
    </HomeSection>
  ),
  services: ({ services }) => (
    <HomeSection title="Services" more={['All services', paths.services()]}>
      <ServiceCards services={services} />
    </HomeSection>
  ),
  blog: ({ blog, blogPictureSize }) => (
    <HomeSection title="Blogs" more={['All blog posts', paths.blog()]}>
      <BlogCards posts={blog} leadPictureSize={blogPictureSize} />
    </HomeSection>
  ),
  press: ({ press }) => (
    <HomeSection title="Press Releases" id="press">
      <PressCards releases={press} />
    </HomeSection>
  ),
  testimonials: ({ testimonials }) => (
    <HomeSection title="Testimonials" more={['All testimonials', paths.testimonials()]}>
      <TestimonialsIsland testimonials={testimonials} />
    </HomeSection>
  ),
};

/** "Thirty industries, one line for each report". */
function titleIndustries(count: number): string {
  const number = spellNumber(count);
  const noun = count === 1 ? 'industry' : 'industries';
  return `${capitalize(number)} ${noun}, one line for each report`;
}

const Block = ({ block, loaded }: { block: HomeBlock; loaded: Loaded }): ReactNode =>
  renderers[block](loaded);

function LatestPublicationsIsland(publications: LatestPublicationsProps) {
  if (publications.industries.length === 0) return <p>{texts.loadingIndustries}</p>;
  return (
    <Island name="latest-publications" when="intent" props={publications}>
      <LatestPublications {...publications} />
    </Island>
  );
}

/** One part of the home page with its title, and a link to all of it; nothing if it is hidden. */
function HomeSection({
  title,
  id,
  more,
  children,
}: {
  title: string;
  id?: string;
  more?: readonly [label: string, href: string];
  children: ReactNode;
}) {
  return (
    <section id={id} className="home-section">
      <div className="home-section-head">
        <h2>{title}</h2>
        {more && <ActionLink href={more[1]}>{more[0]}</ActionLink>}
      </div>
      {children}
    </section>
  );
}

/** The existing clients in one sentence, with a link to their page; nothing if there are none. */
function ClientNames({ clients }: { clients: readonly Client[] }) {
  if (clients.length === 0) return null;
  const names = new Intl.ListFormat('en-GB').format(clients.map(({ name }) => name.toLowerCase()));
  return (
    <section aria-label="Who reads us" className="home-clients">
      <div className="wrap">
        <p className="font-serif">
          Read by {names}.
          {clients.some(({ isSample }) => isSample) && (
            <span className="sample-mark"> Sample clients</span>
          )}
        </p>
        <ActionLink href={paths.clients()}>Our clients</ActionLink>
      </div>
    </section>
  );
}

type IndustryAtAGlance = {
  readonly slug: string;
  readonly name: string;
  readonly reports: number;
  /** One SVG path for the lines of all its reports. */
  readonly lines: string;
};

/** Every industry with a thin line for each of its reports; a phone shows the first eight. */
function IndustryGrid({ industries }: { industries: readonly IndustryAtAGlance[] }) {
  return (
    <>
      <ul className="home-industries">
        {industries.map(({ slug, name, reports, lines }) => (
          <li key={slug} {...industryHueProps(slug)}>
            <a href={paths.industry(slug)}>
              <strong>{name}</strong>
              <IndustryLines lines={lines} />
              <span className="home-tile-note">{formatCount(reports, 'report')}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="home-subject" id="how-to-read">
        Each line is one report: its main series, or its longest where that has two years, from the
        first year to the newest, on its own scale from zero; at most sixteen reports of each
        industry.
      </p>
      <p className="mt-5 md:hidden">
        <a className="button quiet w-full" href={paths.industries()}>
          {texts.allCategories} ({industries.length})
        </a>
      </p>
    </>
  );
}
