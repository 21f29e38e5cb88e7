import { createPaypalProvider } from '#adapters/payments/paypal/provider.ts';
import type { PaymentProvider } from '#core/orders/payment/provider.ts';
import { pickOne, type Random } from '#demo/random.ts';
import { approvePayment, callPaypalControl } from '../../support/paypal.ts';

/** Another shop on the same PayPal account, whose numbers look like ours. */
export class ForeignProgram {
  /** Of all that it was paid. */
  readonly customIds = new Set<string>();
  readonly #paypalUrl: string;
  readonly #payments: PaymentProvider;
  #count = 0;

  constructor(paypalUrl: string) {
    this.#paypalUrl = paypalUrl;
    this.#payments = createPaypalProvider({
      baseUrl: paypalUrl,
      clientId: 'local',
      secret: 'local',
      webhookId: 'none',
    });
  }

  /** Takes a payment, and then refunds it, has a dispute about it, or keeps it: answers what. */
  async takePayment(random: Random): Promise<'kept' | 'refunded' | 'disputed'> {
    const number = ++this.#count;
    // As another store of ours tells it, with a number like ours; and as no store of ours does.
    const [customId, invoiceId] = pickOne(random, [
      [`${'f'.repeat(32)}-${number}-foreign`, `QI-${String(number).padStart(6, '0')}`],
      [`${number}`, `SHOP-${number}`],
      [`s-${number}`, `QI-S-${number}`],
    ] as const);
    const captureId = await this.#capture(customId, invoiceId);
    const end = pickOne(random, ['kept', 'refunded', 'disputed'] as const);
    if (end === 'refunded') await this.#refund(captureId, invoiceId);
    if (end === 'disputed') await callPaypalControl(this.#paypalUrl, 'dispute', { captureId });
    return end;
  }

  /** Answers the id of the capture. */
  async #capture(customId: string, invoiceId: string): Promise<string> {
    this.customIds.add(customId);
    const created = await this.#payments.createProviderOrder({
      requestId: `foreign-${invoiceId}`,
      customId,
      invoiceId,
      description: 'Something else',
      item: { name: 'Something else', description: 'Of another shop' },
      amountCents: 100_000,
      taxCents: 0,
      currency: 'USD',
      brandName: 'Another shop',
      returnUrl: 'https://shop.example/',
      cancelUrl: 'https://shop.example/',
    });
    if (created.kind !== 'created') throw new Error(JSON.stringify(created));
    await approvePayment(created.approvalUrl);
    await this.#payments.captureProviderOrder(created.providerId, `k-${invoiceId}`);
    const found = await this.#payments.getProviderOrder(created.providerId);
    const capture = found.kind === 'found' ? found.captures[0] : undefined;
    if (!capture) throw new Error(`the foreign order ${created.providerId} was not captured`);
    return capture.id;
  }

  async #refund(captureId: string, invoiceId: string): Promise<void> {
    await this.#payments.refundCapture({
      captureId,
      requestId: `r-${invoiceId}`,
      amountCents: 40_000,
      currency: 'USD',
    });
  }
}
