import { data } from 'react-router';
import type { Route } from './+types/newsletter-confirm.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const subscription = await context.get(appContext).leads.getSubscription(params.token);
  if (!subscription) throw data(null, { status: 404 });
  return subscription;
}

export async function action({ context, params }: Route.ActionArgs) {
  if (!(await context.get(appContext).leads.confirmSubscription(params.token)))
    throw data(null, { status: 404 });
  return null;
}

/** Confirms a subscription by a button; opening the link alone, as scanners do, changes nothing. */
export default function NewsletterConfirm({ loaderData: { email, state } }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5 py-16">
      <PageHead
        title="Newsletter"
        siteName={useSite().siteName}
        description="Confirm your subscription."
        noIndex
      />
      <h1 className="text-[36px]">Newsletter</h1>
      {state === 'confirmed' ? (
        <Alert kind="note">
          <strong>{email}</strong> is subscribed. Thank you for confirming.
        </Alert>
      ) : (
        <form method="post" className="grid justify-items-start gap-5">
          <p>
            Subscribe <strong className="break-all">{email}</strong> to the newsletter?
          </p>
          <SubmitButton busyLabel="Confirming…">Confirm subscription</SubmitButton>
        </form>
      )}
    </div>
  );
}
