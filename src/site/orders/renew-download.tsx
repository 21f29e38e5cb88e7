import { data } from 'react-router';
import type { Route } from './+types/renew-download.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { refusalInit } from '#site/refusal-response.ts';

export async function action({ context, request }: Route.ActionArgs) {
  const { number = '', email = '' } = readTextFields(await request.formData());
  const answer = await context
    .get(appContext)
    .orders.resendLinks.resendLinksByEmail(
      number.slice(0, 40),
      email.slice(0, 254),
      context.get(visitContext).clientIp,
    );
  if (answer.ok)
    return data({ good: true, message: answer.value.message, form: { number: '', email: '' } });
  return data(
    { good: false, message: answer.message, form: { number, email } },
    refusalInit(answer),
  );
}

/** New links for a buyer whose own have ended: they go to the address of the order, whoever asks. */
export default function RenewDownload({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Renew downloads"
        siteName={useSite().siteName}
        description="Have new download links sent to the address of your order."
        noIndex
      />
      <h1 className="text-[36px]">Renew downloads</h1>
      {actionData && <Alert kind={actionData.good ? 'note' : 'error'}>{actionData.message}</Alert>}
      <form method="post" className="grid gap-4">
        <Field
          name="number"
          label="Order number (QI-…)"
          required
          maxLength={40}
          defaultValue={actionData?.form.number}
        />
        <Field
          name="email"
          label="E-mail address of the order"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={actionData?.form.email}
        />
        <p>
          <button className="button">Send new links</button>
        </p>
      </form>
    </div>
  );
}
