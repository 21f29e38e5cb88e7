import { data } from 'react-router';
import type { Route } from './+types/newsletter-confirm.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(appContext).leads.getSubscription(params.token);
  if (!found) throw data(null, { status: 404 });
  return { ...found };
}

export async function action({ context, params }: Route.ActionArgs) {
  if (!(await context.get(appContext).leads.confirmSubscription(params.token)))
    throw data(null, { status: 404 });
  return { done: true };
}

/** The button of the double opt-in: a scanner that only opens links confirms nothing. */
export default function NewsletterConfirm({ loaderData: { email, state } }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5 py-16">
      <PageHead
        title="Newsletter"
        siteName={useSite().siteName}
        description="Confirm the subscription."
        noIndex
      />
      <h1 className="text-[36px]">Newsletter</h1>
      {state === 'confirmed' ? (
        <Alert kind="note">
          The subscription of <strong>{email}</strong> is confirmed.
        </Alert>
      ) : (
        <form method="post" className="grid justify-items-start gap-5">
          <p>
            Send the newsletter to <strong className="break-all">{email}</strong>?
          </p>
          <button className="button">Confirm the subscription</button>
        </form>
      )}
    </div>
  );
}
