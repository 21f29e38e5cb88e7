import { toDay } from '#core/kernel/time-zone.model.ts';
import { useDateFormat, useStoreZone } from '#ui/store-zone.tsx';
import type { Post, Service } from '#core/content/model.ts';
import type { PictureSize } from '#src/picture.model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { excerptHtml, firstParagraph } from '#ui/html-excerpt.ts';
import { formatMonth } from '#ui/format.ts';
import { Picture } from '#ui/picture.tsx';
import { ServiceDrawing } from './service-drawing.tsx';

/** The services, each with a drawing of what is delivered. */
export function ServiceCards({ services }: { services: readonly Service[] }) {
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

/** The first press releases; the others are behind View More. */
export function PressCards({ releases }: { releases: readonly Post[] }) {
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
export function BlogCards(props: {
  posts: readonly Post[];
  leadPictureSize: PictureSize | undefined;
}) {
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
