import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('a certificate names the edition that was bought, also after a newer one', async () => {
  const { number } = await buyer.buyReport();
  const certificate = String((await buyer.viewOwnOrder(number))?.certificateToken);
  const { reportId } = await buyer.getOrder(number);
  await buyer.app.catalogue.editions.publishCorrected(reportId, 'A table was wrong.');
  const { certificates } = buyer.app.orders;
  expect(await certificates.verifyCertificate(certificate)).toMatchObject({
    certificate: { report: { edition: 1 } },
  });
});
