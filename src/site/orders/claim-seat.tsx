import { data } from 'react-router';
import type { Route } from './+types/claim-seat.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { refusalInit } from '#site/refusal-response.ts';

const readSignature = (url: string): string => new URL(url).searchParams.get('signature') ?? '';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const joining = await context
    .get(appContext)
    .orders.joinLinks.openJoinLink(params.number, readSignature(request.url));
  if (!joining) throw data(null, { status: 404 });
  return data({ joining }, { headers: { 'referrer-policy': 'same-origin' } });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = readTextFields(await request.formData());
  const answer = await context
    .get(appContext)
    .orders.joinLinks.requestSeat(
      params.number,
      readSignature(request.url),
      form,
      context.get(visitContext).clientIp,
    );
  if (answer.ok)
    return data({
      good: true,
      message: answer.value.message,
      errors: {} as Readonly<Record<string, readonly string[]>>,
      form: {} as Record<string, string>,
    });
  if (answer.code === 'not-found') throw data(null, { status: 404 });
  return data(
    { good: false, message: answer.message, errors: answer.errors ?? {}, form },
    refusalInit(answer),
  );
}

/** Colleagues of a company with a corporate licence ask for seats of their own. */
export default function ClaimSeat({ loaderData: { joining }, actionData }: Route.ComponentProps) {
  const field = (name: string) => ({
    name,
    error: actionData?.errors[name]?.[0],
    defaultValue: actionData?.form[name],
  });
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Take a seat"
        siteName={useSite().siteName}
        description="A report that your company licensed."
        noIndex
      />
      <h1 className="text-[36px]">A seat for you</h1>
      <p>
        <strong>{joining.companyName}</strong> licensed <strong>{joining.reportTitle}</strong>.{' '}
        {joining.rights}
      </p>
      {actionData && <Alert kind={actionData.good ? 'note' : 'error'}>{actionData.message}</Alert>}
      {!actionData?.good && (
        <form method="post" className="grid gap-4">
          <Field
            {...field('name')}
            label="Your name"
            autoComplete="name"
            required
            maxLength={200}
          />
          <Field
            {...field('email')}
            label={`Your e-mail address at ${joining.emailDomain}`}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          <p>
            <button className="button">Send my seat</button>
          </p>
        </form>
      )}
    </div>
  );
}
