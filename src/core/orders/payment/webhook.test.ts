import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  billing,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';

let at: TestBuyer;
beforeEach(async () => {
  at = await openTestBuyer();
});
afterEach(() => at.close());

describe('webhooks', () => {
  test('F-07 of an approval whose tab was closed take the money, in any order and number', async () => {
    const placed = await at.app.orders.placement.placeOrder(
      { ...billing, report_id: at.reportCode, type: 'single-user' },
      buyerSecret,
    );
    if (!placed.ok) throw new Error(placed.message);
    await at.callControlApi('webhooks', { mode: 'duplicate' });
    await fetch(placed.value.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.deliverWebhooks();
    expect((await at.getOrder(placed.value.number)).state).toBe('paid');
    await at.deliverWebhooks((all) => all.toReversed());
    expect(await at.getPaypalCharges()).toHaveLength(1);
    expect(
      await at.deps.db
        .selectFrom('webhookEvent')
        .select('id')
        .where('type', '=', 'CHECKOUT.ORDER.APPROVED')
        .execute(),
    ).toHaveLength(1);
    expect((await at.listDocuments()).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test.each(['bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'])(
    'F-08 with %s are refused with 400 and change nothing',
    async (mode) => {
      const placed = await at.app.orders.placement.placeOrder(
        { ...billing, report_id: at.reportCode, type: 'single-user' },
        buyerSecret,
      );
      if (!placed.ok) throw new Error(placed.message);
      await at.callControlApi('webhooks', { mode });
      await fetch(placed.value.approvalUrl, {
        method: 'POST',
        body: new URLSearchParams({ choice: 'pay' }),
        redirect: 'manual',
      });
      await at.waitForWebhooks();
      const [one] = at.pendingWebhooks;
      expect(one).toBeDefined();
      if (one)
        expect(await at.app.orders.webhooks.receiveWebhook(one.rawBody, one.headers)).toMatchObject(
          {
            ok: false,
            code: 'malformed',
          },
        );
      expect((await at.getOrder(placed.value.number)).state).toBe('awaiting-approval');
      expect(await at.deps.db.selectFrom('webhookEvent').select('id').execute()).toEqual([]);
    },
  );

  test('with one byte changed, or written anew from the same JSON, are refused', async () => {
    await at.buyReport();
    await at.waitForWebhooks();
    const [one] = at.pendingWebhooks;
    if (!one) throw new Error('no webhook came');
    const text = Buffer.from(one.rawBody).toString();
    for (const changed of [text.replace('WH-', 'WX-'), JSON.stringify(JSON.parse(text), null, 1)])
      expect(
        await at.app.orders.webhooks.receiveWebhook(Buffer.from(changed), one.headers),
      ).toMatchObject({
        ok: false,
        code: 'malformed',
      });
    expect(await at.app.orders.webhooks.receiveWebhook(one.rawBody, one.headers)).toMatchObject({
      ok: true,
    });
  });

  test.each([
    'https://evil.example/v1/notifications/certs/C',
    'http://169.254.169.254/v1/notifications/certs/C',
    'https://api.paypal.com.evil.example/v1/notifications/certs/C',
    'file:///etc/passwd',
    'x',
  ])('whose certificate stands at %s cause no call at all', async (url) => {
    await at.buyReport();
    await at.waitForWebhooks();
    const [one] = at.pendingWebhooks;
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    expect(
      await at.app.orders.webhooks.receiveWebhook(one?.rawBody ?? new Uint8Array(), {
        ...one?.headers,
        'paypal-cert-url': url,
      }),
    ).toMatchObject({ ok: false, code: 'malformed' });
    expect(fetchSpy).not.toHaveBeenCalled();
    fetchSpy.mockRestore();
  });

  test('of an order that is not ours are kept for a person', async () => {
    const { captureId, providerId } = await at.buyReport();
    await at.deps.db
      .updateTable('paymentAttempt')
      .set({ captureId: 'OTHER', providerOrderId: 'OTHER' })
      .where('captureId', '=', captureId)
      .execute();
    at.pendingWebhooks.splice(0);
    await at.callControlApi('resend', { orderId: providerId });
    await at.deliverWebhooks();
    expect(
      await at.deps.db
        .selectFrom('webhookEvent')
        .select(['belongsToOrder'])
        .where('belongsToOrder', '=', false)
        .execute(),
    ).toHaveLength(1);
  });
});
