import type { AuthorOfPost } from '#core/catalogue/authors/author.model.ts';
import type { Post } from '#core/content/model.ts';
import type { PictureSize } from '#src/picture.model.ts';
import { paths } from '#src/paths.ts';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useDateFormat } from '#ui/store-zone.tsx';
import { Picture } from '#ui/picture.tsx';

/** The list that a post belongs to: its name and address. */
export const listOfPosts = (isBlog: boolean): readonly [string, string] =>
  isBlog ? ['Blog', paths.blog()] : ['Press Releases', paths.pressReleases()];

/** The days on which it was published and changed. */
function PostDays({ post }: { readonly post: Post }) {
  const formatInstant = useDateFormat();
  const [published, updated] = [formatInstant(post.createdAt), formatInstant(post.updatedAt)];
  return updated === published ? published : `${published} · Updated ${updated}`;
}

/** A blog post or press release as its page shows it. */
export const PostArticle = ({
  post,
  isBlog,
  pictureSize,
  author,
}: {
  readonly post: Post;
  readonly isBlog: boolean;
  readonly pictureSize: PictureSize | undefined;
  /** The author of reports whom the post names. */
  readonly author?: AuthorOfPost | undefined;
}) => (
  <>
    <PageOpening title={post.name} steps={[['Home', paths.home()], listOfPosts(isBlog)]}>
      <PostDays post={post} />
      {post.author && ' · '}
      {author ? (
        <a className="link" href={paths.author(author.slug)}>
          {author.name}
        </a>
      ) : (
        post.author
      )}
    </PageOpening>
    {post.summary && <p className="mt-8 max-w-[60ch] text-[19px]">{post.summary}</p>}
    <PostPicture post={post} size={pictureSize} />
    <div className="prose-text mt-6 text-[17px]" dangerouslySetInnerHTML={{ __html: post.html }} />
  </>
);

function PostPicture(props: { readonly post: Post; readonly size: PictureSize | undefined }) {
  const { image, imageText } = props.post;
  if (image === null) return null;
  return (
    <Picture
      src={paths.picture(image)}
      alt={imageText}
      width={760}
      height={400}
      size={props.size}
      sizes="(min-width: 800px) 760px, 92vw"
      className="mt-8 h-auto w-full max-w-[760px]"
      isFirst
    />
  );
}
