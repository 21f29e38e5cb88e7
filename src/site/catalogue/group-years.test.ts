import { expect, test } from 'vitest';
import { groupYears } from './list-facets.tsx';

const counts = [2026, 2025, 2024, 2023, 2021, 2019].map((value) => ({ value, reports: 10 }));

test('of many years the newest two are one choice, and those before the fourth are another', () => {
  expect(groupYears(counts, [])).toEqual([
    { value: '2026,2025', label: '2025 or later', reports: 20 },
    { value: '2024', label: '2024', reports: 10 },
    { value: '2023', label: '2023', reports: 10 },
    { value: '2021,2019', label: '2021 or earlier', reports: 20 },
  ]);
});

test('five years have no group of one', () => {
  const labels = groupYears(counts.slice(0, 5), ['2026', '2025']).map(({ label }) => label);
  expect(labels).toEqual(['2025 or later', '2024', '2023', '2021']);
});

test('an address with one year of a group still shows that year ticked alone', () => {
  expect(groupYears(counts, ['2025', '2023']).map(({ value }) => value)).toEqual([
    '2026',
    '2025',
    '2024',
    '2023',
    '2021',
    '2019',
  ]);
});

test('few years stay single', () => {
  expect(groupYears(counts.slice(0, 4), []).map(({ label }) => label)).toEqual([
    '2026',
    '2025',
    '2024',
    '2023',
  ]);
});
