import { data } from 'react-router';
import type { Route } from './+types/blog-and-press-post.ts';
import type { Post } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildPostData } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { Picture } from '#ui/picture.tsx';
import { excerptHtml } from '#ui/html-excerpt.ts';
import { formatDate } from '#ui/format.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  // The route's pattern, since the path may be written in capitals.
  const isBlog = pattern.startsWith('blog-detail/');
  const post = await context
    .get(appContext)
    .content.getPost(isBlog ? 'blogPost' : 'pressRelease', params.slug);
  const visit = context.get(visitContext);
  if (post) visit.cacheTags('site');
  return data(
    {
      isBlog,
      post,
      canonical: visit.origin + (isBlog ? paths.blogPost : paths.pressRelease)(params.slug),
    },
    { status: post ? 200 : 404 },
  );
}

/** One blog post or press release, or a sentence that there is none. */
export default function BlogAndPressPost({
  loaderData: { isBlog, post, canonical },
}: Route.ComponentProps) {
  const { siteName } = useSite();
  const list = isBlog
    ? (['Blog', paths.blog()] as const)
    : (['Press Releases', paths.pressReleases()] as const);
  if (!post) {
    return (
      <div className="wrap py-14">
        <PageHead title="Not found" siteName={siteName} description="" noIndex />
        <h1 className="text-[32px]">
          {isBlog ? texts.blogPostNotFound : texts.pressReleaseNotFound}
        </h1>
        <p className="mt-5">
          <a className="button quiet" href={list[1]}>
            {list[0]}
          </a>
        </p>
      </div>
    );
  }
  return (
    <article className="wrap py-10">
      <PageHead
        title={post.name}
        siteName={siteName}
        description={excerptHtml(post.html, 155)}
        canonical={canonical}
        shareType="article"
        structuredData={[buildPostData(post, { isBlog, url: canonical, publisher: siteName })]}
      />
      <BreadcrumbLinks steps={[['Home', paths.home()], list]} />
      <h1 className="mt-3 max-w-[24ch] text-[40px]">{post.name}</h1>
      <p className="label mt-2">{formatDate(post.createdAt)}</p>
      <PostPicture post={post} />
      <div
        className="prose-text mt-6 text-[17px]"
        dangerouslySetInnerHTML={{ __html: post.html }}
      />
    </article>
  );
}

function PostPicture({ post }: { post: Post }) {
  if (post.image === null) return null;
  return (
    <Picture
      src={paths.picture(post.image)}
      alt={`Chart of this text: ${post.name}`}
      width={760}
      height={400}
      sizes="(min-width: 800px) 760px, 92vw"
      className="mt-6 h-auto w-full max-w-[760px]"
      isFirst
    />
  );
}
