import { data } from 'react-router';
import type { Route } from './+types/accepted-terms.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const terms = await context.get(appContext).orders.terms.getAcceptedTerms(params.hash);
  if (!terms) throw data(null, { status: 404 });
  return { terms };
}

/** The terms as a buyer accepted them with an order, whatever is in force now. */
export default function AcceptedTerms({ loaderData: { terms } }: Route.ComponentProps) {
  return (
    <article className="wrap py-12">
      <PageHead
        title={terms.title}
        siteName={useSite().siteName}
        description="The terms of an order, as they were accepted."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">{terms.title}</h1>
      <p className="label mt-2">
        This is the text as it was accepted.{' '}
        <a className="link" href={paths.termsAndConditions()}>
          See the current terms
        </a>
      </p>
      <div className="prose-text mt-6" dangerouslySetInnerHTML={{ __html: terms.html }} />
    </article>
  );
}
