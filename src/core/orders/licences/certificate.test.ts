import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('the certificate shows what was bought, as it was sold, and is not valid after a refund', async () => {
  const { number, priceCents } = await buyer.buyReport();
  const token = String((await buyer.viewOwnOrder(number))?.certificateToken);
  const { certificates, refunds } = buyer.app.orders;
  expect(await certificates.verifyCertificate(token)).toMatchObject({
    isValid: true,
    certificate: {
      holder: { name: billing.name },
      order: number,
      rights: expect.stringContaining('One named person'),
    },
  });
  expect(await certificates.verifyCertificate('0'.repeat(32))).toBeUndefined();
  await refunds.refundOrder(testProgram, number, {
    amountCents: priceCents,
    reason: 'bought by mistake',
  });
  expect(await certificates.verifyCertificate(token)).toMatchObject({ isValid: false });
  expect(await certificates.renderCertificatePdf(token)).toBeUndefined();
});
