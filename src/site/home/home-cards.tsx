import type { Post, Service } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';
import { formatDate, formatMonth } from '#ui/format.ts';

/** The services as a grid. */
export function ServiceCards({ services }: { services: readonly Service[] }) {
  if (services.length === 0) return <p>{texts.noServices}</p>;
  return (
    <ul
      className={
        'grid gap-px overflow-hidden rounded border border-rule bg-rule ' +
        'sm:grid-cols-2 lg:grid-cols-3'
      }
    >
      {services.map(({ id, name, description }) => (
        <li key={id} className="relative bg-sheet p-6 hover:bg-wash">
          <h3 className="mb-2 text-[20px]">
            <a href={`${paths.services()}#service-${id}`} className="after:absolute after:inset-0">
              {name}
            </a>
          </h3>
          <p className="text-[15px] text-muted">{excerptHtml(description, 150)}</p>
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
        <details className="mt-6">
          <summary className="button quiet list-none">{texts.viewMore}</summary>
          <div className="mt-6">
            <PressList releases={rest} />
          </div>
        </details>
      )}
    </>
  );
}

function PressList({ releases }: { releases: readonly Post[] }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {releases.map(({ id, slug, name, html, createdAt }) => (
        <li key={id} className="sheet grid content-start gap-2 p-6">
          <p className="label">{formatMonth(createdAt)}</p>
          <h3 className="text-[20px]">
            <a className="hover:underline" href={paths.pressRelease(slug)}>
              {name}
            </a>
          </h3>
          <p className="text-[15px] text-muted">{excerptHtml(html, 160)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The newest blog posts. */
export function BlogCards({ posts }: { posts: readonly Post[] }) {
  if (posts.length === 0) return <p>{texts.noBlogs}</p>;
  return (
    <ul className="grid gap-8 md:grid-cols-3">
      {posts.map(({ id, slug, name, html, createdAt }) => (
        <li key={id} className="grid content-start gap-2 border-t-2 border-ink pt-4">
          <p className="label">{formatDate(createdAt)}</p>
          <h3 className="text-[20px]">
            <a className="hover:underline" href={paths.blogPost(slug)}>
              {name}
            </a>
          </h3>
          <p className="text-[15px] text-muted">{excerptHtml(html, 170)}</p>
        </li>
      ))}
    </ul>
  );
}
