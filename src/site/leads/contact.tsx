import type { Route } from './+types/contact.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { OfficeCards } from '#site/layout/office-addresses.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { TestimonialsIsland } from '#site/layout/testimonials-island.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { skipSerialization } from '#site/skip-serialization.ts';
import { texts } from '#site/texts.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';
import '../../styles/home.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [meta, countries, testimonials] = await Promise.all([
    content.getPageMeta('contact'),
    content.listCountries(),
    content.listTestimonials(),
  ]);
  return skipSerialization({ meta, countries, testimonials, origin: visit.origin });
}

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('contact', request, context);

/** The publisher's offices, a form to write to them, and testimonials. */
export default function Contact({
  loaderData: { meta, countries, testimonials, origin },
  actionData,
}: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap text-page">
      <PageHead
        title={meta?.title ?? 'Contact us'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.contact()}
        way={[['Contact Us', paths.contact()]]}
      />
      <PageOpening title="Contact Us">{meta?.description}</PageOpening>
      <div className="page-form">
        <section aria-labelledby="form-title">
          <h2 id="form-title">{texts.getInTouch}</h2>
          <LeadFormIsland kind="contact" countries={countries} rejected={actionData} />
          <p className="mt-4 text-[14px] text-muted">
            By sending this form, you accept our{' '}
            <a className="link" href={paths.termsAndConditions()}>
              Terms &amp; Conditions
            </a>
            .
          </p>
        </section>
        <OfficeCards site={site} />
      </div>
      <section className="home-section-head block" aria-labelledby="said">
        <h2 id="said" className="mb-6">
          Testimonials
        </h2>
        <TestimonialsIsland testimonials={testimonials} />
      </section>
    </div>
  );
}
