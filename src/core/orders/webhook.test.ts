import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { billing, browser, openBuyer, type Buyer } from '../../../test/support/buyer.ts';

let at: Buyer;
beforeEach(async () => {
  at = await openBuyer();
});
afterEach(() => at.close());

describe('webhooks', () => {
  test('F-07 of an approval whose tab was closed take the money, in any order and number', async () => {
    const placed = await at.shop.orders.place(
      { ...billing, report_id: at.code, type: 'single-user' },
      browser,
    );
    if (!placed.ok) throw new Error(placed.message);
    await at.sim('webhooks', { mode: 'duplicate' });
    await fetch(placed.value.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await at.hearAll();
    expect((await at.orderOf(placed.value.number)).state).toBe('paid');
    await at.hearAll((all) => all.toReversed());
    expect(await at.charges()).toHaveLength(1);
    expect(
      await at.world.db
        .selectFrom('webhookEvent')
        .select('id')
        .where('type', '=', 'CHECKOUT.ORDER.APPROVED')
        .execute(),
    ).toHaveLength(1);
    expect((await at.papers()).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test.each(['bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'])(
    'F-08 with %s are refused with 400 and change nothing',
    async (mode) => {
      const placed = await at.shop.orders.place(
        { ...billing, report_id: at.code, type: 'single-user' },
        browser,
      );
      if (!placed.ok) throw new Error(placed.message);
      await at.sim('webhooks', { mode });
      await fetch(placed.value.approvalUrl, {
        method: 'POST',
        body: new URLSearchParams({ choice: 'pay' }),
        redirect: 'manual',
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const [one] = at.webhooks;
      expect(one).toBeDefined();
      if (one)
        expect(await at.shop.orders.hear(one.raw, one.headers)).toMatchObject({
          ok: false,
          status: 400,
        });
      expect((await at.orderOf(placed.value.number)).state).toBe('awaiting-approval');
      expect(await at.world.db.selectFrom('webhookEvent').select('id').execute()).toEqual([]);
    },
  );

  test('with one byte changed, or written anew from the same JSON, are refused', async () => {
    await at.bought();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [one] = at.webhooks;
    if (!one) throw new Error('no webhook came');
    const text = Buffer.from(one.raw).toString();
    for (const changed of [text.replace('WH-', 'WX-'), JSON.stringify(JSON.parse(text), null, 1)])
      expect(await at.shop.orders.hear(Buffer.from(changed), one.headers)).toMatchObject({
        ok: false,
        status: 400,
      });
    expect(await at.shop.orders.hear(one.raw, one.headers)).toMatchObject({ ok: true });
  });

  test.each([
    'https://evil.example/v1/notifications/certs/C',
    'http://169.254.169.254/v1/notifications/certs/C',
    'https://api.paypal.com.evil.example/v1/notifications/certs/C',
    'file:///etc/passwd',
    'x',
  ])('whose certificate stands at %s cause no call at all', async (url) => {
    await at.bought();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [one] = at.webhooks;
    const before = performance.now();
    expect(
      await at.shop.orders.hear(one?.raw ?? new Uint8Array(), {
        ...one?.headers,
        'paypal-cert-url': url,
      }),
    ).toMatchObject({ ok: false, status: 400 });
    expect(performance.now() - before).toBeLessThan(100);
  });

  test('of an order that is not ours are kept for a person', async () => {
    const { captureId, providerId } = await at.bought();
    await at.world.db
      .updateTable('paymentAttempt')
      .set({ captureId: 'OTHER', providerId: 'OTHER' })
      .where('captureId', '=', captureId)
      .execute();
    at.webhooks.splice(0);
    await at.sim('resend', { orderId: providerId });
    await at.hearAll();
    expect(
      await at.world.db
        .selectFrom('webhookEvent')
        .select(['known'])
        .where('known', '=', false)
        .execute(),
    ).toHaveLength(1);
  });
});
