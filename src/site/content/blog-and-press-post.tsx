import { data, redirect } from 'react-router';
import type { Route } from './+types/blog-and-press-post.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { buildPostData, describePost } from '#site/structured-data/site.ts';
import { texts } from '#site/texts.ts';
import { listOfPosts, PostArticle } from './post-article.tsx';

export async function loader({ context, params: { slug }, pattern }: Route.LoaderArgs) {
  // The route's pattern, since the path may be written in capitals.
  const isBlog = pattern.startsWith('blog-detail/');
  const kind = isBlog ? 'blogPost' : 'pressRelease';
  const path = isBlog ? paths.blogPost : paths.pressRelease;
  const { content } = context.get(appContext);
  const post = await content.getPost(kind, slug);
  const visit = context.get(visitContext);
  const canonical = visit.origin + path(slug);
  if (post) {
    visit.cacheTags('site', `${kind}:${slug}`);
    const pictureSize = post.image === null ? undefined : await visit.measurePicture(post.image);
    const author = await findAuthor(context, post.author);
    return { isBlog, post, canonical, pictureSize, author };
  }
  const former = await content.posts.findFormer(kind, slug);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to redirect
  if (former?.isPublic) throw redirect(path(former.slug), 301);
  const nothing = { isBlog, post, canonical, pictureSize: undefined, author: undefined };
  return data(nothing, { status: former ? 410 : 404 });
}

/** The author of reports whom a post names; their page comes and goes with their reports. */
async function findAuthor(context: Route.LoaderArgs['context'], name: string) {
  if (name === '') return undefined;
  const found = await context.get(appContext).catalogue.authors.findByName(name);
  context.get(visitContext).cacheTags('catalogue', ...(found ? [`author:${found.slug}`] : []));
  return found && { name: found.name, slug: found.slug, kind: found.kind };
}

/** One blog post or press release, or a sentence that there is none. */
export default function BlogAndPressPost({
  loaderData: { isBlog, post, canonical, pictureSize, author },
}: Route.ComponentProps) {
  const { siteName } = useSite();
  if (!post) return <NoPost isBlog={isBlog} />;
  return (
    <article className="wrap text-page">
      <PageHead
        title={post.metaTitle || post.name}
        siteName={siteName}
        description={describePost(post)}
        {...(post.metaKeywords && { keywords: post.metaKeywords })}
        canonical={canonical}
        shareType="article"
        way={[listOfPosts(isBlog), [post.name, new URL(canonical).pathname]]}
        structuredData={[
          buildPostData(post, { isBlog, url: canonical, publisher: siteName, author }),
        ]}
      />
      <PostArticle post={post} isBlog={isBlog} pictureSize={pictureSize} author={author} />
    </article>
  );
}

function NoPost({ isBlog }: { readonly isBlog: boolean }) {
  const [listName, listPath] = listOfPosts(isBlog);
  return (
    <div className="wrap py-14">
      <PageHead title="Not found" siteName={useSite().siteName} description="" noIndex />
      <h1 className="text-[32px]">
        {isBlog ? texts.blogPostNotFound : texts.pressReleaseNotFound}
      </h1>
      <p className="mt-5">
        <a className="button quiet" href={listPath}>
          {listName}
        </a>
      </p>
    </div>
  );
}
