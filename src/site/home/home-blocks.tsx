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
import { ClientNames } from './client-names.tsx';
import type { Route } from './+types/home.ts';
import { BlogCards, PressCards, ServiceCards } from './home-cards.tsx';
import { IndustryGrid } from './home-industries.tsx';
import { HomeSection } from './home-section.tsx';

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

/** What each block is, by its name. */
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
