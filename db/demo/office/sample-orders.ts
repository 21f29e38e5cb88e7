import { takeSample, type OfficeApp } from './office-app.ts';
import {
  deliver,
  placeSample,
  refund,
  returnFromProvider,
  type Sale,
  type SampleEvent,
} from './sample-checkout.ts';
import { pickOne } from '../random.ts';

const dayMs = 86_400_000;
const orderCount = 48;
const days = 182;

const types = ['single-user', 'single-user', 'multiple-user', 'corporate-user'] as const;

/** Some fifty orders over half a year, more of them lately, with payments and refunds. */
export function planSampleOrders(
  office: OfficeApp,
  codes: readonly string[],
  countryId: Sale['countryId'],
  now: Date,
): SampleEvent[] {
  const { random } = office;
  return Array.from({ length: orderCount }, (_, index) => {
    // The square makes the last months the busier ones.
    const share = Math.sqrt((index + 0.5) / orderCount);
    const ageMs = (1 - share) * days * dayMs + random(dayMs);
    const at = new Date(now.getTime() - Math.max(ageMs, 3_600_000));
    const code = codes[Math.floor(((random(100) * random(100)) / 10_000) * codes.length)] ?? '';
    return planOrder(office, { code, countryId }, at, now);
  }).flat();
}

function planOrder(office: OfficeApp, sale: Sale, at: Date, now: Date): SampleEvent[] {
  const { random } = office;
  const isCard = random(3) > 0;
  const type = pickOne(random, types);
  const order = { number: '' };
  const placed: SampleEvent = {
    at,
    happen: async () => {
      const method = isCard ? 'card' : 'bank';
      const checkout = await placeSample(office, sale, { type, method });
      order.number = checkout.number;
      if (!isCard) return;
      await returnFromProvider(office, checkout);
      await deliver(office, order.number);
    },
  };
  const laterMs = (1 + random(5)) * dayMs;
  const paidAt = new Date(at.getTime() + laterMs);
  const isPaid = !isCard && paidAt < now && random(10) > 0;
  const paid: SampleEvent = {
    at: paidAt,
    happen: async () => {
      const { bankTransfers } = office.app.orders;
      takeSample(await bankTransfers.confirmTransfer(office.getActor('finance'), order.number));
      await deliver(office, order.number);
    },
  };
  const refundedAt = new Date(at.getTime() + laterMs * 2);
  const isRefunded = isCard && refundedAt < now && random(4) === 0;
  const refunded: SampleEvent = {
    at: refundedAt,
    happen: () => refund(office, order.number, random(2) === 0),
  };
  return [placed, ...(isPaid ? [paid] : []), ...(isRefunded ? [refunded] : [])];
}
