import { redirect } from 'react-router';
import type { Route } from './+types/checkout.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import type { FormAnswer } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { BillingFields } from './billing-fields.tsx';
import { describeCheckoutRefusal } from './checkout-refusal.ts';
import { EarlierOrderNotice } from './earlier-order-notice.tsx';
import { loadCheckout, type CheckoutData } from './load-checkout.ts';
import { OrderSummary } from './order-summary.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) => loadCheckout(context, request);

export async function action({ context }: Route.ActionArgs) {
  const { orders, accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(visit.sessionSecret);
  const values = context.get(visitContext).form.fields;
  const placed = await orders.placement.placeOrder(values, visit.ensureBuyerCookie(), {
    customer,
    visitor: visit.clientIp,
  });
  if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
  return respondRejected(describeCheckoutRefusal(placed), values);
}

/** Billing details and the order's summary; the payment itself happens at the provider. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const isForSale = loaderData.kind === 'offer';
  return (
    <div className={isForSale ? 'wrap py-10' : 'wrap grid gap-5 py-14'}>
      <PageHead
        title="Checkout"
        siteName={useSite().siteName}
        description="Billing information and order summary."
        noIndex
      />
      <h1 className="text-[36px]">Checkout</h1>
      {isForSale ? (
        <CheckoutForm checkout={loaderData} answer={actionData} />
      ) : (
        <NotForSale message={loaderData.message} />
      )}
    </div>
  );
}

function NotForSale({ message }: { message: string }) {
  return (
    <>
      <Alert>{message || texts.somethingWentWrong}</Alert>
      <p>
        <a className="button" href={paths.reportStore()}>
          Report Store
        </a>
      </p>
    </>
  );
}

function CheckoutForm({
  checkout: { offer, countries, isCancelled, earlierOrder, isAnother, billingDefaults },
  answer,
}: {
  checkout: Extract<CheckoutData, { kind: 'offer' }>;
  answer: FormAnswer | undefined;
}) {
  const rejected = answer && !answer.ok ? answer : undefined;
  return (
    <form method="post" className="mt-6 grid gap-10 lg:grid-cols-[1fr_380px]" noValidate>
      <section aria-labelledby="billing">
        <h2 id="billing" className="mb-4 text-[24px]">
          {texts.billingInformation}
        </h2>
        {isCancelled && !rejected && (
          <Alert kind="note">
            Payment cancelled. You have not been charged. Your order is saved: continue whenever you
            are ready.
          </Alert>
        )}
        {rejected && !rejected.errors['another'] && (
          <Alert>{rejected.message || texts.somethingWentWrong}</Alert>
        )}
        {earlierOrder && (
          <EarlierOrderNotice
            order={earlierOrder}
            isAnother={rejected ? rejected.values['another'] === earlierOrder.number : isAnother}
            error={rejected?.errors['another']?.[0]}
          />
        )}
        <BillingFields
          countries={countries}
          values={rejected?.values ?? billingDefaults}
          errors={rejected?.errors ?? {}}
        />
      </section>
      <OrderSummary
        offer={offer}
        method={rejected?.values['method'] ?? 'card'}
        captchaError={rejected?.errors['turnstile_token']?.[0]}
      />
    </form>
  );
}
