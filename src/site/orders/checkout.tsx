import { data, redirect } from 'react-router';
import type { Route } from './+types/checkout.ts';
import { describeLicence, licenceNames } from '#core/catalogue/licence.model.ts';
import { toDecimalString, formatDollars } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { PaymentMethods } from '#ui/payment-methods.tsx';
import { formatDate } from '#ui/format.ts';
import { BillingFields } from './billing-fields.tsx';
import { refusalInit } from '#site/refusal-response.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { orders, content, accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  // Known from here on, so that a form that is sent twice at once is one order.
  const browser = visit.ensureBuyerCookie();
  const customer = await accounts.getCurrentCustomer(visit.sessionSecret);
  const accountBilling = customer && {
    name: customer.name,
    email: customer.email,
    mobile_no: customer.mobileNo,
    address: customer.address,
    city: customer.city,
    state: customer.region,
    country: String(customer.countryId ?? ''),
  };
  const url = new URL(request.url);
  const cancelled = url.searchParams.get('cancelled') !== null;
  const token = url.searchParams.get('token');
  if (cancelled && token) await orders.cancelOrder(token.slice(0, 40));
  const [offerOutcome, countries] = await Promise.all([
    orders.getOffer(
      (url.searchParams.get('id') ?? '').slice(0, 60),
      url.searchParams.get('type') ?? undefined,
    ),
    content.listCountries(),
  ]);
  if (!offerOutcome.ok)
    return data(
      {
        message: offerOutcome.message,
        countries,
        cancelled,
        offer: undefined,
        known: undefined,
        before: undefined,
      },
      refusalInit(offerOutcome),
    );
  const { report, licence } = offerOutcome.value;
  const previousBilling =
    cancelled || url.searchParams.has('again')
      ? await orders.getPreviousBillingDetails(report.id, browser)
      : undefined;
  const known: Readonly<Record<string, string>> | undefined = previousBilling
    ? {
        ...previousBilling,
        country: String(
          countries.find(({ name }) => name === previousBilling['country'])?.id ?? '',
        ),
      }
    : accountBilling;
  return data({
    offer: offerOutcome.value,
    countries,
    cancelled,
    message: undefined,
    known,
    before: await orders.findPreviousPurchase(report.id, licence, { browser, customer }),
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { orders, accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const customer = await accounts.getCurrentCustomer(visit.sessionSecret);
  const form = readTextFields(await request.formData());
  const placed = await orders.placeOrder(form, visit.ensureBuyerCookie(), {
    customerId: customer?.id,
    visitor: visit.clientIp,
  });
  if (placed.ok) return redirect(placed.value.approvalUrl, 303);
  return data({ message: placed.message, errors: placed.errors ?? {}, form }, refusalInit(placed));
}

/** Billing and order summary; paying happens at the provider. */
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, countries, cancelled, before } = loaderData;
  const site = useSite();
  const head = (
    <PageHead
      title="Checkout"
      siteName={site.siteName}
      description="Billing information and order summary."
      noIndex
    />
  );
  if (!offer) {
    return (
      <div className="wrap grid gap-5 py-14">
        {head}
        <h1 className="text-[36px]">Checkout</h1>
        <Alert>{loaderData.message ?? texts.somethingWentWrong}</Alert>
        <p>
          <a className="button" href={paths.reportStore()}>
            Report Store
          </a>
        </p>
      </div>
    );
  }
  const { report, licence, priceCents, buyLinkId } = offer;
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  return (
    <div className="wrap py-10">
      {head}
      <h1 className="text-[36px]">Checkout</h1>
      <form method="post" className="mt-6 grid gap-10 lg:grid-cols-[1fr_380px]" noValidate>
        <section aria-labelledby="billing">
          <h2 id="billing" className="mb-4 text-[24px]">
            {texts.billingInformation}
          </h2>
          {cancelled && !rejected && (
            <Alert kind="note">
              You turned back before paying; nothing was charged. Your order is kept: go on whenever
              you like.
            </Alert>
          )}
          {before && (
            <Alert kind="note">
              You have this licence already, bought on {formatDate(before.paidAt)}:{' '}
              <a className="link" href={paths.orderPage(before.number)}>
                order {before.number}
              </a>
              . Going on buys another one.
            </Alert>
          )}
          {rejected && <Alert>{rejected.message}</Alert>}
          <BillingFields
            countries={countries}
            form={rejected?.form ?? loaderData.known ?? {}}
            errors={rejected?.errors ?? {}}
          />
        </section>
        <aside
          aria-labelledby="summary"
          className="sheet grid content-start gap-4 self-start p-6 lg:sticky lg:top-24"
        >
          <h2 id="summary" className="text-[24px]">
            Order summary
          </h2>
          <div>
            <p className="label">{report.industry}</p>
            <p className="font-serif text-[18px] font-semibold leading-snug">{report.title}</p>
            <p className="label figures mt-1">
              {report.code} · {report.pages} pages · {texts.deliveryFormat}
            </p>
          </div>
          <dl className="figures grid grid-cols-[1fr_auto] gap-2 border-t border-rule pt-4">
            <dt>{licenceNames[licence]} licence</dt>
            <dd className="text-right">{formatDollars(priceCents)}</dd>
            <dt className="font-semibold">Total (USD)</dt>
            <dd className="text-right text-[20px] font-semibold">{formatDollars(priceCents)}</dd>
          </dl>
          <p className="text-[14px] text-muted">
            {describeLicence(licence, site.teamSeats)}{' '}
            <a className="link" href={paths.report(report.slug)}>
              Change licence
            </a>
          </p>
          {licence === 'corporate-user' && (
            <p className="text-[14px] text-muted">
              Order with an address of your company's e-mail domain: your colleagues take their
              copies by it.
            </p>
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">Payment method</legend>
            {(
              [
                ['card', 'Card or PayPal account'],
                ['bank', 'Bank transfer, on a pro-forma invoice'],
              ] as const
            ).map(([value, label]) => (
              <label key={value} className="flex items-center gap-3">
                <input
                  type="radio"
                  name="method"
                  value={value}
                  defaultChecked={(rejected?.form['method'] ?? 'card') === value}
                  className="size-4 accent-accent"
                />
                {label}
              </label>
            ))}
          </fieldset>
          <div className="by-card">
            <PaymentMethods />
          </div>
          <p className="by-bank label">
            IBAN and reference come with the next page and by mail. The files follow when the
            transfer has arrived.
          </p>
          <input type="hidden" name="report_id" value={buyLinkId} />
          <input type="hidden" name="type" value={licence} />
          <input type="hidden" name="amount" value={toDecimalString(priceCents)} />
          <button className="by-card button text-[17px]">Continue to PayPal</button>
          <button className="by-bank button text-[17px]">Place the order</button>
          <p className="by-card text-[14px] text-muted">
            You approve the payment at PayPal, by account or card. The files are ready as soon as
            PayPal confirms it.
          </p>
        </aside>
      </form>
    </div>
  );
}
