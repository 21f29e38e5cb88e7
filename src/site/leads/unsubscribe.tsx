import { data } from 'react-router';
import type { Route } from './+types/unsubscribe.ts';
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
  if (!(await context.get(appContext).leads.unsubscribe(params.token)))
    throw data(null, { status: 404 });
  return { done: true };
}

/** Ends a subscription with one press; opening the link alone changes nothing. */
export default function Unsubscribe({ loaderData: { email, state } }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5 py-16">
      <PageHead
        title="Unsubscribe"
        siteName={useSite().siteName}
        description="End the newsletter."
        noIndex
      />
      <h1 className="text-[36px]">Newsletter</h1>
      {state === 'unsubscribed' ? (
        <Alert kind="note">
          <strong>{email}</strong> gets no newsletter any more.
        </Alert>
      ) : (
        <form method="post" className="grid justify-items-start gap-5">
          <p>
            Stop the newsletter to <strong className="break-all">{email}</strong>?
          </p>
          <button className="button">Unsubscribe</button>
        </form>
      )}
    </div>
  );
}
