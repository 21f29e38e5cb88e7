import type { Route } from './+types/testimonials.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Picture } from '#ui/picture.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const testimonials = await context.get(appContext).content.listTestimonials();
  return { testimonials, origin: visit.origin };
}

/** The testimonials of readers. */
export default function Testimonials({
  loaderData: { testimonials, origin },
}: Route.ComponentProps) {
  return (
    <div className="wrap text-page">
      <PageHead
        title="Testimonials"
        siteName={useSite().siteName}
        description="What readers say about our reports."
        canonical={origin + paths.testimonials()}
        way={[['Testimonials', paths.testimonials()]]}
        noIndex={testimonials.length === 0}
      />
      <PageOpening title="Testimonials">What readers say about the reports they use.</PageOpening>
      <ul className="quotes">
        {testimonials.map(({ id, image, name, designation, description, isSample }) => (
          <li key={id}>
            <blockquote>“{description}”</blockquote>
            <div>
              {image !== null && (
                <Picture
                  src={paths.picture(image)}
                  alt=""
                  width={48}
                  height={48}
                  className="size-12 rounded-full object-cover"
                />
              )}
              <p>
                <strong>{name}</strong>
                <br />
                <span className="text-muted">
                  {designation}
                  {isSample ? ` · sample testimonial${image === null ? '' : ' and portrait'}` : ''}
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
