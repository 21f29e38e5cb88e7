import { data } from 'react-router';
import type { Route } from './+types/post-preview.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { PostArticle } from './post-article.tsx';

/** Names no cache tags: the page is private and never kept. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await context.get(appContext).content.posts.previews.open(params.token);
  if (opened.ok) {
    const { image } = opened.value.post;
    const { measurePicture } = context.get(visitContext);
    const pictureSize = image === null ? undefined : await measurePicture(image);
    return { ...opened.value, pictureSize };
  }
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer another page
  if (opened.code !== 'gone') throw data(null, { status: 404 });
  return data(undefined, { status: 410 });
}

/** A blog post or press release as its page will be, for anyone with the address. */
export default function PostPreview({ loaderData }: Route.ComponentProps) {
  const { siteName } = useSite();
  const title = loaderData ? `Preview: ${loaderData.post.name}` : 'This preview has ended';
  return (
    <article className="wrap text-page">
      <PageHead title={title} siteName={siteName} description="" noIndex />
      {loaderData ? (
        <>
          <p className="label mb-4">Preview: the saved text as its page will show it.</p>
          <PostArticle {...loaderData} isBlog={loaderData.kind === 'blogPost'} />
        </>
      ) : (
        <>
          <h1 className="text-[40px]">This preview has ended</h1>
          <p className="mt-4">Previews work for a day. Open a new one from the editor.</p>
        </>
      )}
    </article>
  );
}
