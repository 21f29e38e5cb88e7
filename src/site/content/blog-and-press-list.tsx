import type { Route } from './+types/blog-and-press-list.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';
import { formatDate, formatMonth } from '#ui/format.ts';

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  // The route's pattern, since /Blog and /blog/ lead here too.
  const isBlog = pattern === 'blog';
  const [posts, meta] = await Promise.all([
    content.listPosts(isBlog ? 'blogPost' : 'pressRelease'),
    content.getPageMeta(isBlog ? 'blog' : 'press'),
  ]);
  return { isBlog, posts, meta, origin: visit.origin };
}

/** The list of blog posts or of press releases. */
export default function BlogAndPressList({
  loaderData: { isBlog, posts, meta, origin },
}: Route.ComponentProps) {
  const title = isBlog ? 'Blog' : 'Press Releases';
  return (
    <div className="wrap py-12">
      <PageHead
        title={meta?.title ?? title}
        siteName={useSite().siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + (isBlog ? paths.blog() : paths.pressReleases())}
      />
      <h1 className="text-[40px]">{title}</h1>
      {posts.length === 0 && (
        <p className="mt-6">{isBlog ? texts.noBlogs : texts.noPressReleases}</p>
      )}
      <ul className="mt-8 grid gap-8 md:grid-cols-2">
        {posts.map(({ id, slug, name, html, createdAt }) => (
          <li key={id} className="sheet grid content-start gap-2 p-6">
            <p className="label">{isBlog ? formatDate(createdAt) : formatMonth(createdAt)}</p>
            <h2 className="text-[22px]">
              <a
                className="hover:underline"
                href={isBlog ? paths.blogPost(slug) : paths.pressRelease(slug)}
              >
                {name}
              </a>
            </h2>
            <p className="text-muted">{excerptHtml(html, 160)}</p>
            {isBlog && (
              <details className="group">
                <summary className="link inline-block list-none py-1">
                  <span className="group-open:hidden">View more</span>
                  <span className="hidden group-open:inline">Show less</span>
                </summary>
                <div
                  className="prose-text mt-2"
                  dangerouslySetInnerHTML={{
                    __html: html.replaceAll('<h2', '<h3').replaceAll('</h2', '</h3'),
                  }}
                />
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
