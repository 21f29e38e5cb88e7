import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('a file is downloaded by its buyer alone, five times, and until its link expires', async () => {
  const { providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const [grant] = await buyer.deps.db.selectFrom('downloadGrant').selectAll().execute();
  const token = String(grant?.token);
  const { downloads } = buyer.app.orders;
  const open = (
    proof: { browser: string | undefined; expires?: string; signature?: string },
    mode: 'full' | 'resume' | 'head' = 'full',
  ) => downloads.openDownload(token, proof, mode, '127.0.0.1');
  const proof = { browser: buyerSecret };
  expect(await open({ browser: undefined })).toMatchObject({ ok: false, code: 'not-found' });
  expect(
    await open({ browser: undefined, expires: '9999999999', signature: 'x'.repeat(43) }),
  ).toMatchObject({ ok: false, code: 'not-found' });
  for (let i = 0; i < 5; i++) expect((await open(proof)).ok).toBe(true);
  expect((await open(proof, 'head')).ok).toBe(true);
  expect((await open(proof, 'resume')).ok).toBe(true);
  expect(await downloads.openDownload(token, proof, 'resume', 'another address')).toMatchObject({
    ok: false,
    code: 'forbidden',
  });
  expect(await open(proof)).toMatchObject({ ok: false, code: 'forbidden' });
  buyer.advanceClock(31 * 86_400_000);
  expect(await open(proof, 'head')).toMatchObject({ ok: false, code: 'forbidden' });
});
