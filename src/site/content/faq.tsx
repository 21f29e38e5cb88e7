import type { Route } from './+types/faq.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { faqs: await context.get(appContext).content.listFaqs(), origin: visit.origin };
}

/** Questions of customers, the first one open, and where sales can be reached. */
export default function Faq({ loaderData: { faqs, origin } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap py-12">
      <PageHead
        title="Customer FAQ's"
        siteName={site.siteName}
        description="Answers on orders, licences, downloads and figures."
        canonical={origin + paths.faq()}
      />
      <h1 className="text-[40px]">Customer FAQ's</h1>
      <div className="accordion mt-8 max-w-[820px]">
        {faqs.map(({ id, title, html }, i) => (
          <details key={id} open={i === 0}>
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
        ,{' '}
        <a className="link" href={`tel:${site.office1MobileNo.replaceAll(/[^+\d]/g, '')}`}>
          {site.office1MobileNo}
        </a>
      </p>
    </div>
  );
}
