import { expect, test } from 'vitest';
import { findVatTerritory } from './vat-territories.model.ts';

test.each([
  ['ES', '28013', 'Madrid', 'ES'],
  ['ES', '35001', 'Las Palmas', null],
  ['ES', 'ES-38 001', 'Santa Cruz', null],
  ['ES', '51001', 'Ceuta', null],
  ['ES', '52001', 'Melilla', null],
  ['DE', '27498', 'Helgoland', null],
  ['DE', 'D-78266', 'Büsingen', 'CH'],
  ['DE', '27499', 'Neuwerk', 'DE'],
  ['DE', '87491', 'Jungholz', 'AT'],
  ['IT', 'I-23041', 'Livigno', null],
  ['IT', '23030', 'Livigno', null],
  ['IT', '23030', 'Valdidentro', 'IT'],
  ['IT', '22061', "Campione d'Italia", null],
  ['IT', '22060', "CAMPIONE D'ITALIA", null],
  ['IT', '22060', 'Cabiate', 'IT'],
  ['GR', '630 86', 'Karyes', null],
  ['GR', '63088', 'Ormylia', 'GR'],
  ['FI', '22100', 'Mariehamn', null],
  ['FI', '21100', 'Naantali', 'FI'],
  ['FR', '97110', 'Pointe-à-Pitre', null],
  ['FR', '97400', 'Saint-Denis', null],
  ['FR', '98800', 'Nouméa', null],
  ['FR', '98000', 'Monaco', 'FR'],
  ['FR', '20000', 'Ajaccio', 'FR'],
  ['MC', '98000', 'Monaco', 'FR'],
  ['IM', 'IM1 1AA', 'Douglas', 'GB'],
  ['GB', 'im1 1aa', 'Douglas', 'GB'],
  ['GB', 'JE2 3AB', 'St Helier', null],
  ['GB', 'GY1 1AA', 'St Peter Port', null],
  ['GB', 'BT1 5GS', 'Belfast', 'GB'],
  ['GB', 'BFPO 57', 'Akrotiri', 'CY'],
  ['LI', '9490', 'Vaduz', 'CH'],
  ['CH', '8238', 'Büsingen', 'CH'],
  ['CH', '6911', 'Campione', null],
  ['NO', '9170', 'Longyearbyen', null],
  ['DK', '3900', 'Nuuk', null],
  ['DK', 'FO-100', 'Tórshavn', null],
  ['DK', '1050', 'København', 'DK'],
  ['GP', '97110', 'Pointe-à-Pitre', 'GP'],
  ['US', '35001', 'Adamsville', 'US'],
])('in %s %s %s the VAT of %s applies', (countryCode, postalCode, city, country) => {
  expect(findVatTerritory({ countryCode, postalCode, city }).country).toBe(country);
});

test.each([
  ['PT', '9500-321', 'PT-20'],
  ['PT', '9000-015', 'PT-30'],
  ['PT', '1000-001', undefined],
  ['AT', 'A-6691', 'AT-JM'],
  ['AT', '6991', 'AT-JM'],
])('in %s %s the rate is that of %s', (countryCode, postalCode, region) => {
  expect(findVatTerritory({ countryCode, postalCode }).region).toBe(region);
});

test('without a postal code the country alone decides', () => {
  expect(findVatTerritory({ countryCode: 'ES' })).toEqual({ country: 'ES' });
});
