import { data } from 'react-router';
import type { Route } from './+types/claim-seat.ts';
import { appContext, visitContext } from '#site/context.ts';
import { getFieldProps } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { respondAccepted, respondRejected, sameOriginReferrer } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

const readSignature = (url: string): string => new URL(url).searchParams.get('signature') ?? '';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { orders } = context.get(appContext);
  const joinLink = await orders.joinLinks.openJoinLink(params.number, readSignature(request.url));
  if (!joinLink) throw data(null, { status: 404 });
  return data({ joinLink }, { headers: sameOriginReferrer });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { orders } = context.get(appContext);
  const values = context.get(visitContext).form.fields;
  const requested = await orders.joinLinks.requestSeat(
    params.number,
    readSignature(request.url),
    values,
    context.get(visitContext).clientIp,
  );
  if (requested.ok) return respondAccepted(requested.value.message);
  if (requested.code === 'not-found') throw data(null, { status: 404 });
  return respondRejected(requested, values);
}

/** Colleagues of a company with a licence for all of them ask for seats of their own. */
export default function ClaimSeat({ loaderData: { joinLink }, actionData }: Route.ComponentProps) {
  const { licensee, reportTitle, rights, emailDomain } = joinLink;
  const rejected = actionData && !actionData.ok ? actionData : undefined;
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Claim your seat"
        siteName={useSite().siteName}
        description="A report that your company licensed."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Claim your seat</h1>
      <p>
        <strong>{licensee}</strong> licensed <strong>{reportTitle}</strong>. {rights}
      </p>
      {actionData && <Alert kind={actionData.ok ? 'note' : 'error'}>{actionData.message}</Alert>}
      {!actionData?.ok && (
        <form method="post" className="grid gap-4">
          <Field
            {...getFieldProps('name', rejected)}
            label="Your name"
            autoComplete="name"
            required
            maxLength={200}
          />
          <Field
            {...getFieldProps('email', rejected)}
            label={`Your email address at ${emailDomain}`}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          <p>
            <SubmitButton busyLabel="Sending…">Email me my seat</SubmitButton>
          </p>
        </form>
      )}
    </div>
  );
}
