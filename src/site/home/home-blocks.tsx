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
import { capitalize, formatCount, formatMonth, formatNumber } from '#ui/format.ts';
import { spellNumber } from '#core/kernel/number-words.model.ts';
import type { Route } from './+types/home.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { postsPerPage, type Client, type Post, type Service } from '#core/content/model.ts';
import { IndustryLines } from '#site/catalogue/industry-lines.tsx';
import { industryHueProps } from '#ui/hue.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { useDateFormat, useStoreZone } from '#ui/store-zone.tsx';
import type { PictureSize } from '#src/picture.model.ts';
import { pageConstants } from '#site/page-constants.ts';
import { excerptHtml, firstParagraph } from '#ui/html-excerpt.ts';
import { Picture } from '#ui/picture.tsx';

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
  industries: ({ industries, industryCount }) => (
    <HomeSection
      title={titleIndustries(industries.length, industryCount)}
      more={['How to read this', '#how-to-read']}
    >
      <IndustryGrid industries={industries} count={industryCount} />
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

/** "Thirty industries, one line for each report", "The forty largest of 421 industries, one …". */
function titleIndustries(shown: number, count: number): string {
  const industries =
    shown < count
      ? `The ${spellNumber(shown)} largest of ${formatCount(count, 'industry', 'industries')}`
      : `${capitalize(spellNumber(count))} ${count === 1 ? 'industry' : 'industries'}`;
  return `${industries}, one line for each report`;
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

/** Industries with a thin line for each of their reports; a phone shows the first eight. */
function IndustryGrid({
  industries,
  count,
}: {
  industries: readonly IndustryAtAGlance[];
  /** All that the store has. */
  count: number;
}) {
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
      <p className={industries.length < count ? 'mt-5' : 'mt-5 md:hidden'}>
        <a className="button quiet w-full" href={paths.industries()}>
          {texts.allCategories} ({formatNumber(count)})
        </a>
      </p>
    </>
  );
}

/** The services, each with a drawing of what is delivered. */
function ServiceCards({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return <p>{texts.noServices}</p>;
  return (
    <ul className="home-services">
      {services.map(({ id, name, description }, index) => (
        <li key={id}>
          <ServiceDrawing index={index} />
          <div>
            <h3>
              <a href={`${paths.services()}#service-${id}`}>{name}</a>
            </h3>
            <p>{excerptHtml(firstParagraph(description), 240)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The first press releases; the others of their list's first page are behind View More. */
function PressCards({ releases }: { releases: readonly Post[] }) {
  if (releases.length === 0) return <p>{texts.noPressReleases}</p>;
  const first = releases.slice(0, pageConstants.homePressReleaseCount);
  const rest = releases.slice(pageConstants.homePressReleaseCount);
  return (
    <>
      <PressList releases={first} />
      {rest.length > 0 && (
        <details className="home-press-rest">
          <summary className="button quiet list-none">{texts.viewMore}</summary>
          <PressList releases={rest} />
          {releases.length === postsPerPage && (
            <p className="mt-5">
              <ActionLink href={paths.pressReleases()}>All press releases</ActionLink>
            </p>
          )}
        </details>
      )}
    </>
  );
}

function PressList({ releases }: { releases: readonly Post[] }) {
  const zone = useStoreZone();
  return (
    <ul className="home-posts">
      {releases.map((post) => (
        <li key={post.id}>
          <PostCard
            post={post}
            href={paths.pressRelease(post.slug)}
            date={formatMonth(toDay(new Date(post.createdAt), zone))}
          />
        </li>
      ))}
    </ul>
  );
}

/** The newest blog posts, the first one larger and with its picture. */
function BlogCards(props: { posts: readonly Post[]; leadPictureSize: PictureSize | undefined }) {
  const { posts, leadPictureSize } = props;
  const formatInstant = useDateFormat();
  if (posts.length === 0) return <p>{texts.noBlogs}</p>;
  return (
    <ul className="home-blog">
      {posts.map((post, index) => (
        <li key={post.id} className={index === 0 && post.image ? 'home-blog-lead' : undefined}>
          {index === 0 && post.image !== null && (
            <PostPicture image={post.image} text={post.imageText} size={leadPictureSize} />
          )}
          <div>
            <PostCard
              post={post}
              href={paths.blogPost(post.slug)}
              date={formatInstant(post.createdAt)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

const PostPicture = (props: { image: string; text: string; size: PictureSize | undefined }) => (
  <Picture
    src={paths.picture(props.image)}
    alt={props.text}
    width={380}
    height={200}
    size={props.size}
    sizes="(min-width: 768px) 380px, 92vw"
    className="h-auto w-full"
  />
);

function PostCard({ post, href, date }: { post: Post; href: string; date: string }) {
  return (
    <>
      <p className="home-post-date">{date}</p>
      <h3>
        <a className="hover:underline" href={href}>
          {post.name}
        </a>
      </h3>
      <p className="home-post-text">{excerptHtml(post.html, 240)}</p>
    </>
  );
}

/** Small drawings of what each service delivers, in the order of the services. */
const drawings = [
  <>
    <path className="d-sheet" d="M22 8h46v60H22z" />
    <path className="d-accent-fill" d="M22 8h46v4H22z" />
    <path className="d-ink" d="M28 19h22M28 25h16" />
    <path className="d-accent" d="M28 54l10-9 8 5 14-17" />
    <path className="d-rule" d="M28 61h34" />
  </>,
  <>
    <path className="d-ink-fill" d="M8 12h80v11H8z" />
    <path
      className="d-rule"
      d="M8 23h80v43H8zM28 12v54M48 12v54M68 12v54M8 34h80M8 45h80M8 56h80"
    />
  </>,
  <>
    <path
      className="d-rule"
      d="M8 14h80v52H8zM28 14v52M48 14v52M68 14v52M8 27h80M8 40h80M8 53h80"
    />
    <path className="d-accent" d="M48 10h20v60H48z" />
  </>,
  <>
    <path className="d-ink" d="M8 24h26M8 34h60" />
    <path className="d-accent" d="M8 44q5-6 10 0t10 0 10 0 10 0 10 0 10 0" />
    <path className="d-rule" d="M40 54h36M40 61h24" />
  </>,
  <>
    <circle className="d-sheet" cx="40" cy="40" r="27" />
    <path className="d-ink" d="M40 20v20l14 8" />
    <path className="d-rule" d="M40 13v4M40 63v4M13 40h4M63 40h4" />
  </>,
  <>
    <path className="d-accent dots" d="M12 18h.1" />
    <path className="d-ink dots" d="M12 40h.1M22 40h.1M32 40h.1M42 40h.1M52 40h.1" />
    <path className="d-rule" d="M8 28h80M8 50h80" />
    <path
      className="d-muted dots"
      d="M12 62h.1M22 62h.1M32 62h.1M42 62h.1M52 62h.1M62 62h.1M72 62h.1M82 62h.1"
    />
  </>,
] as const;

/** The drawing of the service at a place in the list. */
function ServiceDrawing({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 96 76" className="service-drawing" aria-hidden="true">
      {drawings[index % drawings.length]}
    </svg>
  );
}
