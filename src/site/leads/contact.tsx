import type { Route } from './+types/contact.ts';
import type { SiteInfo } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { TestimonialCarousel } from '#site/islands/components/testimonial-carousel.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [meta, countries, testimonials] = await Promise.all([
    content.getPageMeta('contact'),
    content.listCountries(),
    content.listTestimonials(),
  ]);
  return { meta, countries, testimonials, origin: visit.origin };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('contact', request, context);

/** Where we are, and a form that reaches us. */
export default function Contact({
  loaderData: { meta, countries, testimonials, origin },
  actionData,
}: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap py-12">
      <PageHead
        title={meta?.title ?? 'Contact us'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.contact()}
      />
      <h1 className="text-[40px]">Contact Us</h1>
      <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_360px]">
        <section aria-labelledby="form-title" className="lg:order-first">
          <h2 id="form-title" className="mb-5 text-[26px]">
            {texts.getInTouch}
          </h2>
          <LeadFormIsland kind="contact" countries={countries} sent={actionData} />
          <p className="mt-4 text-[14px] text-muted">
            By sending this form you accept our{' '}
            <a className="link" href={paths.termsAndConditions()}>
              Terms &amp; Conditions
            </a>
            .
          </p>
        </section>
        <Offices site={site} />
      </div>
      <section className="mt-16" aria-labelledby="said">
        <h2 id="said" className="mb-6 text-[26px]">
          Testimonials
        </h2>
        {testimonials.length === 0 ? (
          <p>{texts.noTestimonials}</p>
        ) : (
          <Island name="carousel" when="view" props={{ slides: testimonials }}>
            <TestimonialCarousel slides={testimonials} />
          </Island>
        )}
      </section>
    </div>
  );
}

function Offices({ site }: { site: SiteInfo }) {
  const offices = [
    [
      'India',
      site.mobileNo1.startsWith('+91') ? site.mobileNo1 : `+91 ${site.mobileNo1}`,
      site.address,
    ],
    ['USA', site.office1MobileNo, site.office1Address],
    ['Italy', site.office2MobileNo, site.office2Address],
  ] as const;
  return (
    <section aria-label="Offices" className="grid content-start gap-5">
      <div className="sheet p-5">
        <h2 className="text-[19px]">Business enquiries</h2>
        <p className="mt-1">
          <a className="link break-all" href={`mailto:${site.email}`}>
            {site.email}
          </a>
        </p>
      </div>
      {offices.map(([place, phone, address]) => (
        <div key={place} className="sheet p-5">
          <h2 className="text-[19px]">{place}</h2>
          <address className="mt-1 not-italic">
            {address}
            <br />
            <a className="link inline-block py-1" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </address>
        </div>
      ))}
    </section>
  );
}
