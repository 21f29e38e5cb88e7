import type { OfficeApp } from './office-app.ts';
import { takeSample } from './office-app.ts';
import { findOrderId } from './office.store.ts';
import { makeSamplePerson, type SamplePerson } from './sample-people.ts';

/** Something that happens at a time. */
export type SampleEvent = { readonly at: Date; readonly happen: () => Promise<void> };

export type Sale = { readonly code: string; readonly countryId: (iso2: string) => number };

/** An order as its buyer's browser knows it. */
export type SampleCheckout = {
  readonly number: string;
  /** Empty for a transfer. */
  readonly providerId: string;
  readonly browser: string;
  readonly person: SamplePerson;
};

export type SampleLicence = 'single-user' | 'multiple-user' | 'corporate-user';

/** The order of a new buyer, or of one who comes back to pay; not paid yet. */
export async function placeSample(
  { app, random }: OfficeApp,
  sale: Sale,
  choice: { readonly type: SampleLicence; readonly method: 'card' | 'bank' },
  before?: SampleCheckout,
): Promise<SampleCheckout> {
  const browser =
    before?.browser ?? Array.from({ length: 64 }, () => random(16).toString(16)).join('');
  const person = before?.person ?? makeSamplePerson(random);
  const form = toCheckoutForm(person, sale, choice);
  const { number, providerId } = takeSample(await app.orders.placement.placeOrder(form, browser));
  return { number, providerId, browser, person };
}

/** The buyer comes back from the provider's page, having paid. */
export async function returnFromProvider(
  { app }: OfficeApp,
  { providerId, browser }: SampleCheckout,
): Promise<void> {
  takeSample(await app.orders.checkoutReturn.completeCheckout(providerId, browser));
}

/** A card payment that went well, with its files. */
export async function buySample(
  office: OfficeApp,
  sale: Sale,
  type: SampleLicence = 'single-user',
): Promise<SampleCheckout> {
  const checkout = await placeSample(office, sale, { type, method: 'card' });
  await returnFromProvider(office, checkout);
  await deliver(office, checkout.number);
  return checkout;
}

export async function deliver({ app, deps }: OfficeApp, number: string): Promise<void> {
  const purchaseId = await findOrderId(deps.db, number);
  await app.orders.jobs['orders.deliver']({ purchaseId });
}

export async function refund(
  { app, getActor }: OfficeApp,
  number: string,
  isWhole: boolean,
): Promise<void> {
  const actor = getActor('finance');
  const order = takeSample(await app.orders.staff.details.getOrder(actor, number));
  takeSample(
    await app.orders.refunds.refundOrder(actor, number, {
      amountCents: isWhole ? order.priceCents : Math.round(order.priceCents / 4),
      reason: isWhole ? 'Bought twice by mistake' : 'Discount agreed afterwards',
    }),
  );
}

const toCheckoutForm = (
  person: SamplePerson,
  { code, countryId }: Sale,
  choice: { readonly type: string; readonly method: string },
) => ({
  name: person.name,
  email: person.email,
  mobile_no: person.phone,
  company_name: person.company,
  title: person.title,
  address: '1 Sample Street',
  city: person.city,
  state: person.region,
  zip: '00000',
  country: String(countryId(person.iso2)),
  policy: '1',
  report_id: code,
  ...choice,
});
