import { expect, test } from 'vitest';
import { taxSchema } from '#core/store/tax.model.ts';
import { asksForVatNumber, computeTax, shareOfTax } from './tax.model.ts';
import { formatTaxNumber, parseVatNumber } from './vat-number.model.ts';

const german = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'net' } as const;
const british = {
  ...german,
  country: 'GB',
  rates: [{ country: 'GB', percent: 20, from: '2011-01-04', source: 'gov.uk' }],
};
const sell = (settings: object, buyer: object = {}) =>
  computeTax(taxSchema.parse(settings), {
    listCents: 100_000,
    countryCode: 'DE',
    hasVatNumber: false,
    day: '2026-11-22',
    ...buyer,
  });

test.each<[string, object, object, string, number, string | null]>([
  ['a store without tax', { kind: 'none' }, { countryCode: 'DE' }, 'none', 0, null],
  ['a buyer at home', german, {}, 'domestic', 19_000, 'DE'],
  ['a business at home', german, { hasVatNumber: true }, 'domestic', 19_000, 'DE'],
  [
    'a buyer whose country is unknown',
    german,
    { countryCode: undefined },
    'domestic',
    19_000,
    'DE',
  ],
  ['a consumer in France', german, { countryCode: 'FR' }, 'destination', 20_000, 'FR'],
  ['a consumer in Monaco', german, { countryCode: 'MC' }, 'destination', 20_000, 'FR'],
  ['a consumer in Finland', german, { countryCode: 'FI' }, 'destination', 25_500, 'FI'],
  [
    'a consumer in France, without the One Stop Shop',
    { ...german, oneStopShop: false },
    { countryCode: 'FR' },
    'domestic',
    19_000,
    'DE',
  ],
  [
    'a business in France',
    german,
    { countryCode: 'FR', hasVatNumber: true },
    'reverse-charge',
    0,
    null,
  ],
  [
    'a consumer in Tenerife',
    german,
    { countryCode: 'ES', postalCode: '38001' },
    'outside',
    0,
    null,
  ],
  [
    'a consumer on Madeira',
    german,
    { countryCode: 'PT', postalCode: '9000-015' },
    'destination',
    22_000,
    'PT',
  ],
  ['a consumer in Büsingen', german, { postalCode: 'D-78266' }, 'outside', 0, null],
  [
    'a business in Livigno',
    german,
    { countryCode: 'IT', postalCode: '23041', hasVatNumber: true },
    'outside',
    0,
    null,
  ],
  ['a British seller to Man', british, { countryCode: 'IM' }, 'domestic', 20_000, 'GB'],
  [
    'a British seller to Jersey',
    british,
    { countryCode: 'GB', postalCode: 'JE2 3AB' },
    'outside',
    0,
    null,
  ],
  ['a buyer in Belfast', german, { countryCode: 'GB', postalCode: 'BT1 5GS' }, 'outside', 0, null],
  ['a buyer in the USA', german, { countryCode: 'US' }, 'outside', 0, null],
  ['a buyer in Britain', german, { countryCode: 'GB' }, 'outside', 0, null],
  ['a British seller at home', british, { countryCode: 'GB' }, 'domestic', 20_000, 'GB'],
  ['a British seller abroad', british, { countryCode: 'FR' }, 'outside', 0, null],
])('net prices: %s', (...row) => {
  const [, settings, buyer, kind, taxCents, country] = row;
  const price = sell(settings, buyer);
  expect(price).toMatchObject({ netCents: 100_000, taxCents, kind, country });
  expect(price.totalCents).toBe(100_000 + taxCents);
});

test.each<[object, string, number, number]>([
  [{}, 'domestic', 84_034, 100_000],
  [{ countryCode: 'FR' }, 'destination', 83_333, 100_000],
  [{ countryCode: 'FR', hasVatNumber: true }, 'reverse-charge', 84_034, 84_034],
  [{ countryCode: 'US' }, 'outside', 84_034, 84_034],
])('gross prices: %j is %s', (buyer, kind, netCents, totalCents) => {
  expect(sell({ ...german, prices: 'gross' }, buyer)).toMatchObject({ kind, netCents, totalCents });
});

test('tax is rounded to the nearest cent', () => {
  expect(sell(german, { listCents: 1003 })).toMatchObject({ taxCents: 191, totalCents: 1194 });
  expect(sell(german, { listCents: 1002 })).toMatchObject({ taxCents: 190, totalCents: 1192 });
});

test('the rate is that of the day of the sale', () => {
  const rates = [
    { country: 'DE', percent: 19, from: '2007-01-01', source: 'law' },
    { country: 'DE', percent: 16, from: '2020-07-01', source: 'law' },
    { country: 'DE', percent: 19, from: '2021-01-01', source: 'law' },
  ];
  const taxOn = (day: string) => sell({ ...german, rates }, { day }).taxCents;
  expect([taxOn('2020-06-30'), taxOn('2020-07-01'), taxOn('2021-01-01')]).toEqual([
    19_000, 16_000, 19_000,
  ]);
});

test("a country's tax is charged from the first day on which its rate holds", () => {
  const rates = [
    { country: 'DE', percent: 19, from: '2007-01-01', source: 'law' },
    { country: 'FR', percent: 20, from: '2026-11-22', source: 'law' },
  ];
  const kindOn = (day: string) => sell({ ...german, rates }, { countryCode: 'FR', day }).kind;
  expect([kindOn('2026-11-21'), kindOn('2026-11-22')]).toEqual(['domestic', 'destination']);
});

test('a part of the price has its share of the tax, to the nearest cent', () => {
  const order = { priceCents: 119_001, taxCents: 19_001 };
  expect([0, 1, 33_333, 119_000, 119_001].map((part) => shareOfTax(order, part))).toEqual([
    0, 0, 5322, 19_001, 19_001,
  ]);
});

test.each([
  ['USt-IdNr.: DE 123 456 789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['VAT de123\u00a0456\u2009789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['VAT No. 123456789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['VAT ID: DE-123.456.789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['N° TVA : FR 12 345 678 901', 'FR', { prefix: 'FR', digits: '12345678901' }],
  ['P.IVA 12345678901', 'IT', { prefix: 'IT', digits: '12345678901' }],
  ['UID: ATU 12345678', 'AT', { prefix: 'AT', digits: 'U12345678' }],
  ['GR 094259216', 'GR', { prefix: 'EL', digits: '094259216' }],
  ['ΑΦΜ 094259216', 'GR', { prefix: 'EL', digits: '094259216' }],
  ['BTW-nr. NL 8231.23.456.B01', 'NL', { prefix: 'NL', digits: '823123456B01' }],
  ['ＤＥ１２３４５６７８９', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['NIF B12345678', 'ES', { prefix: 'ES', digits: 'B12345678' }],
  ['BE 403.170.701', 'BE', { prefix: 'BE', digits: '0403170701' }],
  ['12345678-2-42', 'HU', { prefix: 'HU', digits: '12345678' }],
  ['GB 123 4567 89', 'GB', undefined],
  ['DE 123 456 789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['123456789', 'DE', { prefix: 'DE', digits: '123456789' }],
  ['el-094259216', 'GR', { prefix: 'EL', digits: '094259216' }],
  ['ATU12345678', 'AT', { prefix: 'AT', digits: 'U12345678' }],
  ['NL123456789B01', 'NL', { prefix: 'NL', digits: '123456789B01' }],
  ['DE12345', 'DE', undefined],
  ['FR12345678901', 'DE', undefined],
  ['DE123456789', 'FR', undefined],
  ['12345678901', 'FR', { prefix: 'FR', digits: '12345678901' }],
  ['12-3456789', 'US', undefined],
])('the VAT number %j of %s is %j', (text, country, parsed) => {
  expect(parseVatNumber(text, country)).toEqual(parsed);
});

test('a VAT number is asked for where it changes the tax', () => {
  const settings = taxSchema.parse(german);
  const countries = ['DE', 'FR', 'US', undefined].filter((code) =>
    asksForVatNumber(settings, code),
  );
  expect(countries).toEqual(['FR']);
  expect(asksForVatNumber({ kind: 'none' }, 'FR')).toBe(false);
});

test.each([
  ['VAT GB 123 4567 89', 'GB', 'GB123456789'],
  ['XI 123456789', 'GB', 'XI123456789'],
  ['CHE-123.456.789 MWST', 'CH', 'CHE123456789'],
  ['NO 974 760 673 MVA', 'NO', 'NO974760673'],
  ['gr094259216', 'GR', 'EL094259216'],
  ['  HRB   4711 ', 'DE', 'HRB 4711'],
  ['12-3456789', 'US', '12-3456789'],
  ['12-3456789', undefined, '12-3456789'],
])('the tax number %j of %s is printed as %j', (text, country, printed) => {
  expect(formatTaxNumber(text, country)).toBe(printed);
});

/** A number of each member state in its own form, from the FAQ of VIES. */
const examples = `ATU12345678 BE0123456789 BG123456789 CY12345678X CZ12345678 DE123456789 DK12345678
  EE123456789 EL123456789 ESX1234567X FI12345678 FRXX123456789 HR12345678901 HU12345678 IE1234567WA
  IT12345678901 LT123456789012 LU12345678 LV12345678901 MT12345678 NL123456789B01 PL1234567890
  PT123456789 RO12345678 SE123456789012 SI12345678 SK1234567890`;

test.each(examples.split(/\s+/))(
  '%s is read with its prefix, without it and spaced out',
  (number) => {
    const prefix = number.slice(0, 2);
    const country = prefix === 'EL' ? 'GR' : prefix;
    const digits = number.slice(2);
    for (const text of [
      number,
      number.toLowerCase(),
      digits,
      number.split('').join(' '),
      `VAT ${number}`,
    ])
      expect(parseVatNumber(text, country), text).toEqual({ prefix, digits });
  },
);
