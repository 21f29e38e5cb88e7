import { redirect } from 'react-router';
import type { Route } from './+types/checkout.ts';
import type { Quote } from '#core/orders/checkout/offer.ts';
import type { PaymentMethod } from '#core/orders/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import type { FormAnswer, RejectedForm } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { checkPostalCode, completePhone, findCountry } from './address-format.ts';
import { BillingFields, listFieldErrors } from './billing-fields.tsx';
import { CheckoutButtons } from './checkout-buttons.tsx';
import { describeCheckoutRefusal } from './checkout-refusal.ts';
import { EarlierOrderNotice } from './earlier-order-notice.tsx';
import { loadCheckout, type CheckoutData } from './load-checkout.ts';
import { FoldedSummary, OrderSummary, Reassurances, shortenTitle } from './order-summary.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { PaymentStartHint } from './payment-start-hint.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) => loadCheckout(context, request);

export async function action({ context }: Route.ActionArgs) {
  const { orders, accounts, content } = context.get(appContext);
  const visit = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(visit.sessionSecret);
  const values = context.get(visitContext).form.fields;
  const country = findCountry(await content.listCountries(), values['country']);
  const completed = { ...values, mobile_no: completePhone(country, values['mobile_no']) };
  const placed = await orders.placement.placeOrder(completed, visit.ensureBuyerCookie(), {
    customer,
    visitor: visit.clientIp,
    fieldErrors: checkPostalCode(country, values),
  });
  if (placed.ok) throw redirect(placed.value.approvalUrl, 303);
  return respondRejected(describeCheckoutRefusal(placed), values);
}

/** This page has the slim header and footer, so that nothing leads away from the order. */
export const handle = { isSlim: true };

/** Billing details and the order's summary; the payment itself happens at the provider. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Checkout"
        siteName={useSite().siteName}
        description="Billing information and order summary."
        noIndex
      />
      {loaderData.kind === 'offer' ? (
        <CheckoutOffer checkout={loaderData} answer={actionData} />
      ) : (
        <NotForSale {...loaderData} />
      )}
    </>
  );
}

/** Why nothing can be ordered here, with the way back to the report and to asking for it. */
function NotForSale({ message, report }: Extract<CheckoutData, { kind: 'not-for-sale' }>) {
  return (
    <div className="wrap grid gap-5 py-14">
      {report && <BackToReport report={report} />}
      <h1 className="text-[27px] lg:text-[36px]">Checkout</h1>
      <Alert>{message || texts.somethingWentWrong}</Alert>
      <p className="flex flex-wrap gap-4">
        {report && (
          <a className="button" href={paths.inquiry(report.code)}>
            {texts.inquiryBeforeBuy}
          </a>
        )}
        <a className={report ? 'button quiet' : 'button'} href={paths.reportStore()}>
          Report Store
        </a>
      </p>
    </div>
  );
}

const BackToReport = ({
  report,
}: {
  report: { readonly slug: string; readonly title: string };
}) => (
  <p className="text-[14px] lg:text-[15px]">
    <a className="text-muted hover:underline" href={paths.report(report.slug)}>
      ← {shortenTitle(report.title)} report
    </a>
  </p>
);

type OfferProps = {
  readonly checkout: Extract<CheckoutData, { kind: 'offer' }>;
  readonly answer: FormAnswer | undefined;
};

function CheckoutOffer({ checkout, answer }: OfferProps) {
  const { offer, quote } = checkout;
  const { report } = offer;
  const rejected = answer && !answer.ok ? answer : undefined;
  return (
    <div className="checkout">
      <FoldedSummary offer={offer} quote={quote} />
      <div className="checkout-main">
        <BackToReport report={report} />
        <h1 className="mt-1 text-[27px] lg:text-[36px]">Checkout</h1>
        <CheckoutNotice
          isCancelled={checkout.isCancelled}
          rejected={rejected}
          methods={offer.methods}
        />
        <CheckoutForm checkout={checkout} quote={quote} rejected={rejected} />
        <div className="mt-6 border-t border-rule lg:hidden">
          <Reassurances deliveryDays={offer.deliveryDays} />
        </div>
      </div>
      <OrderSummary offer={offer} quote={quote} />
    </div>
  );
}

/** What is to mend, or that the payment was cancelled. */
function CheckoutNotice({
  isCancelled,
  rejected,
  methods,
}: {
  methods: readonly PaymentMethod[];
  isCancelled: boolean;
  rejected: RejectedForm | undefined;
}) {
  if (rejected?.errors['another']) return null;
  if (!rejected && !isCancelled) return null;
  const fieldErrors = listFieldErrors(rejected?.errors ?? {});
  return (
    <div className="mt-5">
      {rejected && fieldErrors.length > 0 && <ErrorSummary errors={fieldErrors} />}
      {rejected && fieldErrors.length === 0 && (
        <Alert>
          {rejected.message || texts.somethingWentWrong}
          <PaymentStartHint message={rejected.message} methods={methods} />
        </Alert>
      )}
      {!rejected && (
        <Alert kind="note">
          Payment cancelled. You have not been charged. Your order is saved: continue whenever you
          are ready.
        </Alert>
      )}
    </div>
  );
}

function CheckoutForm({
  checkout: { offer, countries, earlierOrder, isAnother, billingDefaults },
  quote,
  rejected,
}: {
  checkout: OfferProps['checkout'];
  quote: Quote;
  rejected: RejectedForm | undefined;
}) {
  const errors = rejected?.errors ?? {};
  const values = rejected?.values ?? billingDefaults;
  return (
    <form method="post" data-server-checks="">
      <h2 className="mb-4 mt-5 text-[20px] lg:mt-6">{texts.billingInformation}</h2>
      {earlierOrder && (
        <EarlierOrderNotice
          order={earlierOrder}
          isAnother={rejected ? rejected.values['another'] === earlierOrder.number : isAnother}
          error={errors['another']?.[0]}
        />
      )}
      <BillingFields countries={countries} values={values} errors={errors} />
      <PaymentChoice
        method={values['method'] ?? 'card'}
        methods={offer.methods}
        isAccepted={values['policy'] === '1'}
        policyError={errors['policy']?.[0]}
        isWaived={values['waiver'] === '1'}
        waiverError={errors['waiver']?.[0]}
        deliveryDays={offer.deliveryDays}
        focusedField={listFieldErrors(errors)[0]?.fieldId}
        captchaError={errors['turnstile_token']?.[0]}
      />
      <CheckoutButtons offer={offer} quote={quote} />
    </form>
  );
}
