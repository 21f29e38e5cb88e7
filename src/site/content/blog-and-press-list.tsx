import { data } from 'react-router';
import type { Paginated } from '#core/kernel/paginated.model.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import type { Route } from './+types/blog-and-press-list.ts';
import type { PictureSize } from '#src/picture.model.ts';
import { paths } from '#src/paths.ts';
import { postsPerPage, type Post } from '#core/content/model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { measurePictures } from '#site/picture-sizes.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { describeItemList } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { Picture } from '#ui/picture.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { describePageNumber, readPageNumber, titlePage } from '#site/page-number.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';
import { formatDate, formatMonth } from '#ui/format.ts';
import { listOfPosts } from './post-article.tsx';

export async function loader({ context, pattern, request }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  // The route's pattern, since /Blog and /blog/ lead here too.
  const isBlog = pattern === 'blog';
  const [list, meta] = await Promise.all([
    content.listPostPage(isBlog ? 'blogPost' : 'pressRelease', readPageNumber(request)),
    content.getPageMeta(isBlog ? 'blog' : 'press'),
  ]);
  if (list.pageNumber > list.pageCount) throw data(null, { status: 404 });
  const sizes = await measurePictures(visit, list.items);
  return { isBlog, list, sizes, meta, origin: visit.origin };
}

/** The blog posts or the press releases, newest first: one page of them. */
export default function BlogAndPressList({
  loaderData: { isBlog, list, sizes, meta, origin },
}: Route.ComponentProps) {
  const { items: posts, pageNumber, pageCount } = list;
  const title = isBlog ? 'Blog' : 'Press Releases';
  const path = isBlog ? paths.blog : paths.pressReleases;
  return (
    <div className="wrap text-page">
      <PageHead
        title={(meta?.title ?? title) + titlePage(pageNumber)}
        siteName={useSite().siteName}
        description={(meta?.description ?? '') + describePageNumber(list)}
        keywords={meta?.keywords}
        canonical={origin + path(pageNumber)}
        feed={{ title, path: isBlog ? paths.blogFeed() : paths.pressFeed() }}
        way={[listOfPosts(isBlog)]}
        noIndex={posts.length === 0}
        structuredData={describeList(list, { origin, isBlog })}
      />
      <PageOpening title={title}>{meta?.description}</PageOpening>
      {posts.length === 0 && (
        <p className="mt-6">{isBlog ? texts.noBlogs : texts.noPressReleases}</p>
      )}
      <ul className="post-cards">
        {posts.map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            isBlog={isBlog}
            isFirst={index === 0}
            pictureSize={sizes[post.image ?? '']}
          />
        ))}
      </ul>
      <Pagination page={pageNumber} pageCount={pageCount} href={path} />
    </div>
  );
}

/** The texts that the page shows. */
const describeList = (
  { items, pageNumber }: Paginated<Post>,
  { origin, isBlog }: { origin: string; isBlog: boolean },
): object[] =>
  describeItemList(
    items.map(({ name, slug }) => ({
      title: name,
      path: isBlog ? paths.blogPost(slug) : paths.pressRelease(slug),
    })),
    { origin, start: (pageNumber - 1) * postsPerPage + 1 },
  );

/** A card with the chart, the date and the beginning; a blog post unfolds to its whole text. */
function PostCard(props: {
  post: Post;
  isBlog: boolean;
  isFirst: boolean;
  pictureSize: PictureSize | undefined;
}) {
  const { post, isBlog, isFirst, pictureSize } = props;
  const { slug, name, html, image, imageText, createdAt } = post;
  const href = isBlog ? paths.blogPost(slug) : paths.pressRelease(slug);
  const day = toDay(new Date(createdAt), useStoreZone());
  return (
    <li className="post-card">
      <p className="label">{isBlog ? formatDate(day) : formatMonth(day)}</p>
      <h2 className="text-[22px]">
        <a className="hover:underline" href={href}>
          {name}
        </a>
      </h2>
      {image !== null && (
        <Picture
          src={paths.picture(image)}
          alt={imageText}
          width={580}
          height={305}
          size={pictureSize}
          sizes="(min-width: 768px) 580px, 92vw"
          isFirst={isFirst}
          className="h-auto w-full"
        />
      )}
      {isBlog ? (
        <UnfoldingText html={html} />
      ) : (
        <p className="text-muted">{post.summary || excerptHtml(html, 240)}</p>
      )}
    </li>
  );
}

/** The beginning, which gives way to the whole text while it is unfolded. */
function UnfoldingText({ html }: { html: string }) {
  return (
    <details className="group grid">
      <summary className="list-none">
        <span className="text-muted group-open:hidden">{excerptHtml(html, 240)} </span>
        <span className="link inline-block py-1 group-open:hidden">View more</span>
        <span className="link hidden py-1 group-open:inline-block">Show less</span>
      </summary>
      <div
        className="prose-text mt-2"
        dangerouslySetInnerHTML={{
          __html: html.replaceAll('<h2', '<h3').replaceAll('</h2', '</h3'),
        }}
      />
    </details>
  );
}
