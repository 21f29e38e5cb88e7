import type { Route } from './+types/faq.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { getMainPhone } from '#site/layout/office-addresses.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
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
    <div className="wrap text-page">
      <PageHead
        title={texts.customerFaqs}
        siteName={site.siteName}
        description="Answers about orders, licences, downloads and figures."
        canonical={origin + paths.faq()}
        way={[[texts.customerFaqs, paths.faq()]]}
        noIndex={faqs.length === 0}
      />
      <PageOpening title={texts.customerFaqs}>
        Answers about orders, licences, downloads and figures.
      </PageOpening>
      <div className="questions-page">
        <div className="accordion">
          {faqs.map(({ id, title, html }, index) => (
            <details key={id} open={index === 0}>
              <summary>{title}</summary>
              <div id={`question-${id}`} dangerouslySetInnerHTML={{ __html: html }} />
            </details>
          ))}
        </div>
        <aside aria-labelledby="ask">
          <h2 id="ask">Your question is not here?</h2>
          <p className="mt-1">
            Sales:{' '}
            <a className="link" href={`mailto:${site.salesEmail}`}>
              {site.salesEmail}
            </a>
            {phone && (
              <>
                , <PhoneLink className="link whitespace-nowrap" phone={phone} />
              </>
            )}
          </p>
        </aside>
      </div>
    </div>
  );
}
