import type { Route } from './+types/testimonials.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Picture } from '#ui/picture.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const testimonials = await context.get(appContext).content.listTestimonials();
  return { testimonials, origin: visit.origin };
}

/** What readers say. */
export default function Testimonials({
  loaderData: { testimonials, origin },
}: Route.ComponentProps) {
  return (
    <div className="wrap py-12">
      <PageHead
        title="Testimonials"
        siteName={useSite().siteName}
        description="What readers of our reports say."
        canonical={origin + paths.testimonials()}
      />
      <h1 className="text-[40px]">Testimonials</h1>
      <ul className="mt-8 grid gap-6 md:grid-cols-2">
        {testimonials.map(({ id, image, name, designation, description, isSample }) => (
          <li key={id} className="sheet p-6">
            <blockquote className="font-serif text-[19px]">“{description}”</blockquote>
            <div className="mt-4 flex items-center gap-3">
              {image !== null && (
                <Picture
                  src={paths.picture(image)}
                  alt=""
                  width={48}
                  height={48}
                  className="size-12 rounded-full object-cover"
                />
              )}
              <p className="text-[15px]">
                <strong>{name}</strong>,{' '}
                <span className="text-muted">
                  {designation}
                  {isSample ? ' · sample testimonial' : ''}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {testimonials.length === 0 && <p className="mt-6">{texts.noTestimonials}</p>}
    </div>
  );
}
