import { redirect } from 'react-router';
import type { Route } from './+types/checkout.ts';
import type { Quote, Offer } from '#core/orders/checkout/offer.ts';
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
import { describeCheckoutRefusal } from './checkout-refusal.ts';
import { loadCheckout, type CheckoutData } from './load-checkout.ts';
import { FoldedSummary, OrderSummary, Reassurances, shortenTitle } from './order-summary.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { PaymentStartHint } from './payment-start-hint.tsx';
import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import { needsPayButton } from '#core/orders/consumer-law.model.ts';
import { Icon } from '#ui/icon.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { EarlierOrder } from '#core/orders/checkout/earlier-order.ts';
import { useDateFormat } from '#ui/store-zone.tsx';

export const loader = ({ context, request }: Route.LoaderArgs) => loadCheckout(context, request);

export async function action({ context }: Route.ActionArgs) {
  const { orders, accounts, content } = context.get(appContext);
  const visit = context.get(visitContext);
  const customer = await accounts.sessions.getCurrentCustomer(visit.sessionSecret);
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

/** The errors to mend, or that the payment was cancelled. */
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

/** One button for each way to pay; a person's says that they will have to, if a law wants it. */
function listButtons({ tax }: Offer) {
  const hasPayButton = needsPayButton(tax);
  const other = hasPayButton ? 'for-company ' : '';
  const byCard = { busyLabel: 'Opening PayPal…' };
  const byBank = { busyLabel: 'Placing your order…' };
  return [
    { ...byCard, label: 'Continue to PayPal', className: `${other}by-card` },
    { ...byBank, label: 'Place order', className: `${other}by-bank` },
    ...(hasPayButton
      ? [
          { ...byCard, label: 'Order and pay', className: 'for-person by-card' },
          { ...byBank, label: 'Order and pay by transfer', className: 'for-person by-bank' },
        ]
      : []),
  ];
}

/** The button of the chosen payment method with its price, and what it buys for the server. */
function CheckoutButtons({ offer, quote }: { offer: Offer; quote: Quote }) {
  const { buyLinkId, licence, priceCents, currency } = offer;
  const price = (
    <span className="price" data-total="">
      {formatMoney(quote.totalCents, currency)}
    </span>
  );
  return (
    <>
      <input type="hidden" name="report_id" value={buyLinkId} />
      <input type="hidden" name="type" value={licence} />
      <input type="hidden" name="amount" value={toDecimalString(priceCents, currency)} />
      <input type="hidden" name="currency" value={currency} />
      {offer.tax.kind !== 'none' && (
        <input type="hidden" name="total" value={toDecimalString(quote.totalCents, currency)} />
      )}
      {listButtons(offer).map(({ label, busyLabel, className }) => (
        <SubmitButton
          key={label}
          busyLabel={busyLabel}
          className={`${className} button pay-button`}
        >
          <span data-label="">{label}</span>
          {price}
        </SubmitButton>
      ))}
      {/* Whether it is shown is said outside: a class of its layout would say otherwise. */}
      <div className="by-card">
        <p className="mt-3 flex justify-center gap-2 text-[13.5px] text-muted">
          <span className="pt-0.5">
            <Icon name="lock" />
          </span>
          You enter card details at PayPal. This store never sees them.
        </p>
      </div>
    </>
  );
}

type Sentences = {
  readonly title: string;
  readonly explanation: (number: string, day: string) => string;
  /** Returns the label of the box that the buyer ticks to order again all the same. */
  readonly another: (number: string) => string;
};

const sentences: Readonly<Record<EarlierOrder['progress'], Sentences>> = {
  paid: {
    title: 'You already have this licence.',
    explanation: (number, day) => `You bought it on ${day} with order ${number}.`,
    another: () => 'Buy another copy of this licence',
  },
  checking: {
    title: 'We are checking your payment.',
    explanation: (number, day) =>
      `You ordered this licence on ${day} with order ${number}. You don't need to pay again: ` +
      'we email you as soon as your payment is confirmed.',
    another: (number) =>
      `Buy another copy all the same. If the payment of order ${number} is confirmed too, ` +
      'I pay for both',
  },
  'not-taken': {
    title: 'This licence is paid already.',
    explanation: (number) =>
      `So we did not take your payment for order ${number}: nothing was charged. ` +
      'An email to you says which order it is.',
    another: () => 'Buy another copy of this licence',
  },
  'awaiting-transfer': {
    title: 'You have already ordered this licence.',
    explanation: (number, day) =>
      `You placed order ${number} on ${day}, and we are waiting for your bank transfer. ` +
      "If you have sent it, you don't need to pay again.",
    another: (number) =>
      'I have not sent the transfer and want to order again. If I pay by card, order ' +
      `${number} is closed`,
  },
};

type Props = {
  readonly order: EarlierOrder;
  readonly isAnother: boolean;
  readonly error: string | undefined;
};

/** Leads a buyer to the order that they have already; ordering again takes a tick of its own. */
function EarlierOrderNotice({ order, isAnother, error }: Props) {
  const { number, progress, since } = order;
  const formatInstant = useDateFormat();
  const { title, explanation, another } = sentences[progress];
  return (
    <div className="mb-6 grid gap-4">
      <Alert kind={error ? 'error' : 'note'}>
        <p>
          <strong>{title}</strong> {explanation(number, formatInstant(since))}
        </p>
        <p className="mt-3">
          <a className="button" href={paths.orderPage(number)}>
            Go to order {number}
          </a>
        </p>
      </Alert>
      <div className="field">
        <label className="flex items-start gap-3 font-normal!">
          <input
            type="checkbox"
            name="another"
            value={number}
            className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
            defaultChecked={isAnother}
            autoFocus={error !== undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'another-error' : undefined}
          />
          <span>{another(number)}.</span>
        </label>
        {error && (
          <p id="another-error" className="error">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
