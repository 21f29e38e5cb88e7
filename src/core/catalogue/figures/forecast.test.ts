import { expect, test } from 'vitest';
import { calibrateBand, forecastSeries, tryForecast } from './forecast.ts';

const points = (first: number, ...values: number[]): [number, number][] =>
  values.map((value, i) => [first + i, value]);

const grow = (years: number, rate: number): [number, number][] =>
  points(2000, ...Array.from({ length: years }, (_, i) => 100 * (1 + rate) ** i));

test('a steady growth is continued with a trend that fades by 15 % a year', () => {
  const forecast = forecastSeries(grow(30, 0.05));
  // 0.85 + 0.85² + 0.85³ + 0.85⁴ + 0.85⁵ = 3.152337, so the value is the last one × 1.05^3.152337.
  expect(forecast?.value).toBeCloseTo(100 * 1.05 ** (29 + 3.152337), 1);
  expect(forecast?.annualRate).toBeCloseTo(1.05 ** (3.152337 / 5) - 1, 5);
  expect(forecast?.fittedYears).toEqual([2015, 2029]);
});

test('a forecast has five years, begins after the last actual year and its band widens', () => {
  const forecast = forecastSeries(grow(30, 0.05));
  const yearly = forecast?.yearly ?? [];
  expect(yearly.map(({ year }) => year)).toEqual([2030, 2031, 2032, 2033, 2034]);
  expect(yearly.at(-1)?.value).toBe(forecast?.value);
  const widths = yearly.map(({ low, high }) => Math.log(high / low));
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
});

test('the back-test starts at the twelfth year and leaves five years to compare with', () => {
  const { backtest } = forecastSeries(grow(30, 0.05)) ?? {};
  expect(backtest?.originYears).toEqual([2011, 2024]);
  expect(backtest?.origins).toBe(14);
  // No change is off by 1 to 5 years of growth, three on average.
  expect(backtest?.noChangeError).toBeCloseTo(1.05 ** 3 - 1, 10);
  // The faded trend misses (steps − faded steps): 0.15, 0.4275, 0.8134, 1.2914, 1.8477; mean 0.90600.
  expect(backtest?.meanError).toBeCloseTo(1.05 ** 0.906 - 1, 4);
});

test('the band is the error that eight in ten comparisons stayed below, by the root of the years', () => {
  const trials = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((error) => ({ steps: 4, error: error * 2 }));
  // Scaled by √4 they are 1 to 9; the ⌈0.8 × 10⌉ = 8th is 8.
  expect(calibrateBand(trials)).toBe(8);
  expect(calibrateBand([{ steps: 1, error: -3 }])).toBe(3);
});

test('a series without enough years for five origins has no forecast', () => {
  // 12 years before the first origin, 4 more origins, 5 years after the last: 21 years.
  expect(tryForecast(grow(20, 0.05))).toEqual({ reason: 'too-short' });
  expect(forecastSeries(grow(21, 0.05))).toBeDefined();
});

test('a forecast that loses to "no change" is not given', () => {
  const turning = Array.from({ length: 40 }, (_, i) => 100 + 30 * Math.sin(i / 2));
  const result = tryForecast(points(1980, ...turning));
  expect(result).toMatchObject({ reason: 'no-better' });
  expect(forecastSeries(points(1980, ...turning))).toBeUndefined();
});

test('a band that reaches beyond twice the value is not given', () => {
  const restless = Array.from({ length: 40 }, (_, i) => 100 * 1.2 ** i * (i % 2 ? 3 : 1));
  expect(tryForecast(points(1980, ...restless))).toMatchObject({ reason: 'too-wide' });
});

test('a value of zero leaves no logarithm and no forecast', () => {
  expect(tryForecast([[1999, 0], ...grow(30, 0.05)])).toEqual({ reason: 'not-positive' });
});
