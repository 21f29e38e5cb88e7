import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subtractRefunds, taxOfRefund, type RefundedPart } from './refund-tax.model.ts';

const order = { priceCents: 613_760, taxCents: 98_000 };

/** Refunds made one after the other; each answers the tax in it. */
function refund(price: typeof order, wanted: readonly (readonly ['price' | 'tax', number])[]) {
  const made: RefundedPart[] = [];
  for (const [part, amountCents] of wanted) {
    const isTaxAlone = part === 'tax';
    const taxCents = isTaxAlone ? amountCents : taxOfRefund(price, made, amountCents);
    made.push({ amountCents, taxCents, isTaxAlone });
  }
  return made.map(({ taxCents }) => taxCents);
}

test('after the tax went back alone, the price goes back without any', () => {
  expect(
    refund(order, [
      ['tax', 98_000],
      ['price', 1000],
      ['price', 514_760],
    ]),
  ).toEqual([98_000, 0, 0]);
});

test('after half went back, and some of the tax alone, the rest has the rest of the tax', () => {
  // 2,990 of 5,980 with 490 of tax, then 100 of tax alone: 390 are in the 2,890 that are left.
  const price = { priceCents: 5980, taxCents: 980 };
  const parts = [
    ['price', 2990],
    ['tax', 100],
    ['price', 1445],
    ['price', 1445],
  ] as const;
  expect(refund(price, parts)).toEqual([490, 100, 195, 195]);
});

test('a refund that was refused leaves its tax to the others', () => {
  const price = { priceCents: 119, taxCents: 19 };
  const first = { amountCents: 3, taxCents: taxOfRefund(price, [], 3), isTaxAlone: false };
  const second = { amountCents: 3, taxCents: taxOfRefund(price, [first], 3), isTaxAlone: false };
  // The first one is refused; the second stands with what was its share then.
  const third = taxOfRefund(price, [second], 116);
  expect(second.taxCents + third).toBe(19);
});

test('where more went back than was paid, nothing is left, and what goes back then has no tax', () => {
  const price = { priceCents: 119, taxCents: 19 };
  const whole = { amountCents: 119, taxCents: 19, isTaxAlone: false };
  const again = { ...whole, amountCents: 50, taxCents: taxOfRefund(price, [whole], 50) };
  expect(again.taxCents).toBe(0);
  expect(subtractRefunds(price, [whole, again])).toEqual({ priceCents: 0, taxCents: 0 });
  const allTax = { priceCents: 19, taxCents: 19 };
  const tax = { amountCents: 19, taxCents: 19, isTaxAlone: true };
  expect(taxOfRefund(allTax, [tax], 5)).toBe(0);
});

const prices = fc
  .tuple(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 0, max: 27_00 }))
  .map(([net, basisPoints]) => {
    const taxCents = Math.round((net * basisPoints) / 10_000);
    return { priceCents: net + taxCents, taxCents };
  });
const steps = fc.array(
  fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    isTaxAlone: fc.boolean(),
    // Refused by PayPal, or taken back, before the next one.
    fails: fc.boolean(),
  }),
  { maxLength: 30 },
);

test('whatever is refunded, in whatever order, and fails: all parts of the price have its whole tax', () => {
  fc.assert(
    fc.property(prices, steps, (price, wanted) => {
      let standing: RefundedPart[] = [];
      for (const { share, isTaxAlone, fails } of wanted) {
        const left = subtractRefunds(price, standing);
        const amountCents = Math.ceil(share * (isTaxAlone ? left.taxCents : left.priceCents));
        if (amountCents === 0) continue;
        const taxCents = isTaxAlone ? amountCents : taxOfRefund(price, standing, amountCents);
        const netCents = amountCents - taxCents;
        expect(taxCents).toBeGreaterThanOrEqual(0);
        expect(taxCents).toBeLessThanOrEqual(left.taxCents);
        expect(netCents).toBeGreaterThanOrEqual(0);
        expect(netCents).toBeLessThanOrEqual(left.priceCents - left.taxCents);
        const made = { amountCents, taxCents, isTaxAlone };
        standing = [...standing, made];
        if (fails) standing = standing.filter((_, index) => index !== standing.length >> 1);
      }
      const left = subtractRefunds(price, standing);
      if (left.priceCents > 0)
        expect(taxOfRefund(price, standing, left.priceCents)).toBe(left.taxCents);
    }),
    { numRuns: 3000 },
  );
});

test('parts of the price alone have the tax of their sum, to the cent, after each of them', () => {
  fc.assert(
    fc.property(prices, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (price, shares) => {
      const made: RefundedPart[] = [];
      let sumCents = 0;
      for (const share of shares) {
        const amountCents = Math.floor(share * (price.priceCents - sumCents));
        if (amountCents === 0) continue;
        const taxCents = taxOfRefund(price, made, amountCents);
        made.push({ amountCents, taxCents, isTaxAlone: false });
        sumCents += amountCents;
        const sumTaxCents = made.reduce((sum, part) => sum + part.taxCents, 0);
        expect(sumTaxCents).toBe(Math.round((sumCents * price.taxCents) / price.priceCents));
      }
    }),
    { numRuns: 2000 },
  );
});
