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
  // The matched pattern, not the address: /Blog and /blog/ lead here too.
  const blog = pattern === 'blog';
  const [posts, meta] = await Promise.all([
    content.listPosts(blog ? 'blogPost' : 'pressRelease'),
    content.getPageMeta(blog ? 'blog' : 'press'),
  ]);
  return { blog, posts, meta, origin: visit.origin };
}

/** The list of blog posts, and of press releases. */
export default function BlogAndPressList({
  loaderData: { blog, posts, meta, origin },
}: Route.ComponentProps) {
  const title = blog ? 'Blog' : 'Press Releases';
  return (
    <div className="wrap py-12">
      <PageHead
        title={meta?.title ?? title}
        siteName={useSite().siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + (blog ? paths.blog() : paths.pressReleases())}
      />
      <h1 className="text-[40px]">{title}</h1>
      {posts.length === 0 && <p className="mt-6">{blog ? texts.noBlogs : texts.noPressReleases}</p>}
      <ul className="mt-8 grid gap-8 md:grid-cols-2">
        {posts.map(({ id, slug, name, html, createdAt }) => (
          <li key={id} className="sheet grid content-start gap-2 p-6">
            <p className="label">{blog ? formatDate(createdAt) : formatMonth(createdAt)}</p>
            <h2 className="text-[22px]">
              <a
                className="hover:underline"
                href={blog ? paths.blogPost(slug) : paths.pressRelease(slug)}
              >
                {name}
              </a>
            </h2>
            <p className="text-muted">{excerptHtml(html, 160)}</p>
            {blog && (
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
