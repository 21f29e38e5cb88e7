import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPriceName, specifiedLicences as licences } from '../reports/licence.model.ts';
import {
  decideDelivery,
  decideSale,
  listEmptyLicences,
  listSoldKinds,
  type Delivery,
  type EditionGoods,
} from './delivery.model.ts';

const price = fc.option(fc.oneof(fc.constant('on-request' as const), fc.integer({ min: 1 })), {
  nil: undefined,
});
const prices = fc
  .record({ single: price, multiple: price, corporate: price, dataSheet: price })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)));
const goods: fc.Arbitrary<EditionGoods> = fc.record({
  hasData: fc.boolean(),
  madePages: fc.option(fc.integer({ min: 1, max: 500 })),
  files: fc.array(
    fc
      .record({
        id: fc.integer({ min: 1 }),
        kind: fc.constantFrom('pdf', 'xlsx', 'docx', 'zip'),
        licences: fc.subarray([...licences]),
        pages: fc.option(fc.integer({ min: 1, max: 500 })),
      })
      .map((file) => (['xlsx', 'zip'].includes(file.kind) ? { ...file, pages: null } : file)),
    { maxLength: 3 },
  ),
});
const chosen: fc.Arbitrary<Delivery> = fc.oneof(
  fc.record({ kind: fc.constantFrom('files', 'made', 'none') }),
  fc.record({ kind: fc.constant('by-us' as const), days: fc.integer({ min: 1, max: 365 }) }),
);

test('whatever a publisher gives: a licence has an amount exactly where it brings something', () => {
  fc.assert(
    fc.property(prices, chosen, goods, (given, choice, edition) => {
      const sale = decideSale(given, choice, edition);
      for (const licence of licences) {
        const name = getPriceName(licence);
        const brings = decideDelivery(choice, edition, licence).kind !== 'none';
        const isOffered = typeof sale.prices[name] === 'number';
        expect(isOffered).toBe(typeof given[name] === 'number' && brings);
        expect(sale.prices[name] === 'on-request').toBe(given[name] === 'on-request');
      }
      expect(sale.withheldPrices.length > 0).toBe(
        choice.kind !== 'none' && listEmptyLicences(given, choice, edition).length > 0,
      );
      if (choice.kind === 'none') expect(sale.prices.dataSheet).not.toBeTypeOf('number');
    }),
  );
});

test('formats and pages are promised of goods that are there alone', () => {
  fc.assert(
    fc.property(prices, chosen, goods, (given, choice, edition) => {
      const sale = decideSale(given, choice, edition);
      const formats = listSoldKinds(sale);
      const isThere = sale.delivery === 'files' || sale.delivery === 'made';
      expect(formats.length > 0).toBe(isThere);
      if (sale.delivery === 'files')
        for (const kind of formats)
          expect(edition.files.some((file) => file.kind === kind)).toBe(true);
      if (sale.goodsPages !== null)
        for (const licence of licences)
          if (
            given[getPriceName(licence)] !== undefined &&
            decideDelivery(choice, edition, licence).kind === 'files'
          ) {
            const own = edition.files.filter((file) => file.licences.includes(licence));
            const pages = own.reduce((sum, file) => sum + (file.pages ?? 0), 0);
            expect(pages).toBeGreaterThanOrEqual(sale.goodsPages);
          }
    }),
  );
});

const pdf = { id: 1, kind: 'pdf', licences: [...licences], pages: 64 } as const;
const files = { kind: 'files' } as const;

test('the same report as PDF, document and slides has its pages once', () => {
  const edition = {
    hasData: false,
    madePages: null,
    files: [pdf, { ...pdf, id: 2, kind: 'docx' as const, pages: 70 }],
  };
  expect(decideSale({ single: 100 }, files, edition)).toMatchObject({ goodsPages: 64 });
});

test('a report delivered by us promises no formats and no pages of files', () => {
  const sale = decideSale(
    { single: 100 },
    { kind: 'by-us', days: 9 },
    { hasData: true, madePages: 7, files: [pdf] },
  );
  expect(sale).toMatchObject({
    delivery: 'by-us',
    deliveryDays: 9,
    goodsKinds: null,
    goodsPages: null,
  });
});
