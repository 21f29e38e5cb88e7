import type { Route } from './+types/renew-download.ts';
import { appContext, visitContext } from '#site/context.ts';
import { getFieldProps } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { respondAccepted, respondRejected } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { Field } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export async function action({ context }: Route.ActionArgs) {
  const { number = '', email = '' } = context.get(visitContext).form.fields;
  const resent = await context
    .get(appContext)
    .orders.resendLinks.resendLinksByEmail(number, email, context.get(visitContext).clientIp);
  return resent.ok
    ? respondAccepted(resent.value.message)
    : respondRejected(resent, { number, email });
}

/** New download links for an order: they go to the order's email address and nowhere else. */
export default function RenewDownload({ actionData }: Route.ComponentProps) {
  const rejected = actionData && !actionData.ok ? actionData : undefined;
  return (
    <div className="wrap grid max-w-[560px]! content-start gap-5 py-14">
      <PageHead
        title="Renew downloads"
        siteName={useSite().siteName}
        description="Get new download links, sent to the email address of your order."
        noIndex
      />
      <h1 className="text-[27px] lg:text-[36px]">Renew downloads</h1>
      {actionData && <Alert kind={actionData.ok ? 'note' : 'error'}>{actionData.message}</Alert>}
      <form method="post" className="grid gap-4">
        <Field
          {...getFieldProps('number', rejected)}
          label={`Order number (${useSite().orderNumberExample})`}
          required
          maxLength={40}
        />
        <Field
          {...getFieldProps('email', rejected)}
          label="Email address of the order"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
        />
        <p>
          <SubmitButton busyLabel="Sending…">Send new links</SubmitButton>
        </p>
      </form>
    </div>
  );
}
