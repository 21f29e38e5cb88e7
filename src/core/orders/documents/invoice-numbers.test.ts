import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('invoice numbers have no gap when twenty orders are paid at once and some attempts fail', async () => {
  const { placement, bankTransfers } = buyer.app.orders;
  const numbers = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const placed = await placement.placeOrder(
        // Twenty people: one would not pay twice for one licence.
        {
          ...billing,
          email: `buyer-${i}@company.example`,
          report_id: buyer.reportCode,
          type: 'single-user',
          method: 'bank',
        },
        String(i).padStart(64, 'a'),
      );
      return placed.ok ? placed.value.number : '';
    }),
  );
  await Promise.all(
    numbers
      .flatMap((number) => [
        bankTransfers.confirmTransfer({ programName: 'a' }, number),
        bankTransfers.confirmTransfer({ programName: 'b' }, number),
      ])
      .map((confirmation) => confirmation.catch(() => undefined)),
  );
  const sequences = (await buyer.listDocuments())
    .filter(({ kind }) => kind === 'invoice')
    .map(({ sequence }) => sequence)
    .toSorted((a, b) => a - b);
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, i) => i + 1));
  expect(sequences).toHaveLength(20);
});
