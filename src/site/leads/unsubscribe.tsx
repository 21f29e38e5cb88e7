import { data } from 'react-router';
import type { Route } from './+types/unsubscribe.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const subscription = await context.get(appContext).leads.newsletter.getSubscription(params.token);
  if (!subscription) throw data(null, { status: 404 });
  return subscription;
}

export async function action({ context, params }: Route.ActionArgs) {
  if (!(await context.get(appContext).leads.newsletter.unsubscribe(params.token)))
    throw data(null, { status: 404 });
  return null;
}

/** Ends a subscription by a button; opening the link alone, as scanners do, changes nothing. */
export default function Unsubscribe({ loaderData: { email, state } }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5 py-16">
      <PageHead
        title="Unsubscribe"
        siteName={useSite().siteName}
        description="Unsubscribe from the newsletter."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Newsletter</h1>
      {state === 'unsubscribed' ? (
        <Alert kind="note">
          <strong>{email}</strong> is unsubscribed. You will get no more newsletters.
        </Alert>
      ) : (
        <form method="post" className="grid justify-items-start gap-5">
          <p>
            Unsubscribe <strong className="break-all">{email}</strong> from the newsletter?
          </p>
          <SubmitButton busyLabel="Unsubscribing…">Unsubscribe</SubmitButton>
        </form>
      )}
    </div>
  );
}
