import type { Deps } from '#core/deps.ts';
import { toDecimalString } from '#core/kernel/money.model.ts';

/**
 * A payment provider for samples alone, which takes every payment at once. The store's own provider
 * knows nothing of them; they are older than the period that is compared with its transactions.
 */
export function createSamplePayments(real: Deps['payments']): Deps['payments'] {
  type Request = Parameters<Deps['payments']['createProviderOrder']>[0];
  const requests = new Map<string, Request>();
  return {
    ...real,
    createProviderOrder: async (request) => {
      const providerId = `SAMPLE${request.invoiceId.replaceAll(/\W/g, '')}`;
      requests.set(providerId, request);
      return { kind: 'created', providerId, approvalUrl: 'https://paypal.example/' };
    },
    captureProviderOrder: async () => ({ kind: 'captured' }),
    getProviderOrder: async (providerId) => {
      const request = requests.get(providerId);
      if (!request) return { kind: 'missing' };
      const { customId, invoiceId, amountCents, currency } = request;
      const value = toDecimalString(amountCents, currency);
      return {
        kind: 'found',
        providerId,
        status: 'COMPLETED',
        customId,
        invoiceId,
        payer: { id: 'SAMPLEPAYER', email: 'payer@sample.example' },
        captures: [{ id: `CAPTURE${providerId}`, status: 'COMPLETED', value, currency }],
        refunds: [],
      };
    },
    refundCapture: async ({ requestId }) => ({
      kind: 'refunded',
      refundId: `REFUND${requestId.replaceAll(/\W/g, '')}`.slice(0, 60),
      status: 'COMPLETED',
    }),
  };
}
