import type { Post } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { formatDate } from '#ui/format.ts';
import { Picture } from '#ui/picture.tsx';

/** The list that a post belongs to: its name and address. */
export const listOfPosts = (isBlog: boolean): readonly [string, string] =>
  isBlog ? ['Blog', paths.blog()] : ['Press Releases', paths.pressReleases()];

/** A blog post or press release as its page shows it. */
export const PostArticle = ({
  post,
  isBlog,
}: {
  readonly post: Post;
  readonly isBlog: boolean;
}) => (
  <>
    <BreadcrumbLinks steps={[['Home', paths.home()], listOfPosts(isBlog)]} />
    <h1 className="mt-3 max-w-[24ch] text-[40px]">{post.name}</h1>
    <p className="label mt-2">
      {formatDate(post.createdAt)}
      {formatDate(post.updatedAt) !== formatDate(post.createdAt) &&
        ` · Updated ${formatDate(post.updatedAt)}`}
      {post.author && ` · ${post.author}`}
    </p>
    {post.summary && <p className="mt-4 max-w-[60ch] text-[19px]">{post.summary}</p>}
    <PostPicture post={post} />
    <div className="prose-text mt-6 text-[17px]" dangerouslySetInnerHTML={{ __html: post.html }} />
  </>
);

function PostPicture({ post: { image, imageText } }: { readonly post: Post }) {
  if (image === null) return null;
  return (
    <Picture
      src={paths.picture(image)}
      alt={imageText}
      width={760}
      height={400}
      sizes="(min-width: 800px) 760px, 92vw"
      className="mt-6 h-auto w-full max-w-[760px]"
      isFirst
    />
  );
}
