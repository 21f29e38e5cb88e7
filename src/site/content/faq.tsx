import type { Route } from './+types/faq.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { getMainPhone } from '#site/layout/office-addresses.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { PhoneLink } from '#ui/phone-link.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { faqs: await context.get(appContext).content.listFaqs(), origin: visit.origin };
}

/** Customers' questions, the first one open, and how to reach sales. */
export default function Faq({ loaderData: { faqs, origin } }: Route.ComponentProps) {
  const site = useSite();
  const phone = getMainPhone(site);
  return (
    <div className="wrap py-12">
      <PageHead
        title={texts.customerFaqs}
        siteName={site.siteName}
        description="Answers about orders, licences, downloads and figures."
        canonical={origin + paths.faq()}
      />
      <h1 className="text-[40px]">{texts.customerFaqs}</h1>
      <div className="accordion mt-8 max-w-[820px]">
        {faqs.map(({ id, title, html }, index) => (
          <details key={id} open={index === 0}>
            <summary>{title}</summary>
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        ))}
      </div>
      <p className="mt-8">
        Sales:{' '}
        <a className="link" href={`mailto:${site.salesEmail}`}>
          {site.salesEmail}
        </a>
        {phone && (
          <>
            , <PhoneLink className="link" phone={phone} />
          </>
        )}
      </p>
    </div>
  );
}
