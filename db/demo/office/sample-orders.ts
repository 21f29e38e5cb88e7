import type { OfficeApp } from './office-app.ts';
import { takeSample } from './office-app.ts';
import { findOrderId } from './office.store.ts';
import { makeSamplePerson } from './sample-people.ts';
import { pickOne } from '../random.ts';

/** Something that happens at a time. */
export type SampleEvent = { readonly at: Date; readonly happen: () => Promise<void> };

const dayMs = 86_400_000;
const orderCount = 48;
const days = 182;
/** The provider's transactions of 31 days are compared with ours: younger samples are transfers. */
const cardDays = 36;

const types = ['single-user', 'single-user', 'multiple-user', 'corporate-user'] as const;

type Sale = { readonly code: string; readonly countryId: (iso2: string) => number };

/** Some fifty orders over half a year, more of them lately, with payments and refunds. */
export function planSampleOrders(
  office: OfficeApp,
  codes: readonly string[],
  sale: Sale['countryId'],
  now: Date,
): SampleEvent[] {
  const { random } = office;
  return Array.from({ length: orderCount }, (_, index) => {
    // The square makes the last months the busier ones.
    const share = Math.sqrt((index + 0.5) / orderCount);
    const ageMs = (1 - share) * days * dayMs + random(dayMs);
    const at = new Date(now.getTime() - Math.max(ageMs, 3_600_000));
    const code = codes[Math.floor(((random(100) * random(100)) / 10_000) * codes.length)] ?? '';
    return planOrder(office, { code, countryId: sale }, at, now);
  }).flat();
}

function planOrder(office: OfficeApp, sale: Sale, at: Date, now: Date): SampleEvent[] {
  const { random } = office;
  const isCard = now.getTime() - at.getTime() > cardDays * dayMs && random(3) > 0;
  const type = pickOne(random, types);
  const browser = Array.from({ length: 64 }, () => random(16).toString(16)).join('');
  const person = makeSamplePerson(random);
  const order = { number: '' };
  const placed: SampleEvent = {
    at,
    happen: async () => {
      const form = toCheckoutForm(person, sale, { type, method: isCard ? 'card' : 'bank' });
      const { number, providerId } = takeSample(
        await office.app.orders.placement.placeOrder(form, browser),
      );
      order.number = number;
      if (isCard)
        takeSample(await office.app.orders.checkoutReturn.completeCheckout(providerId, browser));
      if (isCard) await deliver(office, number);
    },
  };
  const laterMs = (1 + random(5)) * dayMs;
  const paidAt = new Date(at.getTime() + laterMs);
  const isPaid = !isCard && paidAt < now && random(10) > 0;
  const paid: SampleEvent = {
    at: paidAt,
    happen: async () => {
      takeSample(
        await office.app.orders.bankTransfers.confirmTransfer(
          office.getActor('finance'),
          order.number,
        ),
      );
      await deliver(office, order.number);
    },
  };
  const isRefunded = isCard && random(4) === 0;
  const refunded: SampleEvent = {
    at: new Date(at.getTime() + laterMs * 2),
    happen: () => refund(office, order.number, random(2) === 0),
  };
  return [placed, ...(isPaid ? [paid] : []), ...(isRefunded ? [refunded] : [])];
}

async function deliver({ app, deps }: OfficeApp, number: string): Promise<void> {
  const purchaseId = await findOrderId(deps.db, number);
  await app.orders.jobs['orders.deliver']({ purchaseId });
}

async function refund(
  { app, getActor }: OfficeApp,
  number: string,
  isWhole: boolean,
): Promise<void> {
  const actor = getActor('finance');
  const order = takeSample(await app.orders.staff.getOrder(actor, number));
  takeSample(
    await app.orders.refunds.refundOrder(actor, number, {
      amountCents: isWhole ? order.priceCents : Math.round(order.priceCents / 4),
      reason: isWhole ? 'Bought twice by mistake' : 'Discount agreed afterwards',
    }),
  );
}

const toCheckoutForm = (
  person: ReturnType<typeof makeSamplePerson>,
  { code, countryId }: Sale,
  more: object,
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
  ...more,
});
