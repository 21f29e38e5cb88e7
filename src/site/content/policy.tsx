import { data, redirect } from 'react-router';
import type { Route } from './+types/policy.ts';
import type { PolicyName } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { formatDate } from '#ui/format.ts';

/** The routes of the policies, misspelt where the specification misspells them. */
const policyByPattern: Readonly<Record<string, PolicyName>> = {
  'terms-and-condition': 'terms',
  'privacy-policies': 'privacy',
  'gdpr-policy': 'gdpr',
  cookies: 'cookies',
  'refund-policy': 'refunds',
  'how-to-order': 'how-to-order',
  'research-methology': 'methodology',
};

export async function loader({ context, pattern }: Route.LoaderArgs) {
  if (pattern === 'gdpr-policies') throw redirect(paths.gdprPolicy(), 301);
  const name = policyByPattern[pattern];
  const policy = name && (await context.get(appContext).content.getPolicy(name));
  if (!policy) throw data(null, { status: 404 });
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { policy, canonical: `${visit.origin}/${pattern}` };
}

/** One of the publisher's seven policies. */
export default function Policy({ loaderData: { policy, canonical } }: Route.ComponentProps) {
  return (
    <article className="wrap text-page">
      <PageHead
        title={policy.title}
        siteName={useSite().siteName}
        description={policy.description}
        canonical={canonical}
        way={[[policy.title, new URL(canonical).pathname]]}
      />
      <PageOpening title={policy.title}>Last updated {formatDate(policy.updatedOn)}</PageOpening>
      <div className="prose-text policy-text" dangerouslySetInnerHTML={{ __html: policy.html }} />
    </article>
  );
}
