import type { Policy } from '#core/content/model.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { formatDate } from '#ui/format.ts';

/** One of the publisher's policies. */
export function PolicyPage(props: { readonly policy: Policy; readonly canonical: string }) {
  const { policy, canonical } = props;
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
