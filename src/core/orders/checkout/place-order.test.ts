import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester({ paypalTimeoutMs: 2000 });
});
afterEach(() => buyer.close());

const tryToOrder = (changes: object = {}) =>
  buyer.app.orders.placement.placeOrder(
    { ...billing, report_id: buyer.reportCode, type: 'single-user', ...changes },
    buyerSecret,
  );

test('a double click gets the same approval page, and one order', async () => {
  const [first, second] = await Promise.all([tryToOrder(), tryToOrder()]);
  expect(first.ok && second.ok && first.value.approvalUrl === second.value.approvalUrl).toBe(true);
  expect(await buyer.deps.db.selectFrom('purchase').select('id').execute()).toHaveLength(1);
});

test.each(['0.01', '-1', '1e3', 'NaN', '3500.00abc', '99999999999'])(
  'an amount of %s is refused at its field and the provider is not called',
  async (amount) => {
    expect(await tryToOrder({ amount })).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { amount: [expect.any(String)] },
    });
    expect(await buyer.deps.db.selectFrom('purchase').select('id').execute()).toHaveLength(0);
  },
);

test.each([
  [{ report_id: 'QM-XXX-0000' }, 'not-found'],
  [{ type: 'free' }, 'invalid'],
  [{ policy: '0' }, 'invalid'],
  [{ email: 'a@b,c@d' }, 'invalid'],
  [{ name: 'A\r\nBcc: x@y' }, 'invalid'],
  [{ country: '99999' }, 'invalid'],
  [{ city: 'x'.repeat(121) }, 'invalid'],
])('%j is refused as %s', async (changes, code) => {
  expect(await tryToOrder(changes)).toMatchObject({ ok: false, code });
});

test.each([
  'reset',
  '500',
  'html-502',
  'truncated',
  'lose-answer',
  'hang',
  'wrong-type',
  'drip',
  '429',
  'later-100',
])(
  'F-05 where creating the provider order meets "%s" the order stays, and the next try succeeds',
  async (fault) => {
    await buyer.planPaypalFaults({ create: [fault] });
    expect(await tryToOrder()).toMatchObject({
      ok: false,
      code: 'provider-unreachable',
      message: 'Failed to initiate PayPal checkout',
    });
    expect((await tryToOrder()).ok).toBe(true);
    expect(await buyer.deps.db.selectFrom('purchase').select('state').execute()).toEqual([
      { state: 'awaiting-approval' },
    ]);
  },
);
