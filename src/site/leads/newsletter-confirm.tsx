import { data } from 'react-router';
import type { Route } from './+types/newsletter-confirm.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const subscription = await context.get(appContext).leads.newsletter.getSubscription(params.token);
  if (!subscription) throw data(null, { status: 404 });
  return subscription;
}

/** Confirms the subscription, or keeps what a confirmed one chose. */
export async function action({ context, params }: Route.ActionArgs) {
  const { leads } = context.get(appContext);
  const { fields } = context.get(visitContext).form;
  const industryIds = readIndustryIds(fields);
  const isChoice = fields['intent'] === 'choose';
  const isKnown = isChoice
    ? await leads.newsletter.chooseIndustries(params.token, industryIds)
    : await leads.newsletter.confirmSubscription(params.token, industryIds);
  if (!isKnown) throw data(null, { status: 404 });
  return { isChosen: isChoice };
}

/** From the names of the checked boxes: "industry-7". */
const readIndustryIds = (fields: Readonly<Record<string, string>>): number[] =>
  Object.keys(fields).flatMap((name) => {
    const [, id] = /^industry-(\d{1,9})$/.exec(name) ?? [];
    return id === undefined ? [] : [Number(id)];
  });

/** Confirms a subscription by a button; opening the link alone, as scanners do, changes nothing. */
export default function NewsletterConfirm({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  const { email, state } = loaderData;
  const isConfirmed = state === 'confirmed';
  return (
    <div className="wrap grid min-h-[50vh] content-center justify-items-start gap-5 py-16">
      <PageHead
        title="Newsletter"
        siteName={useSite().siteName}
        description="Confirm your subscription."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Newsletter</h1>
      {isConfirmed && (
        <Alert kind="note">
          {actionData?.isChosen ? (
            'Your choice is saved.'
          ) : (
            <>
              <strong>{email}</strong> is subscribed. Thank you for confirming.
            </>
          )}
        </Alert>
      )}
      <form method="post" className="grid justify-items-start gap-5">
        {isConfirmed ? (
          <input type="hidden" name="intent" value="choose" />
        ) : (
          <p>
            Subscribe <strong className="break-all">{email}</strong> to the newsletter?
          </p>
        )}
        <Industries {...loaderData} />
        {isConfirmed ? (
          <SubmitButton busyLabel="Saving…">Save choice</SubmitButton>
        ) : (
          <SubmitButton busyLabel="Confirming…">Confirm subscription</SubmitButton>
        )}
      </form>
      {isConfirmed && (
        <a className="link" href={paths.unsubscribe(params.token)}>
          Unsubscribe
        </a>
      )}
    </div>
  );
}

const Industries = ({ industries }: Pick<Route.ComponentProps['loaderData'], 'industries'>) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2">Choose the industries you want to hear about, or none for all:</legend>
    <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {industries.map(({ id, name, isChosen }) => (
        <label key={id} className="flex items-center gap-2">
          <input type="checkbox" name={`industry-${id}`} value="1" defaultChecked={isChosen} />
          {name}
        </label>
      ))}
    </div>
  </fieldset>
);
