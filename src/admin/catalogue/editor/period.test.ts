import { expect, test } from 'vitest';
import { spreadPeriod } from './period.ts';

test.each([
  ['2019–2025, forecast 2032', { periodFrom: '2019', periodTo: '2025', forecastTo: '2032' }],
  ['2019-2025', { periodFrom: '2019', periodTo: '2025' }],
  [
    '2019 to 2025, base year 2024, forecast 2026–2032',
    { periodFrom: '2019', periodTo: '2025', forecastTo: '2032', baseYear: '2024' },
  ],
  ['2019', undefined],
  ['', undefined],
])('“%s” is spread over the years’ fields', (periodFrom, expected) => {
  expect(spreadPeriod({ periodFrom })).toEqual(expected);
});
