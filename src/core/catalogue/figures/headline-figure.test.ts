import { expect, test } from 'vitest';
import type { Series } from './figures.model.ts';
import { describeHeadline } from './headline-figure.ts';

const series = (values: Partial<Series>): Series => ({
  id: 's',
  label: 'World production',
  measure: 'volume',
  unit: 'thousand tonnes',
  place: 'World',
  source: 'psd',
  points: [],
  ...values,
});
const describe = (values: Partial<Series>) =>
  describeHeadline({ key: 'k', series: [series(values)], rankings: [] });

test('the newest value has its measure, its year and the change on the year before', () => {
  const points = [
    [2024, 1000],
    [2025, 900],
  ] as const;
  expect(describe({ points, estimatedFrom: 2025 })).toMatchObject({
    note: 'World production, 2025 est.',
    change: '−10.0 %',
  });
});

test('a rate says per what', () => {
  const rate = { measure: 'rate', label: 'Servers', unit: 'per million people' } as const;
  expect(describe({ ...rate, points: [[2024, 16]] })?.note).toBe(
    'Servers, per million people, 2024',
  );
});

test('without values there is no figure', () => {
  expect(describe({})).toBeUndefined();
});
