import type { OrderState } from '#core/orders/order-states.model.ts';
import { expect } from 'vitest';
import type { TestApp, TestAppOptions } from './test-app.ts';
import type { ReceivedWebhook } from './webhook-listener.ts';
import {
  approvePayment,
  buyerSecret,
  openTestBuyer,
  type PlacedOrder,
  type TestBuyer,
} from './test-buyer.ts';
import { testProgram } from './test-staff.ts';

type Orders = TestApp['app']['orders'];

/** An order whose payment differs from it, and what the provider captured. */
type MismatchedOrder = PlacedOrder & {
  readonly capturedCents: number;
  readonly captureId: string;
};

/** A buyer, and what tests of orders do again and again. */
export type OrderTester = TestBuyer & {
  /** The buyer comes back from the provider. */
  readonly completeCheckout: (
    providerId: string,
  ) => ReturnType<Orders['checkoutReturn']['completeCheckout']>;
  readonly getState: (number: string) => Promise<OrderState>;
  readonly reconcile: () => Promise<void>;
  /** Staff refund an amount. */
  readonly refund: (
    number: string,
    cents: number,
    reason?: string,
  ) => ReturnType<Orders['refunds']['refundOrder']>;
  /** Places an upgrade of an order. */
  readonly placeUpgrade: (number: string, licence?: string) => Promise<PlacedOrder>;
  /** Places an order for which the provider captures a dollar less than was ordered. */
  readonly placeMismatch: () => Promise<MismatchedOrder>;
  /** The provider's first capture of an order. */
  readonly getCaptureId: (providerId: string) => Promise<string>;
  /** Moves our clock and the provider's. */
  readonly passTime: (ms: number) => Promise<void>;
  /** The webhooks that arrive within a moment. */
  readonly collectWebhooks: () => Promise<ReceivedWebhook[]>;
  /** Loses the webhooks that were sent so far. */
  readonly loseWebhooks: () => Promise<void>;
  readonly countProviderRefunds: () => Promise<number>;
  readonly countCreditNotes: () => Promise<number>;
  readonly countEmails: (to: string, subjectStart: string) => Promise<number>;
};

export const hours = (count: number): number => count * 3_600_000;

export async function openOrderTester(options?: TestAppOptions): Promise<OrderTester> {
  const buyer = await openTestBuyer(options);
  const { orders } = buyer.app;
  const collectWebhooks = async () => {
    await buyer.waitForWebhooks();
    return buyer.pendingWebhooks;
  };
  return {
    ...buyer,
    completeCheckout: (providerId) =>
      orders.checkoutReturn.completeCheckout(providerId, buyerSecret),
    getState: async (number) => (await buyer.getOrder(number)).state,
    reconcile: () => orders.jobs['orders.reconcile'](),
    refund: (number, cents, reason = 'a reason') =>
      orders.refunds.refundOrder(testProgram, number, { amountCents: cents, reason }),
    placeUpgrade: (number, licence = 'multiple-user') => placeUpgrade(buyer, number, licence),
    placeMismatch: () => placeMismatch(buyer),
    getCaptureId: (providerId) => getCaptureId(buyer, providerId),
    passTime: async (ms) => {
      buyer.advanceClock(ms);
      await buyer.callControlApi('clock', { pass: ms });
    },
    collectWebhooks,
    loseWebhooks: async () => void (await collectWebhooks()).splice(0),
    countProviderRefunds: () => countProviderRefunds(buyer),
    countCreditNotes: async () =>
      (await buyer.listDocuments()).filter(({ kind }) => kind === 'credit-note').length,
    countEmails: async (to, subjectStart) =>
      (await buyer.emailSubjectsTo(to)).filter((subject) => subject.startsWith(subjectStart))
        .length,
  };
}

async function placeUpgrade(
  buyer: TestBuyer,
  number: string,
  licence: string,
): Promise<PlacedOrder> {
  const { own } = buyer.app.orders;
  const placed = await own.placeUpgrade(number, { browser: buyerSecret }, licence);
  if (!placed.ok) throw new Error(placed.message);
  return placed.value;
}

async function placeMismatch(buyer: TestBuyer): Promise<MismatchedOrder> {
  const placed = await buyer.placeOrder();
  await approvePayment(placed.approvalUrl);
  const { id, priceCents } = await buyer.getOrder(placed.number);
  await buyer.deps.db
    .updateTable('purchase')
    .set({ priceCents: priceCents + 100 })
    .where('id', '=', id)
    .execute();
  const { checkoutReturn } = buyer.app.orders;
  expect(await checkoutReturn.completeCheckout(placed.providerId, buyerSecret)).toMatchObject({
    value: { state: 'review' },
  });
  const captureId = await getCaptureId(buyer, placed.providerId);
  return { ...placed, capturedCents: priceCents, captureId };
}

async function getCaptureId({ deps }: TestBuyer, providerId: string): Promise<string> {
  const providerOrder = await deps.payments.getProviderOrder(providerId);
  const captureId = providerOrder.kind === 'found' ? providerOrder.captures[0]?.id : undefined;
  if (captureId === undefined) throw new Error('the provider has no capture');
  return captureId;
}

async function countProviderRefunds({ paypalUrl }: TestBuyer): Promise<number> {
  const response = await fetch(`${paypalUrl}/__sim/ledger`);
  const { refunds } = (await response.json()) as { refunds: unknown[] };
  return refunds.length;
}
