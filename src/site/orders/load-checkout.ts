import { data, type RouterContextProvider } from 'react-router';
import type { App } from '#core/app.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { Country } from '#core/content/model.ts';
import type { EarlierOrder } from '#core/orders/checkout/earlier-order.ts';
import type { Offer, Quote } from '#core/orders/checkout/offer.ts';
import { appContext, visitContext } from '#site/context.ts';
import type { FieldValues } from '#site/form-fields.ts';
import { refusalInit } from '#site/refusal-response.ts';
import { skipSerialization } from '#site/skip-serialization.ts';

/** The data of /buy-now: an offer, or why nothing is for sale at this address. */
export type CheckoutData =
  | {
      readonly kind: 'not-for-sale';
      readonly message: string;
      /** The report that was asked for; undefined if there is none. */
      readonly report: Awaited<ReturnType<App['orders']['offers']['findReport']>>;
    }
  | {
      readonly kind: 'offer';
      readonly offer: Offer;
      /** The price with the tax of the country that we know, or else the store's own. */
      readonly quote: Quote;
      readonly countries: readonly Country[];
      /** The buyer has just cancelled the payment at the provider. */
      readonly isCancelled: boolean;
      /** Billing details that we know already, by field name. */
      readonly billingDefaults: FieldValues;
      /** The buyer's order for the same licence that is paid, or may be at any moment. */
      readonly earlierOrder: EarlierOrder | undefined;
      /** The order's page led here to buy another copy. */
      readonly isAnother: boolean;
    };

const toBillingFields = (customer: Customer): FieldValues => ({
  name: customer.name,
  email: customer.email,
  mobile_no: customer.mobileNo,
  address: customer.address,
  city: customer.city,
  state: customer.region,
  country: String(customer.countryId ?? ''),
});

/** Saved details name the country; the form's select wants its id. */
const withCountryId = (details: FieldValues, countries: readonly Country[]): FieldValues => ({
  ...details,
  country: String(countries.find(({ name }) => name === details['country'])?.id ?? ''),
});

/**
 * Loads the offer of `?id=&type=` and what we know of its buyer. Gives the browser its secret here,
 * so that a form that is sent twice at once is one order. `?cancelled&token=` cancels the payment.
 */
export async function loadCheckout(context: Readonly<RouterContextProvider>, request: Request) {
  const { orders, content, accounts } = context.get(appContext);
  const visit = context.get(visitContext);
  const browser = visit.ensureBuyerCookie();
  const customer = await accounts.sessions.getCurrentCustomer(visit.sessionSecret);
  const { searchParams } = new URL(request.url);
  const isCancelled = searchParams.has('cancelled');
  const token = searchParams.get('token');
  if (isCancelled && token) await orders.paymentAttempts.cancelOrder(token.slice(0, 40));
  const id = (searchParams.get('id') ?? '').slice(0, 60);
  const [offerOutcome, countries] = await Promise.all([
    orders.offers.getOffer(id, searchParams.get('type') ?? undefined),
    content.listCountries(),
  ]);
  if (!offerOutcome.ok) {
    const { message } = offerOutcome;
    const found = await orders.offers.findReport(id);
    const report = found && { code: found.code, slug: found.slug, title: found.title };
    return data<CheckoutData>({ kind: 'not-for-sale', message, report }, refusalInit(offerOutcome));
  }
  const offer = offerOutcome.value;
  const previousDetails =
    isCancelled || searchParams.has('again')
      ? await orders.resumeCheckout.getPreviousBillingDetails(offer.report.id, browser)
      : undefined;
  const { report, licence } = offer;
  const buyer = { browser, customer };
  const earlierOrder = await orders.earlierOrders.getEarlierOrder(report.id, licence, buyer);
  const accountDetails = customer ? toBillingFields(customer) : {};
  const billingDefaults = previousDetails
    ? withCountryId(previousDetails, countries)
    : accountDetails;
  // The form that was sent and refused is quoted as it was filled in.
  const details = 'country' in visit.form.fields ? visit.form.fields : billingDefaults;
  const quote = await quoteOffer(orders, offer, details, visit.clientIp);
  return skipSerialization<CheckoutData>({
    kind: 'offer',
    offer,
    quote,
    countries,
    isCancelled,
    billingDefaults,
    earlierOrder,
    isAnother: searchParams.get('another') === earlierOrder?.number,
  });
}

/** Quotes the offer for a buyer with these billing details, typed or known. */
const quoteOffer = (
  orders: App['orders'],
  offer: Offer,
  details: FieldValues,
  visitor: string,
): Promise<Quote> =>
  orders.offers.quoteOffer(offer, {
    countryId: /^\d{1,9}$/.test(details['country'] ?? '') ? Number(details['country']) : undefined,
    postalCode: details['zip'],
    city: details['city'],
    buyerKind: details['buyer_type'] === 'person' ? 'person' : 'company',
    taxId: details['tax_id'] || undefined,
    visitor,
  });
