import type { Route } from './+types/testimonials-and-clients.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [testimonials, clients] = await Promise.all([
    content.listTestimonials(),
    content.listClientLogos(),
  ]);
  return { testimonials, clients, logos: pattern === 'client', origin: visit.origin };
}

/** What readers say, and who they are. */
export default function TestimonialsAndClients({
  loaderData: { testimonials, clients, logos, origin },
}: Route.ComponentProps) {
  const title = logos ? 'Trusted Clients' : 'Testimonials';
  return (
    <div className="wrap py-12">
      <PageHead
        title={title}
        siteName={useSite().siteName}
        description={
          logos
            ? 'The kinds of organisations that read our reports.'
            : 'What readers of our reports say.'
        }
        canonical={origin + (logos ? paths.clients() : paths.testimonials())}
      />
      <h1 className="text-[40px]">{title}</h1>
      {logos ? (
        <ul className="mt-8 grid grid-cols-2 gap-5 md:grid-cols-3">
          {clients.map(({ id, name }) => (
            <li
              key={id}
              className="sheet grid min-h-28 place-items-center p-5 font-serif text-[20px] text-muted"
            >
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <ul className="mt-8 grid gap-6 md:grid-cols-2">
          {testimonials.map(({ id, name, designation, description, isSample }) => (
            <li key={id} className="sheet p-6">
              <blockquote className="font-serif text-[19px]">“{description}”</blockquote>
              <p className="mt-3 text-[15px]">
                <strong>{name}</strong>,{' '}
                <span className="text-muted">
                  {designation}
                  {isSample ? ' · sample testimonial' : ''}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {!logos && testimonials.length === 0 && <p className="mt-6">{texts.noTestimonials}</p>}
    </div>
  );
}
