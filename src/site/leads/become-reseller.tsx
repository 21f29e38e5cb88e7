import type { Route } from './+types/become-reseller.ts';
import { resellerReplyHours } from '#core/leads/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { BreadcrumbLinks } from '#ui/breadcrumb.tsx';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [countries, faqs] = await Promise.all([content.listCountries(), content.listFaqs()]);
  return { countries, faqs, origin: visit.origin };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('reseller', request, context);

/** The application of a reseller, with customers' questions beside it. */
export default function BecomeReseller({
  loaderData: { countries, faqs, origin },
  actionData,
}: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap py-12">
      <PageHead
        title="Become a reseller"
        siteName={site.siteName}
        description={
          `Sell the reports of ${site.siteName}: apply here, ` +
          `and hear from us within ${resellerReplyHours} hours.`
        }
        canonical={origin + paths.becomeReseller()}
        way={[['Become a Reseller', paths.becomeReseller()]]}
      />
      <BreadcrumbLinks steps={[['Home', paths.home()]]} />
      <h1 className="text-[40px]">Become a Reseller</h1>
      <p className="mt-3 max-w-[65ch] text-[18px]">
        Libraries, consultancies and bookshops sell our reports to their own customers. Tell us
        about yours; we contact you within {resellerReplyHours} hours.
      </p>
      <div className="mt-8 grid gap-12 lg:grid-cols-[1fr_420px]">
        <section aria-labelledby="apply">
          <h2 id="apply" className="mb-5 text-[26px]">
            Your application
          </h2>
          <LeadFormIsland kind="reseller" countries={countries} rejected={actionData} />
        </section>
        <section aria-labelledby="faq">
          <h2 id="faq" className="mb-3 text-[26px]">
            {texts.customerFaqs}
          </h2>
          <div className="accordion">
            {faqs.map(({ id, title, html }, index) => (
              <details key={id} open={index === 0}>
                <summary>{title}</summary>
                <div dangerouslySetInnerHTML={{ __html: html }} />
              </details>
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}
